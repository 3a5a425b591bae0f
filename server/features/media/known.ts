import type { Viewer } from '../../access/viewer.ts';
import type { Queries } from '../../platform/db/database.ts';
import { unattachedFor } from './stored-file.ts';

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
