import { sql } from 'kysely';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/shapes.ts';
import type * as contract from '../../../contract/albums.ts';
import { assertIsAuthor, assertMayAddPhotos } from '../../access/assert-may.ts';
import { findAlbum, type FoundAlbum } from '../../access/find/posts.ts';
import { findStillSeen } from '../../access/find/still-seen.ts';
import { seesPhotoById } from '../../access/rules/sees-photos.ts';
import { bind, col } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, onlyRow, type StatementRunner, type Tx } from '../../platform/db/database.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { forbidden, invalid, missing } from '../../platform/problem.ts';
import { attachPhotos, countPhotos } from '../media/photos.ts';
import { removeUnlessEvidence } from '../media/remove.ts';
import { refreshLikeNews } from '../likes/news.ts';
import { notifyNewPhotos } from '../notifications/new-photos.ts';
import { loadPost } from '../posts/read.ts';
import { returnPhotos } from '../posts/return-photos.ts';
import { assertIsOneShared, createPost } from '../posts/write.ts';

/** Shares an album. @throws invalid, missing for a circle that the viewer does not know of */
export const createAlbum = async (
  context: AppContext,
  viewer: Viewer,
  { title, adds = 'author', ...input }: Input<typeof contract.create>,
  repeatKey: RepeatKey | null,
): Promise<Post> => {
  const { content = '', photoIds = [], alts = [] } = input;
  const post = { ...input, content, photoIds, alts, photos: [], isDaily: false, album: { title, adds } };
  return createPost(context, viewer, post, repeatKey);
};

/** Those who see photos of one of these members in an album: others hear nothing of them. */
const photosIn = (post: number, adders: readonly number[]) => ({ photos: { post, adders } });

type Edit = Input<typeof contract.edit>;

/** Sets the descriptions of the viewer's own photos. @throws missing, forbidden for photos of others */
const describePhotos = async (tx: Tx, viewer: Viewer, { id, alts = [] }: Edit): Promise<void> => {
  const wanted = alts.map(({ photoId }) => photoId);
  const photos = await findPhotosOfAlbum(tx, viewer, id, wanted);
  if (photos.some((photo) => photo.owner_id !== viewer.id)) throw forbidden(messages.notYourPhoto);
  for (const { photoId, alt } of alts)
    await tx.q
      .updateTable('images')
      .set({ alt: alt || null })
      .where('public_id', '=', photoId)
      .execute();
};

/** Changes an album's title and cover, who may add photos, and descriptions of own photos. @throws missing, forbidden, invalid */
export const editAlbum = (
  db: Database,
  viewer: Viewer,
  { id: publicId, title, adds, alts, coverPhotoId }: Edit,
): Promise<Post> =>
  db.write(async (tx) => {
    await lockPost(tx, publicId);
    const album = await findAlbum(tx, viewer, publicId);
    const isOfAuthor = [title, adds, coverPhotoId].some((one) => one !== undefined);
    if (isOfAuthor || alts === undefined) assertIsAuthor(viewer, album);
    const [cover] = coverPhotoId ? await findPhotosOfAlbum(tx, viewer, publicId, [coverPhotoId]) : [];
    if (alts) await describePhotos(tx, viewer, { id: publicId, alts });
    if (adds === 'circle') {
      const circles = await tx.q
        .selectFrom('post_circles')
        .innerJoin('circles', 'circles.id', 'post_circles.circle_id')
        .select('circles.kind')
        .where('post_id', '=', album.id)
        .execute();
      assertIsOneShared(circles);
    }
    const changes = {
      ...(title !== undefined && { title }),
      ...(adds !== undefined && { adds }),
      ...(coverPhotoId !== undefined && { cover_photo_id: cover?.id ?? null }),
      ...(title !== undefined && title !== album.title && { edited_at: Date.now() }),
    };
    if (Object.keys(changes).length > 0)
      await tx.q.updateTable('posts').set(changes).where('id', '=', album.id).execute();
    const isPhotosAlone = Object.keys(changes).length === 0;
    await publish(tx, {
      kind: 'post',
      id: publicId,
      to: isPhotosAlone ? photosIn(album.id, [viewer.id]) : { post: album.id },
    });
    return loadPost(tx, viewer, publicId);
  });

const nextPosition = async ({ q }: Tx, album: FoundAlbum): Promise<number> => {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position) + 1, 0) as next from images where post_id = ${album.id}`.execute(q);
  return onlyRow(rows).next;
};

/** Notes photos as added later, and queues the notifications of them. Requires a locked album. */
const noteAddition = async (tx: Tx, album: number, photoIds: readonly string[]): Promise<void> => {
  if (photoIds.length === 0) return;
  const isShared = await tx.q
    .selectFrom('post_circles')
    .select('post_id')
    .where('post_id', '=', album)
    .limit(1)
    .executeTakeFirst();
  // Nobody else sees the album: its photos are no news, also if it is shared later.
  if (!isShared) return;
  const { id } = await tx.q
    .insertInto('album_additions')
    .values({ post_id: album, added_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.q.updateTable('images').set({ addition_id: id }).where('public_id', 'in', photoIds).execute();
  await tx.q.updateTable('post_circles').set({ last_addition_id: id }).where('post_id', '=', album).execute();
  await notifyNewPhotos(tx, album, id);
};

/** Adds uploaded photos to an album. @throws missing, forbidden, invalid */
export const addPhotos = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { id: publicId, photoIds, alts = [], keepsDays = true }: Input<typeof contract.addPhotos>,
  repeatKey: RepeatKey | null,
): Promise<Post> => {
  const make = async (tx: Tx) => {
    if (alts.length > photoIds.length) throw invalid('alts', messages.photoCaptionsMany);
    await lockPost(tx, publicId);
    const album = await findAlbum(tx, viewer, publicId);
    assertMayAddPhotos(viewer, album);
    if ((await countPhotos(tx, album.id)) + photoIds.length > limits.photosPerAlbum)
      throw invalid('photoIds', messages.albumFull);
    await attachPhotos(jobs, tx, viewer, {
      postId: album.id,
      photoIds,
      alts,
      from: await nextPosition(tx, album),
      keepsDays,
      maxVideos: limits.photosPerAlbum,
    });
    await noteAddition(tx, album.id, photoIds);
    if (viewer.id !== album.authorId)
      await tx.q.updateTable('posts').set({ has_others_photos: 1 }).where('id', '=', album.id).execute();
    await publish(tx, { kind: 'post', id: publicId, to: photosIn(album.id, [viewer.id]) });
    return { id: [publicId, ...photoIds].join(' '), result: await loadPost(tx, viewer, publicId) };
  };
  const load = (from: StatementRunner) => loadPost(from, viewer, publicId);
  return idempotent(db, { userId: viewer.id, repeatKey, make, load });
};

/** The named photos of an album, without those that the viewer does not see. */
const findSeenPhotos = ({ q }: Tx, viewer: Viewer, album: string, photoIds: readonly string[]) =>
  q
    .selectFrom('images')
    .innerJoin('posts', 'posts.id', 'images.post_id')
    .select(['images.id', 'images.owner_id', 'posts.id as post', 'posts.author_id'])
    .where('images.public_id', 'in', photoIds)
    .where('posts.public_id', '=', album)
    .where('posts.kind', '=', 'album')
    .where(seesPhotoById(bind(viewer.id), col('images.id')))
    .execute();

type SeenPhoto = Awaited<ReturnType<typeof findSeenPhotos>>[number];

/** All of the named photos of an album. @throws missing if the viewer does not see one of them */
const findPhotosOfAlbum = async (
  tx: Tx,
  viewer: Viewer,
  album: string,
  photoIds: readonly string[],
): Promise<SeenPhoto[]> => {
  const wanted = [...new Set(photoIds)];
  if (wanted.length === 0) return [];
  const rows = await findSeenPhotos(tx, viewer, album, wanted);
  if (rows.length < wanted.length) throw missing();
  return rows;
};

/** Deletes the viewer's own of these photos of an album, and returns the others to their owners. */
const takeOut = async (
  jobs: Jobs,
  tx: Tx,
  viewer: Viewer,
  { album, photos }: { album: string; photos: readonly SeenPhoto[] },
): Promise<void> => {
  const post = photos[0]?.post;
  if (post === undefined) return;
  const own = photos.filter((photo) => photo.owner_id === viewer.id).map(({ id }) => id);
  const others = photos.filter((photo) => photo.owner_id !== viewer.id).map(({ id }) => id);
  await removeUnlessEvidence(jobs, tx, own);
  if (own.length > 0) await refreshLikeNews(tx, { post, to: viewer.id });
  if (others.length > 0) await returnPhotos(tx, { post, images: others });
  const adders = [...new Set(photos.map((photo) => photo.owner_id))];
  await publish(tx, { kind: 'post', id: album, to: photosIn(post, adders) });
};

/** Deletes those of the viewer's own photos that an album still has, by what a call to add them has made. */
export const removeAddedIn = async (jobs: Jobs, tx: Tx, viewer: Viewer, made: string): Promise<void> => {
  const [album = '', ...photoIds] = made.split(' ');
  if (photoIds.length === 0) return;
  await lockPost(tx, album);
  const seen = await findSeenPhotos(tx, viewer, album, photoIds);
  const photos = seen.filter((photo) => photo.owner_id === viewer.id);
  await takeOut(jobs, tx, viewer, { album, photos });
};

/**
 * Deletes the viewer's own photos of an album, also where they do not see the album any more (ALBUM-5). The album's
 * author may also take out the photos of others, which return to them (ALBUM-7).
 * @returns null for a viewer who does not see the album
 * @throws missing, forbidden for photos of others
 */
export const removePhotos = (
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  { id: publicId, photoIds }: Input<typeof contract.removePhotos>,
): Promise<Post | null> =>
  db.write(async (tx) => {
    await lockPost(tx, publicId);
    const photos = await findPhotosOfAlbum(tx, viewer, publicId, photoIds);
    if (photos.some((photo) => photo.owner_id !== viewer.id && photo.author_id !== viewer.id))
      throw forbidden(messages.notYourPhoto);
    await takeOut(jobs, tx, viewer, { album: publicId, photos });
    const seen = await findStillSeen(tx, viewer, { photos: [], posts: [publicId] });
    return seen.posts.has(publicId) ? loadPost(tx, viewer, publicId) : null;
  });
