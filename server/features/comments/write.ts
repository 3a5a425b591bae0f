import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import type { Comment } from '../../../contract/shapes.ts';
import { findAudienceAmong } from '../../access/readers/audience.ts';
import { findComment, findSeenComment, type FoundComment } from '../../access/find/comments.ts';
import { findPhotoOf, type FoundPhoto } from '../../access/find/images.ts';
import { findPost, type FoundPost } from '../../access/find/posts.ts';
import { assertIsWriter } from '../../access/assert-may.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type Database, onlyRow, prepared, type Tx } from '../../platform/db/database.ts';
import { lockPost, lockRows } from '../../platform/db/locks.ts';
import { idempotent, type RepeatKey } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid, missing } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import { takeVoice } from '../media/voices.ts';
import { notifyFollowers } from '../notifications/followers.ts';
import { notify } from '../notifications/notify.ts';
import { notifyMentioned, saveMentions } from '../mentions/write.ts';
import { countComment } from './count.ts';
import { publicIdOfPost } from './delete.ts';
import { loadComment } from './list.ts';

const insertComment = prepared<
  {
    publicId: string;
    post: number;
    author: number;
    content: string;
    now: number;
    thread: number | null;
    answered: number | null;
    answers: number | null;
    image: number | null;
    voice: number | null;
  },
  { id: number }
>({
  name: 'insert_comment',
  parameters: [
    'publicId',
    'post',
    'author',
    'content',
    'now',
    'thread',
    'answered',
    'answers',
    'image',
    'voice',
  ],
  text: ({ publicId, post, author, content, now, thread, answered, answers, image, voice }) => sql`
    insert into comments (public_id, post_id, author_id, content, created_at, thread_id, answered_id, image_id, voice_id, about_owner_id)
    values (${publicId}, ${post}, ${author}, ${content}, ${now}, ${thread}, ${answered}, ${image}, ${voice},
      coalesce((select owner_id from images where id = ${image}), (select about_owner_id from comments where id = ${answers}))) returning id`,
});

const placeComment = prepared<{ comment: number; post: number; author: number }, never>({
  name: 'place_comment',
  parameters: ['comment', 'post', 'author'],
  text: ({ comment, post, author }) => sql`
    insert into comment_circles (comment_id, circle_id)
    select ${comment}, pc.circle_id from post_circles pc
    join circles c on c.id = pc.circle_id and c.kind = 'shared'
    join circle_members m on m.circle_id = pc.circle_id and m.user_id = ${author}
    where pc.post_id = ${post}`,
});

const placeAnswer = prepared<{ comment: number; answered: number; author: number }, never>({
  name: 'place_answer',
  parameters: ['comment', 'answered', 'author'],
  text: ({ comment, answered, author }) => sql`
    insert into comment_circles (comment_id, circle_id)
    select ${comment}, kept.circle_id from comment_circles kept
    join circle_members m on m.circle_id = kept.circle_id and m.user_id = ${author}
    where kept.comment_id = ${answered}`,
});

/**
 * Locks the thread of a comment against a concurrent ban of its writers and the deletion of its first comment, so that
 * these count the new answer. Call it before `lockPost`: they lock in the same order, which prevents deadlocks.
 */
const lockThread = async (tx: Tx, publicId: string): Promise<void> => {
  const named = tx.q.selectFrom('comments').where('public_id', '=', publicId);
  const first = named.select(sql<number>`coalesce(thread_id, id)`.as('id'));
  const thread = tx.q.selectFrom('comments').where('id', 'in', first);
  const writers = named.select('author_id').union(thread.select('author_id'));
  await lockRows(tx, tx.q.selectFrom('users').select('id').where('id', 'in', writers).orderBy('id'));
  await lockRows(tx, thread.select('id'));
};

/** @throws missing if the viewer does not see the comment, or if it is beneath another post */
const findAnswered = async (
  tx: Tx,
  viewer: Viewer,
  postId: number,
  publicId: string,
): Promise<FoundComment> => {
  const answered = await findComment(tx, viewer, publicId);
  if (answered.postId !== postId) throw missing();
  return answered;
};

/**
 * The photo that a comment is about: an answer is about that of the comment it answers.
 * @throws missing if the viewer does not see the photo, or if it is in another post
 */
const findAbout = async (
  tx: Tx,
  viewer: Viewer,
  post: FoundPost,
  {
    answered,
    photoId = answered?.photo ?? undefined,
  }: { answered: FoundComment | null; photoId: string | undefined },
): Promise<FoundPhoto | null> => {
  if (photoId === undefined) return null;
  if (answered && answered.photo !== photoId) throw missing();
  return findPhotoOf(tx, viewer, post, photoId);
};

interface NewComment {
  post: FoundPost;
  comment: number;
  answered: FoundComment | null;
  mentioned: readonly number[];
}

/**
 * Notifies the answered member and the mentioned members if they see the comment, and the post's author. Nobody is
 * notified twice: an answer counts more than a mention.
 */
const notifyReaders = async (
  tx: Tx,
  viewer: Viewer,
  { post, comment, answered, mentioned }: NewComment,
): Promise<void> => {
  const about = { actor: viewer.id, post: post.id, comment };
  const to = answered?.authorId;
  if (to !== undefined && (await findAudienceAmong(tx.q, { comment }, [to])).length > 0)
    await notify(tx, { kind: 'answer', to, ...about });
  const others = mentioned.filter((member) => member !== to);
  await notifyMentioned(tx, viewer, { post, comment }, others);
  if (to !== post.authorId && !mentioned.includes(post.authorId))
    await notify(tx, { kind: 'comment', to: post.authorId, ...about });
};

/**
 * Comments on a post. The comment belongs to the post's shared circles that its writer is in now (COMMENT-1), an answer
 * to the circles of the comment it answers that its writer is in (ANSWER-1).
 * @throws missing
 */
export const addComment = (
  db: Database,
  viewer: Viewer,
  input: {
    id: string;
    content: string;
    replyTo?: string | undefined;
    photoId?: string | undefined;
    voiceId?: string | undefined;
    mentions?: readonly string[] | undefined;
  },
  repeatKey: RepeatKey | null = null,
): Promise<Comment> => {
  if (input.content === '' && input.voiceId === undefined) throw invalid('content', messages.commentEmpty);
  const make = async (tx: Tx) => {
    if (input.replyTo !== undefined) await lockThread(tx, input.replyTo);
    await lockPost(tx, input.id);
    const post = await findPost(tx, viewer, input.id);
    const answered =
      input.replyTo === undefined ? null : await findAnswered(tx, viewer, post.id, input.replyTo);
    const photo = await findAbout(tx, viewer, post, { answered, photoId: input.photoId });
    const thread = answered && (answered.threadId ?? answered.id);
    const publicId = newId();
    const where = { post: post.id, author: viewer.id };
    const { content } = input;
    const { id } = onlyRow(
      await tx.run(insertComment, {
        ...where,
        publicId,
        content,
        now: Date.now(),
        thread,
        answered: answered && answered.authorId,
        answers: answered && answered.id,
        image: photo && photo.id,
        voice: await takeVoice(tx, viewer, input.voiceId),
      }),
    );
    if (answered) await tx.run(placeAnswer, { comment: id, answered: answered.id, author: viewer.id });
    else await tx.run(placeComment, { ...where, comment: id });
    await countComment(tx, { id, postId: post.id, authorId: viewer.id, threadId: thread }, 1);
    const ids = input.mentions ?? [];
    const written = { post, comment: id, answered: answered?.authorId ?? null };
    const mentioned = ids.length > 0 ? await saveMentions(tx, viewer, written, { ids, content }) : [];
    await notifyReaders(tx, viewer, { post, comment: id, answered, mentioned });
    await notifyFollowers(tx, id);
    await publish(tx, { kind: 'comment', id: input.id, to: { comment: id } });
    return { id: publicId, result: await loadComment(tx, viewer, publicId) };
  };
  return idempotent(db, {
    userId: viewer.id,
    repeatKey,
    make,
    load: (q, made) => loadComment(q, viewer, made),
  });
};

const hasVoice = async ({ q }: Tx, commentId: number): Promise<boolean> => {
  const { voice_id: voice } = await q
    .selectFrom('comments')
    .select('voice_id')
    .where('id', '=', commentId)
    .executeTakeFirstOrThrow();
  return voice !== null;
};

/**
 * Edits the viewer's own comment. Like writing one, it requires sight of the moment (COMMENT-1, COMMENT-9). Earlier words
 * are not kept.
 * @throws missing, forbidden, invalid for no words without a voice
 */
export const editComment = (
  db: Database,
  viewer: Viewer,
  { id: publicId, content, mentions }: { id: string; content: string; mentions?: string[] | undefined },
): Promise<Comment> =>
  db.write(async (tx) => {
    const comment = await findSeenComment(tx, viewer, publicId);
    assertIsWriter(viewer, comment);
    await lockRows(tx, tx.q.selectFrom('comments').select('id').where('id', '=', comment.id));
    if (content === '' && !(await hasVoice(tx, comment.id))) throw invalid('content', messages.commentEmpty);
    const written = {
      post: { id: comment.postId, authorId: comment.postAuthorId },
      comment: comment.id,
      answered: comment.answeredId,
    };
    const mentioned = await saveMentions(tx, viewer, written, { ids: mentions, content });
    await notifyMentioned(tx, viewer, written, mentioned);
    const changed = await tx.q
      .updateTable('comments')
      .set({ content, edited_at: Date.now() })
      .where('id', '=', comment.id)
      .where('content', '<>', content)
      .returning('post_id')
      .executeTakeFirst();
    if (changed) {
      const id = await publicIdOfPost(tx, changed.post_id);
      await publish(tx, { kind: 'comment', id, to: { comment: comment.id } });
    }
    return loadComment(tx, viewer, publicId);
  });
