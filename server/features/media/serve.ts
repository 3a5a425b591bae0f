import type { Readable } from 'node:stream';
import { findImage } from '../../access/find.ts';
import { readVariants } from '../../access/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { missing } from '../../platform/problem.ts';
import { fullCopy, storageKey } from './stored-file.ts';

export interface FileToServe {
  key: string;
  type: 'image/webp' | 'image/jpeg';
  size: number;
  open(range?: { start: number; end: number }): Promise<Readable>;
}

const fileName = /^([0-9a-f]{32})-(\w{1,10})\.(?:webp|jpg)$/;

/**
 * The file behind `/uploads/{file}`, for those who may see the post or the profile that it belongs to.
 * @throws missing
 */
export const findFile = async (house: House, viewer: Viewer, file: string): Promise<FileToServe> => {
  const [, publicId, variant] = fileName.exec(file) ?? [];
  if (!publicId || !variant) throw missing();
  const image = await findImage(house.db.read, viewer, publicId);
  const hasVariant =
    variant === fullCopy
      ? image.hasFullCopy
      : readVariants(image.variants).some(({ name }) => name === variant);
  const key = storageKey(publicId, variant);
  if (!hasVariant || key !== file) throw missing();
  const size = await house.storage.size(key);
  if (size === null) throw missing();
  return {
    key,
    type: variant === fullCopy ? 'image/jpeg' : 'image/webp',
    size,
    open: async (range) => {
      const opened = await house.storage.read(key, range);
      if (!opened) throw missing();
      return opened.stream;
    },
  };
};
