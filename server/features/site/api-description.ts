import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { projectFile } from '../../platform/programs.ts';
import { hashOf } from '../../platform/text/ids.ts';

const file = projectFile('contract/openapi.json');

interface Packed {
  etag: string;
  gzipped: Buffer;
}

let packed: Promise<Packed> | null = null;

const pack = async (): Promise<Packed> => {
  const text = await readFile(file);
  return { etag: `"${hashOf(text.toString('latin1')).slice(0, 32)}"`, gzipped: await promisify(gzip)(text) };
};

/** The description of the API, compressed once for all clients. */
export const packedDescription = (): Promise<Packed> => {
  packed ??= pack().catch((error: unknown) => {
    packed = null;
    throw error;
  });
  return packed;
};

/** For clients that take no compression. */
export const plainDescription = (): Promise<Buffer> => readFile(file);
