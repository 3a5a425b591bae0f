import * as z from 'zod/mini';
import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';

/** Milliseconds for which an unattached image is kept; the hourly sweep then deletes it. */
export const unattachedFor = 24 * 60 * 60_000;

/** Name of the copy in a photo's own size, a JPEG; the variants are WebP. */
export const fullCopy = 'full';

/** Name of the small JPEG that letters carry. No address leads to it. */
export const letterCopy = 'letter';

/** Name of the JPEG that picture frames show, for browsers that cannot read WebP. */
export const frameCopy = 'frame';

const jpegs: readonly string[] = [fullCopy, letterCopy, frameCopy];

/** Where a variant of an image lies in the storage, and its name under `/uploads/`. */
export const storageKey = (publicId: string, variant: string): string =>
  `${publicId}-${variant}.${jpegs.includes(variant) ? 'jpg' : 'webp'}`;

const Variants = z.array(z.object({ name: z.string() }));

/** The names in the `variants` of a row of `images`, smallest first. @throws an error of the schema library for others */
export const variantNames = (json: string): string[] => {
  const variants: unknown = JSON.parse(json);
  return Variants.parse(variants).map(({ name }) => name);
};

/** The hashes of files that the viewer has uploaded: in a moment, or waiting for one. */
export const findKnown = async (
  q: Queries,
  viewer: Pick<Viewer, 'id'>,
  hashes: readonly string[],
): Promise<string[]> => {
  if (hashes.length === 0) return [];
  const rows = await q
    .selectFrom('images')
    .select('content_hash')
    .distinct()
    .where('owner_id', '=', viewer.id)
    .where('kind', '=', 'photo')
    .where('content_hash', 'in', hashes)
    .where((e) => e.or([e('post_id', 'is not', null), e('created_at', '>', Date.now() - unattachedFor)]))
    .execute();
  return rows.flatMap(({ content_hash: hash }) => hash ?? []);
};
