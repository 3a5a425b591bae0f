import { sql } from 'kysely';
import type { PlacedPhoto, Post } from '../../../contract/shapes.ts';
import {
  type PhotoWithAdderRow,
  readPhotoWithAdder,
  selectPhotosWithAdder,
} from '../../access/show/photos-with-adder.ts';
import { seesAskerOfSeenPost } from '../../access/rules/sees-questions.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import { bind, col, isInFeedOf, postOf, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { loadPosts } from '../posts/read.ts';

/** An archive that is being made. */
export interface OpenArchive {
  id: number;
  publicId: string;
  circle: { id: number; publicId: string; name: string };
}

/** Posts of one transaction or page. Twenty full albums have 10,000 photos. */
const postsAtOnce = 20;

const registerPosts = async (
  { q }: Tx,
  viewer: Viewer,
  archive: OpenArchive,
  before: number,
): Promise<number | null> => {
  const me = bind(viewer.id);
  const { rows } = await sql<{ post_id: number }>`
    select pc.post_id from post_circles pc
    where pc.circle_id = ${archive.circle.id} and pc.post_id < ${before} and ${seesPost(me, postOf('pc'))}
      and ${isInFeedOf(me, bind(archive.circle.id), col('pc.post_id'))}
    order by pc.post_id desc limit ${postsAtOnce}`.execute(q);
  if (rows.length === 0) return null;
  const posts = sql.join(rows.map((row) => row.post_id));
  // A post or photo that is taken out of the circle at this moment locks its row: the foreign key then refuses it here.
  await sql`
    insert into archive_posts (archive_id, circle_id, post_id)
    select ${archive.id}, pc.circle_id, pc.post_id from post_circles pc
    where pc.circle_id = ${archive.circle.id} and pc.post_id in (${posts}) on conflict do nothing`.execute(q);
  await sql`
    insert into archive_photos (archive_id, circle_id, day_key)
    select ${archive.id}, cp.circle_id, cp.day_key from circle_photos cp
    where cp.circle_id = ${archive.circle.id} and cp.post_id in (${posts}) and ${seesPhotoById(me, col('cp.image_id'))}
    on conflict do nothing`.execute(q);
  await sql`
    insert into archive_people (archive_id, user_id)
    select ${sql.lit(archive.id)}, p.author_id from posts p where p.id in (${posts})
    union select ${sql.lit(archive.id)}, i.owner_id from images i join circle_photos cp on cp.image_id = i.id
      join archive_photos ap on ap.circle_id = cp.circle_id and ap.day_key = cp.day_key and ap.archive_id = ${archive.id}
      where cp.post_id in (${posts}) and cp.circle_id = ${archive.circle.id}
    union select ${sql.lit(archive.id)}, p.question_by from posts p
      where p.id in (${posts}) and p.question_by is not null and ${seesAskerOfSeenPost(me, col('p.question_by'))}
    on conflict do nothing`.execute(q);
  return rows.at(-1)?.post_id ?? null;
};

/**
 * Notes what the archive will hold: the posts of the circle and their photos, as its member sees them now. From then on
 * the database ends the archive when one of them leaves the circle. Resolves with the number of photos.
 */
export const registerContents = async (
  db: Database,
  viewer: Viewer,
  archive: OpenArchive,
  assertGoesOn: () => void,
): Promise<number> => {
  let before: number | null = Number.MAX_SAFE_INTEGER;
  while (before !== null) {
    assertGoesOn();
    const from: number = before;
    before = await db.write((tx) => registerPosts(tx, viewer, archive, from));
  }
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from archive_photos where archive_id = ${archive.id}`.execute(db.read);
  return rows[0]?.total ?? 0;
};

/** A moment of an archive with its photos, oldest first. */
export interface ArchivedPost {
  post: Post;
  photos: PlacedPhoto[];
}

/** The moments that the archive holds and its member still sees, newest first, a page at a time. */
export async function* archivedPosts(
  db: Database,
  viewer: Viewer,
  archive: OpenArchive,
): AsyncGenerator<ArchivedPost[]> {
  const me = bind(viewer.id);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await db.read
      .selectFrom('archive_posts')
      .select('post_id')
      .where('archive_id', '=', archive.id)
      .where('post_id', '<', before)
      .orderBy('post_id', 'desc')
      .limit(postsAtOnce)
      .execute();
    if (page.length === 0) return;
    const keys = page.map((row) => row.post_id);
    const posts = await loadPosts(db, viewer, keys);
    const { rows } = await sql<PhotoWithAdderRow>`
      ${selectPhotosWithAdder(
        me,
        sql`select cp.image_id from archive_photos ap
          join circle_photos cp on cp.circle_id = ap.circle_id and cp.day_key = ap.day_key
          where ap.archive_id = ${archive.id} and cp.post_id in (${sql.join(keys)})
            and ${seesPhotoById(me, col('cp.image_id'))}`,
      )} order by placed.position, placed.id`.execute(db.read);
    const photos = Map.groupBy(rows.flatMap(readPhotoWithAdder), ({ postId }) => postId);
    yield keys.flatMap((key) => {
      const post = posts.get(key);
      return post ? [{ post, photos: photos.get(post.id) ?? [] }] : [];
    });
    before = keys.at(-1) ?? 0;
  }
}
