import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Post } from '../../../contract/shapes.ts';
import { findAudience, type LeftOut } from '../../access/readers/audience.ts';
import { findCircles } from '../../access/find/circles.ts';
import { findPost, type FoundPost } from '../../access/find/posts.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { onlyRow, prepared, type StatementRunner, type Tx } from '../../platform/db/database.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { popularityStep } from '../../platform/db/schema/posts.ts';
import { publish } from '../../platform/events/hub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { invalid, missing } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { recordAuditEntry } from '../audit/record.ts';
import {
  attachPhotos,
  dropPhotos,
  type StoredPhoto,
  storePhotos,
  type UploadedFile,
} from '../media/photos.ts';
import { deleteCommentsOn } from '../comments/account-deletion.ts';
import { removePhotosOfPost, removeUnlessEvidence } from '../media/remove.ts';
import { takeVoice } from '../media/voices.ts';
import { notifyMentioned, saveMentions } from '../mentions/write.ts';
import { answerQuestion, findQuestion } from '../questions/answer.ts';
import { notifyNewMoment } from '../notifications/new-moments.ts';
import { rememberDailyCircles } from './daily.ts';
import { leaveOut } from './leave-out.ts';
import { loadPost } from './read.ts';
import { returnPhotos } from './return-photos.ts';

export interface NewPost extends LeftOut {
  content: string;
  circleIds: readonly string[];
  /** Ids of the members who are mentioned in the words. */
  mentions?: readonly string[];
  /** Captions for blind people, in the order of the photos. */
  alts: readonly string[];
  /** The ids of photos uploaded before. */
  photoIds: readonly string[];
  photos: readonly UploadedFile[];
  /** The id of a voice uploaded before. */
  voiceId?: string | undefined;
  /** A daily photo: its circles are remembered for the next one. */
  isDaily: boolean;
  /** The question that it answers. */
  questionId?: string | undefined;
  /** Whether the days on which the photos were taken stay. Default: they do. */
  keepsDays?: boolean | undefined;
  /** The day on which the photos in the request were taken, if their files do not name it. */
  takenOn?: string | undefined;
  /** Makes an album. */
  album?: { title: string; adds: 'author' | 'circle' };
}

/** @param parts the number of photos and voices @throws invalid */
export const checkWords = (content: string, parts: number): void => {
  if (content === '' && parts === 0) throw invalid('content', messages.postEmpty);
};

const checkShape = ({ content, circleIds, alts, photoIds, photos, voiceId, album }: NewPost): void => {
  const count = photoIds.length + photos.length;
  if (alts.length > count) throw invalid('alts', messages.photoCaptionsMany);
  // An album may be empty, or its author's alone.
  if (album) return;
  checkWords(content, count + (voiceId === undefined ? 0 : 1));
  if (count > limits.photosPerPost) throw invalid('media', messages.tooManyPhotos);
  if (circleIds.length === 0) throw invalid('circleIds', messages.circleRequired);
};

const insertPost = prepared<
  {
    publicId: string;
    author: number;
    content: string;
    now: number;
    kind: 'post' | 'album';
    title: string | null;
    adds: 'author' | 'circle';
    voice: number | null;
  },
  { id: number }
>({
  name: 'insert_post',
  parameters: ['publicId', 'author', 'content', 'now', 'kind', 'title', 'adds', 'voice'],
  text: ({ publicId, author, content, now, kind, title, adds, voice }) => sql`
    insert into posts (public_id, author_id, content, created_at, letters_recorded, kind, title, adds, voice_id)
    values (${publicId}, ${author}, ${content}, ${now}, 1, ${kind}, ${title}, ${adds}, ${voice}) returning id`,
});

export const insertPostCircle = prepared<{ circle: number; post: number; author: number }, never>({
  name: 'insert_post_circle',
  parameters: ['circle', 'post', 'author'],
  text: ({ circle, post, author }) => sql`
    insert into post_circles (circle_id, post_id, author_id, popularity, is_album, carries_content)
    values (${circle}, ${post}, ${author},
      (select id + (likes_count + comments_count) * ${sql.lit(popularityStep)} from posts where id = ${post}),
      (select case when kind = 'album' then 1 else 0 end from posts where id = ${post}),
      (select case when letters_carry = 'content' then 1 else 0 end from circles where id = ${circle}))`,
});

const countPost = prepared<{ author: number; by: number }, never>({
  name: 'count_post',
  parameters: ['author', 'by'],
  text: ({ author, by }) => sql`update users set posts_count = posts_count + ${by} where id = ${author}`,
});

/** Stores and notifies the members who are mentioned in a post. @throws missing if one of them does not see it */
export const mention = async (
  tx: Tx,
  viewer: Viewer,
  post: Pick<FoundPost, 'id' | 'authorId'>,
  words: { ids: readonly string[] | undefined; content: string },
): Promise<void> => {
  const mentioned = await saveMentions(tx, viewer, { post }, words);
  if (mentioned.length > 0)
    await tx.q.updateTable('posts').set({ has_mentions: 1 }).where('id', '=', post.id).execute();
  await notifyMentioned(tx, viewer, { post }, mentioned);
};

/** Everyone may add photos to an album only in exactly one circle, which is shared. @throws invalid */
export const assertIsOneShared = (circles: readonly { kind: 'shared' | 'private' }[]): void => {
  const [circle] = circles;
  if (circles.length !== 1 || circle?.kind !== 'shared') throw invalid('adds', messages.albumOneCircle);
};

/**
 * Shares a moment. It processes the photos before the transaction, which awaits only its statements, and checks the
 * circles again inside it.
 * @throws invalid, missing for a circle that the viewer does not know of, and the refusals of photos
 */
export const createPost = async (
  context: AppContext,
  viewer: Viewer,
  input: NewPost,
  repeatKey: RepeatKey | null = null,
): Promise<Post> => {
  checkShape(input);
  let photos: readonly StoredPhoto[] = [];
  const prepare = async () => {
    // Every member who sees a circle may post to it, so seeing is the only check: only its owner sees a private circle.
    const circles = await findCircles(context.db.read, viewer, input.circleIds);
    if (input.album?.adds === 'circle') assertIsOneShared(circles);
    if (input.photos.length > 0)
      await context.limits.consume('photos', String(viewer.id), input.photos.length);
    photos = await storePhotos(context, viewer, input.photos, { takenOn: input.takenOn });
  };
  const attached = new Set<StoredPhoto>();
  const make = async (tx: Tx) => {
    const circles = await findCircles(tx.q, viewer, input.circleIds);
    const question =
      input.questionId === undefined ? null : await findQuestion(tx, viewer, input.questionId, circles);
    const publicId = newId();
    const { content } = input;
    const now = Date.now();
    // Before the post, so that its transaction has a number before the post has a key.
    await tx.run(countPost, { author: viewer.id, by: 1 });
    const { title, adds } = input.album ?? { title: null, adds: 'author' as const };
    const kind = input.album ? ('album' as const) : ('post' as const);
    const voice = await takeVoice(tx, viewer, input.voiceId);
    const row = { publicId, author: viewer.id, content, now, kind, title, adds, voice };
    const { id } = onlyRow(await tx.run(insertPost, row));
    for (const circle of circles) {
      await tx.run(insertPostCircle, { circle: circle.id, post: id, author: viewer.id });
      await notifyNewMoment(tx, circle.id, id);
    }
    const leavesOut = input.withoutLetters || (input.hiddenFrom?.length ?? 0) > 0;
    if (leavesOut) await leaveOut(tx, viewer, id, input, now);
    const photoIds = [...input.photoIds, ...photos.map((photo) => photo.publicId)];
    await attachPhotos(context.jobs, tx, viewer, {
      postId: id,
      photoIds,
      alts: input.alts,
      keepsDays: input.keepsDays ?? true,
      maxVideos: input.album ? limits.photosPerAlbum : limits.videosPerPost,
    });
    if (question) {
      await tx.q
        .updateTable('posts')
        .set({ question: question.words, question_by: question.askerId })
        .where('id', '=', id)
        .execute();
      await answerQuestion(tx, viewer, question, id);
    }
    if (input.isDaily) await rememberDailyCircles(tx, viewer.id, leavesOut ? [] : input.circleIds);
    const ids = input.mentions ?? [];
    if (ids.length > 0) await mention(tx, viewer, { id, authorId: viewer.id }, { ids, content });
    await publish(tx, { kind: 'post', id: publicId, to: { post: id } });
    tx.afterCommit(() => {
      for (const photo of photos) attached.add(photo);
    });
    return { id: publicId, result: await loadPost(tx, viewer, publicId) };
  };
  try {
    const load = (from: StatementRunner, made: string) => loadPost(from, viewer, made);
    return await idempotent(context.db, { userId: viewer.id, repeatKey, prepare, make, load });
  } finally {
    // The request was refused, or an earlier call had made the post: these photos belong to no post.
    await dropPhotos(
      context,
      photos.filter((photo) => !attached.has(photo)),
    );
  }
};

const erase = async (jobs: Jobs, tx: Tx, post: FoundPost, actorId: number | null): Promise<void> => {
  // Lock the post, so that a concurrent report either keeps the photos or finds nothing.
  await lockPost(tx, post.publicId);
  const told = await findAudience(tx.q, { post: post.id });
  await returnPhotos(tx, { post: post.id });
  await removePhotosOfPost(jobs, tx, post.id);
  const voices = await deleteCommentsOn(tx, post.id);
  const deleted = await tx.q
    .deleteFrom('posts')
    .where('id', '=', post.id)
    .returning('voice_id')
    .executeTakeFirst();
  // Somebody else deleted it before the lock.
  if (!deleted) throw missing();
  const { voice_id: voice } = deleted;
  await removeUnlessEvidence(jobs, tx, voice === null ? voices : [...voices, voice]);
  await tx.run(countPost, { author: post.authorId, by: -1 });
  // The author of a removed moment must not read who removed it.
  const about = actorId === post.authorId ? {} : { aboutId: post.authorId };
  await recordAuditEntry(tx, 'post.deleted', { actorId, target: post.publicId, ...about });
  await publish(tx, { kind: 'post', id: post.publicId, to: { members: told } });
};

/** Deletes a post with its photos, comments, likes and notifications. @throws missing, forbidden */
export const deletePost = (
  context: Pick<AppContext, 'db' | 'jobs'>,
  viewer: Viewer,
  publicId: string,
): Promise<void> => context.db.write((tx) => deletePostIn(context.jobs, tx, viewer, publicId));

/** Like `deletePost`, as a part of a transaction. @throws missing, forbidden */
export const deletePostIn = async (jobs: Jobs, tx: Tx, viewer: Viewer, publicId: string): Promise<void> => {
  const post = await findPost(tx, viewer, publicId);
  assertIsAuthor(viewer, post);
  await erase(jobs, tx, post, viewer.id);
};

/** Deletes a post by its key, as an administrator's decision on a report. */
export const removeReportedPost = async (
  jobs: Jobs,
  tx: Tx,
  postId: number,
  actorId: number,
): Promise<void> => {
  const post = await tx.q
    .selectFrom('posts')
    .select(['id', 'public_id', 'author_id'])
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!post) return;
  await erase(jobs, tx, { id: post.id, publicId: post.public_id, authorId: post.author_id }, actorId);
};

/** Deletes a post again that a restored backup brought back. @returns whether it existed */
export const removePostAgain = async (jobs: Jobs, tx: Tx, publicId: string): Promise<boolean> => {
  const post = await tx.q
    .selectFrom('posts')
    .select(['id', 'author_id'])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!post) return false;
  await erase(jobs, tx, { id: post.id, publicId, authorId: post.author_id }, null);
  return true;
};
