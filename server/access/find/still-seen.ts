import { sql } from 'kysely';
import { prepared, type StatementRunner } from '../../platform/db/database.ts';
import { idsAsJson, listedIds } from '../../platform/db/listed-keys.ts';
import { imageRefs, seesImage } from '../rules/sees-files.ts';
import { col, seesPost } from '../rules/sees.ts';
import type { Viewer } from '../viewer.ts';

interface SeenRow {
  kind: 'photo' | 'post';
  public_id: string;
}

const selectSeen = prepared<{ viewer: number; now: number; photos: string; posts: string }, SeenRow>({
  name: 'select_seen',
  parameters: ['viewer', 'now', 'photos', 'posts'],
  text: ({ viewer, now, photos, posts }, dialect) => sql<SeenRow>`
    select 'photo' as kind, i.public_id from images i
    where i.public_id in ${listedIds(dialect, photos)} and (${seesImage(viewer, imageRefs('i'), now)})
    union all
    select 'post', p.public_id from posts p
    where p.public_id in ${listedIds(dialect, posts)} and ${seesPost(viewer, { id: col('p.id'), author: col('p.author_id') })}`,
});

/** The ids among the given ones of photos and posts that the viewer sees now. */
export const findStillSeen = async (
  from: StatementRunner,
  viewer: Viewer,
  { photos, posts }: { photos: readonly string[]; posts: readonly string[] },
): Promise<{ photos: Set<string>; posts: Set<string> }> => {
  const given = { photos: idsAsJson(photos), posts: idsAsJson(posts) };
  const rows = await from.run(selectSeen, { viewer: viewer.id, now: Date.now(), ...given });
  const ids = (kind: SeenRow['kind']) =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.public_id));
  return { photos: ids('photo'), posts: ids('post') };
};
