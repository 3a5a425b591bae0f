import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The files in a ZIP, by name. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
};

/** The times of the files in a ZIP, by name. */
export const zipTimes = async (bytes: Buffer): Promise<Map<string, Date>> => {
  const times = new Map<string, Date>();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) times.set(entry.fileName, entry.getLastModDate());
  return times;
};
