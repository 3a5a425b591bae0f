import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { House } from '../../house.ts';
import type { Processed } from '../../platform/images/pipeline.ts';
import { PhotoRefused } from '../../platform/images/refused.ts';
import { missing } from '../../platform/problem.ts';
import { storageKey } from '../media/stored-file.ts';

/** What a report keeps of its picture: one to read, and a small one for the list where it is larger than that. */
type Kept = Processed['variants'];

/**
 * Takes the picture out of a data URL, whatever kind that claims to be, and makes it anew as any photo.
 * @throws PhotoRefused when it is no picture that is taken
 */
export const readPicture = async (house: House, dataUrl: string): Promise<Kept> => {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (bytes.length === 0) throw new PhotoRefused('photoType');
  const file = path.join(house.tmpDir, `bug-${randomBytes(16).toString('hex')}`);
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
    const { variants } = await house.images.process(file, { kind: 'photo' });
    return variants.filter((_, at) => at === 0 || at === variants.length - 1);
  } finally {
    await rm(file, { force: true });
  }
};

const namesIn = (pictures: string): string[] => {
  const names: unknown = JSON.parse(pictures);
  return Array.isArray(names) ? names.map(String) : [];
};

/** Where the files of a report's picture lie, from its row. */
export const picturesOf = (row: { public_id: string; pictures: string }): string[] =>
  namesIn(row.pictures).map((name) => storageKey(row.public_id, name));

export interface Picture {
  size: number;
  open(): Promise<Readable>;
}

/** A file of a report's picture, by the name in its address. @throws missing */
export const findPicture = async (house: House, publicId: string, name: string): Promise<Picture> => {
  const row = await house.db.read
    .selectFrom('bug_reports')
    .select(['public_id', 'pictures'])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  const key = storageKey(publicId, name);
  if (!row || !picturesOf(row).includes(key)) throw missing();
  const size = await house.storage.size(key);
  if (size === null) throw missing();
  return {
    size,
    open: async () => {
      const opened = await house.storage.read(key);
      if (!opened) throw missing();
      return opened.stream;
    },
  };
};
