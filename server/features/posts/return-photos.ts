import { sql } from 'kysely';
import { col, isBlockedBetween, isInAudience } from '../../access/rules/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockRows } from '../../platform/db/locks.ts';
import { refreshLikeNews } from '../likes/news.ts';
import { deleteHeartsOfOthers } from '../likes/returned-photos.ts';
import { insertOwnAlbum } from './own-album.ts';

interface Origin {
  post: number;
  /** Only these photos (keys); default: all. */
  images?: readonly number[];
}

/** The album of the member to which photos of albums with this title return, which nobody else sees. @returns its key */
const findReturnAlbum = async (tx: Tx, member: number, title: string): Promise<number> => {
  const query = tx.q
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', member)
    .where(sql<boolean>`kind = 'album'`)
    .where('title', '=', title)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('post_circles').select('post_id').whereRef('post_circles.post_id', '=', 'posts.id'),
        ),
      ),
    )
    // An album of an open import is shared when that ends (IMPORT-3).
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_albums').select('post_id').whereRef('import_albums.post_id', '=', 'posts.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1);
  // Its deletion would take the photos with it.
  const [album] = await lockRows(tx, query);
  if (album) return album.id;
  const { id } = await insertOwnAlbum(tx, member, { title, content: '' });
  return id;
};

/**
 * Returns photos that others added to an album to them, each as an album that they alone see (ALBUM-7), without the hearts
 * of others: the adder may not have seen them (ABOUT-6), and without the title for whom the album is out of sight.
 * Requires a locked post, still in its circles. @returns the keys of these members
 */
export const returnPhotos = async (tx: Tx, { post, images }: Origin): Promise<number[]> => {
  const some = images ? sql`and i.id in (${sql.join([0, ...images])})` : sql``;
  const others = sql`from images i join posts p on p.id = i.post_id
    where i.post_id = ${post} and i.owner_id <> p.author_id ${some}`;
  const { rows: adders } = await sql<{ owner_id: number; title: string | null }>`
    select distinct i.owner_id, case when ${isInAudience(col('i.owner_id'), col('p.id'))}
      and not ${isBlockedBetween(col('i.owner_id'), col('p.author_id'))} then p.title end as title
    ${others} order by i.owner_id`.execute(tx.q);
  if (adders.length === 0) return [];
  await sql`delete from circle_photos where image_id in (select i.id ${others})`.execute(tx.q);
  await deleteHeartsOfOthers(tx, sql`select i.id ${others}`);
  for (const { owner_id: member, title } of adders) {
    const album = await findReturnAlbum(tx, member, title ?? '');
    const next = sql<number>`(select coalesce(max(position), -1) + 1 from images where post_id = ${album})`;
    await tx.q
      .updateTable('images')
      .set({ post_id: album, position: sql`position + ${next}`, addition_id: null })
      .where('post_id', '=', post)
      .where('owner_id', '=', member)
      .$if(images !== undefined, (query) => query.where('id', 'in', [0, ...(images ?? [])]))
      .execute();
  }
  await sql`update posts set has_others_photos = case when exists (
      select 1 from images i where i.post_id = posts.id and i.owner_id <> posts.author_id) or exists (
      select 1 from comments c where c.post_id = posts.id and c.about_owner_id <> posts.author_id) then 1 else 0 end
    where id = ${post}`.execute(tx.q);
  for (const { owner_id: to } of adders) await refreshLikeNews(tx, { post, to });
  return adders.map((row) => row.owner_id);
};
