import type { Readable } from 'node:stream';
import type { AppContext } from '../../app-context.ts';
import type { ImagePipeline, Processed } from '../../platform/images/pipeline.ts';
import { missing } from '../../platform/problem.ts';
import type { UploadedFile } from '../media/photos.ts';
import { storageKey } from '../media/stored-file.ts';

/** The variants that a report keeps of its picture: the largest, and a small one for the list. */
export type Kept = Processed['variants'];

/** Decodes and re-encodes the screenshot like any photo. @throws PhotoRefused */
export const readPicture = async (
  images: ImagePipeline,
  file: UploadedFile,
  party: string,
): Promise<Kept> => {
  const { variants } = await images.process(file.path, { kind: 'photo', party });
  return variants.filter((_, at) => at === 0 || at === variants.length - 1);
};

const namesIn = (pictures: string): string[] => {
  const names: unknown = JSON.parse(pictures);
  return Array.isArray(names) ? names.map(String) : [];
};

/** The storage keys of a report's picture, from its row. */
export const picturesOf = (row: { public_id: string; pictures: string }): string[] =>
  namesIn(row.pictures).map((name) => storageKey(row.public_id, name));

export interface Picture {
  size: number;
  open(): Promise<Readable>;
}

/** A file of a report's picture, by the name in its URL. @throws missing */
export const findPicture = async (
  context: Pick<AppContext, 'db' | 'storage'>,
  publicId: string,
  name: string,
): Promise<Picture> => {
  const row = await context.db.read
    .selectFrom('bug_reports')
    .select(['public_id', 'pictures'])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  const key = storageKey(publicId, name);
  if (!row || !picturesOf(row).includes(key)) throw missing();
  const size = await context.storage.size(key);
  if (size === null) throw missing();
  return {
    size,
    open: async () => {
      const opened = await context.storage.read(key);
      if (!opened) throw missing();
      return opened.stream;
    },
  };
};
