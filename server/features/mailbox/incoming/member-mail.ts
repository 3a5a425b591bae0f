import { Readable } from 'node:stream';
import * as comments from '../../../../contract/comments.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import { findComment } from '../../../access/find/comments.ts';
import type { SeenCircle } from '../../../access/find/circles.ts';
import { findPost, type FoundPost } from '../../../access/find/posts.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { receivePhoto, type Received } from '../../../platform/images/receive.ts';
import { findMade, type RepeatKey } from '../../../platform/db/idempotency.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';
import type { ReplyKey } from '../../../platform/mail/reply-keys.ts';
import { Problem } from '../../../platform/problem.ts';
import { addComment } from '../../comments/write.ts';
import { stopAll } from '../../delivery/choices.ts';
import { pauseLetters, startLetters } from '../../delivery/pause.ts';
import { maxBounces } from '../../letters/bounces.ts';
import { likePost } from '../../likes/like.ts';
import { createPost } from '../../posts/write.ts';
import { findMailedQuestion } from '../../questions/answer.ts';
import { findCirclesOfKeys } from '../addresses.ts';
import { isInCircle } from '../membership.ts';
import { validated } from '../validated.ts';
import { type Counted, finish, type Reply, reply, sayOnce, sentenceOf, type TakenMail } from './replies.ts';
import { isHeart, isStart, isStop, wordOf } from './single-words.ts';
import { isTemporary, saySound, takeSound } from './sounds.ts';
import { wordsOfMoment } from './words-of-moment.ts';
import { listAnswerable } from './which-moment.ts';

/** Smaller pictures in an answer are taken for part of a signature, which HTML shows, or some programs attach. */
const minPhotoBytes = { inline: 20_000, attached: 5_000 };

const hasOwnPhotos = ({ photos }: IncomingMail): boolean =>
  photos.some(
    ({ bytes, isInline }) => bytes.length >= (isInline ? minPhotoBytes.inline : minPhotoBytes.attached),
  );

/** A mail that a member sent, as its proof shows. */
export interface MemberMail extends TakenMail {
  mail: IncomingMail;
  /** The keys of this member in the order of the addresses; at least one. */
  keys: readonly ReplyKey[];
}

/** Says that the moment or circle does not exist for the member. A member who is in no circle gets no mail. */
const sayGone = async (context: AppContext, viewer: Viewer, taken: MemberMail): Promise<void> => {
  if (await isInCircle(context.db.read, viewer.id)) await reply(context, viewer, taken, ({ gone }) => gone);
};

/** Says that videos cannot be shared by mail, and whether the rest of the mail was. */
const sayVideos =
  ({ settings }: AppContext, { hasAccount }: MemberMail, taken: 'nothing' | 'rest'): Reply =>
  ({ videos }) => ({
    subject: videos[taken],
    about: videos.about({ address: settings.publicUrl, hasAccount }),
  });

const refuse = async (
  context: AppContext,
  viewer: Viewer,
  taken: MemberMail,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof Problem) || isTemporary(error)) throw error;
  if (error.code === 'missing') return sayGone(context, viewer, taken);
  const sentence = sentenceOf(error, viewer);
  await reply(
    context,
    viewer,
    taken,
    ({ refused }) => ({ subject: refused.subject, about: refused.about({ why: sentence }) }),
    { quote: taken.mail.text },
  );
};

/** A mail that is processed again shares nothing twice. */
const repeatKeyOf = (id: string): RepeatKey => ({ key: `mail ${id}`, contentHash: null });

const comment = async (
  context: AppContext,
  viewer: Viewer,
  key: ReplyKey,
  taken: MemberMail,
): Promise<void> => {
  const { mail, id } = taken;
  const post = await context.db.read
    .selectFrom('posts')
    .select('public_id')
    .where('id', '=', key.object)
    .executeTakeFirst();
  if (!post) return sayGone(context, viewer, taken);
  const postId = post.public_id;
  // The answer to an empty mail must not tell whether a moment out of sight still exists.
  await findPost(context.db, viewer, postId);
  const hasPhotos = hasOwnPhotos(mail);
  const { voiceId, refused } = await takeSound(context, viewer, taken);
  if (mail.text.trim() === '' && voiceId === undefined) {
    if (refused !== null) return reply(context, viewer, taken, saySound(refused, 'nothing'));
    if (mail.videos > 0) return reply(context, viewer, taken, sayVideos(context, taken, 'nothing'));
    return reply(context, viewer, taken, ({ empty, photosHere }) => (hasPhotos ? photosHere : empty));
  }
  const isLike = isHeart(mail.text);
  // A voice that comes with a heart is a comment, too.
  const isOnlyLike = isLike && voiceId === undefined;
  const counted: Counted = { post: key.object, comment: null, isHeart: isOnlyLike, circle: null };
  if (isLike) await likePost(context.db, viewer, postId);
  if (!isOnlyLike) {
    const content = validated(comments.add.input.shape.content, isLike ? '' : mail.text.trim());
    const added = await addComment(context.db, viewer, { id: postId, content, voiceId }, repeatKeyOf(id));
    counted.comment = (await findComment(context.db, viewer, added.id)).id;
  }
  if (refused !== null) return finish(context, viewer, taken, { counted, say: saySound(refused, 'rest') });
  if (mail.videos > 0)
    return finish(context, viewer, taken, { counted, say: sayVideos(context, taken, 'rest') });
  const say: Reply = ({ wordsOnly }) => wordsOnly;
  await finish(context, viewer, taken, { counted, ...(hasPhotos && { say }) });
};

const shareIn = async (
  context: AppContext,
  viewer: Viewer,
  taken: MemberMail,
  { circles, questionId }: { circles: readonly SeenCircle[]; questionId?: string },
): Promise<void> => {
  const { mail, id } = taken;
  if (!viewer.isVerified) return reply(context, viewer, taken, ({ unverified }) => unverified);
  const photos = [...mail.photos, ...mail.forwardedPhotos];
  const { voiceId, refused } = await takeSound(context, viewer, taken);
  if (photos.length === 0 && refused !== null && mail.text.trim() === '')
    return reply(context, viewer, taken, saySound(refused, 'nothing'));
  if (photos.length === 0 && voiceId === undefined && mail.videos > 0) {
    const { text } = mail;
    const say = sayVideos(context, taken, 'nothing');
    return reply(context, viewer, taken, say, text.trim() === '' ? {} : { quote: text });
  }
  // The subject of an answer is the question.
  const words =
    questionId === undefined
      ? wordsOfMoment(mail, photos.length > 0 || mail.sound !== null, circles)
      : mail.text || mail.forwarded;
  const content = validated(posts.create.input.shape.content, words) ?? '';
  if (photos.length > limits.photosPerPost) throw new Problem('invalid', messages.tooManyPhotos);
  if (photos.length === 0 && voiceId === undefined && content === '')
    return reply(context, viewer, taken, ({ empty, noPhotos }) =>
      mail.otherAttachments > 0 ? noPhotos : empty,
    );
  const files: Received[] = [];
  let shared: FoundPost;
  try {
    for (const { bytes } of photos)
      files.push(await receivePhoto(Readable.from([bytes]), { tmpDir: context.tmpDir }));
    const post = {
      content,
      circleIds: circles.map((circle) => circle.publicId),
      alts: [],
      photoIds: [],
      photos: files,
      voiceId,
      isDaily: false,
      questionId,
    };
    const { id: postId } = await createPost(context, viewer, post, repeatKeyOf(id));
    shared = await findPost(context.db, viewer, postId);
  } finally {
    for (const file of files) await file.remove();
  }
  const [only, ...others] = circles;
  const circle = only && others.length === 0 ? only.id : null;
  const counted = { post: shared.id, comment: null, isHeart: false, circle };
  if (refused !== null) return finish(context, viewer, taken, { counted, say: saySound(refused, 'rest') });
  const say: Reply = mail.videos > 0 ? sayVideos(context, taken, 'rest') : ({ photosOnly }) => photosOnly;
  await finish(context, viewer, taken, { counted, ...(mail.otherAttachments > 0 && { say }) });
};

const share = async (context: AppContext, viewer: Viewer, taken: MemberMail): Promise<void> => {
  const circles = await findCirclesOfKeys(context.db.read, viewer, taken.keys);
  if (circles.length === 0) return sayGone(context, viewer, taken);
  return shareIn(context, viewer, taken, { circles });
};

/** The answer to a question is a moment in its circle (ASK-1). The words of one that comes too late are mailed back. */
const answerQuestion = async (
  context: AppContext,
  viewer: Viewer,
  key: ReplyKey,
  taken: MemberMail,
): Promise<void> => {
  const { mail, id } = taken;
  const sayOver = () => {
    const quote = mail.text.trim() || mail.forwarded.trim();
    return reply(context, viewer, taken, ({ questionOver: over }) => over, quote === '' ? {} : { quote });
  };
  const question = await findMailedQuestion(context.db.read, viewer, key.object);
  if (question) {
    try {
      const { circle, publicId: questionId } = question;
      return await shareIn(context, viewer, taken, { circles: [circle], questionId });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'missing') throw error;
      // It ended just now.
      return sayOver();
    }
  }
  const made = await findMade(context.db, viewer.id, repeatKeyOf(id));
  if (made === null) return sayOver();
  // This mail has answered it, but its job stopped before its end.
  const { id: post } = await findPost(context.db, viewer, made);
  await finish(context, viewer, taken, { counted: { post, comment: null, isHeart: false, circle: null } });
};

/** @param newest the key of the newest moment that it can be; 0 for any */
const askWhich = async (
  context: AppContext,
  viewer: Viewer,
  newest: number,
  taken: MemberMail,
): Promise<void> => {
  const until = newest === 0 ? Number.MAX_SAFE_INTEGER : newest;
  const { text } = taken.mail;
  const choices = await listAnswerable(context, viewer, until, { text, hasAccount: taken.hasAccount });
  if (choices.length === 0) return sayGone(context, viewer, taken);
  const isLong = choices.some(({ to }) => typeof to === 'string');
  const words = text.trim() === '' ? 'none' : isLong ? 'page' : 'mail';
  const say: Reply = ({ which: { subject, about } }) => ({ subject, about: about({ words }) });
  await reply(context, viewer, taken, say, {
    choices,
    ...(text.trim() !== '' && { quote: text }),
  });
};

/** A mail of the member arrived, so their mail server works again. */
const forgetBounces = async (context: AppContext, viewer: Viewer): Promise<void> => {
  await context.db.write(async (tx) => {
    const member = await tx.q
      .selectFrom('users')
      .select('bounces')
      .where('id', '=', viewer.id)
      .executeTakeFirst();
    if (!member || member.bounces === 0) return;
    if (member.bounces >= maxBounces) await startLetters(tx, viewer.id);
    await tx.q.updateTable('users').set({ bounces: 0 }).where('id', '=', viewer.id).execute();
  });
};

const dispatch = async (context: AppContext, viewer: Viewer, taken: MemberMail): Promise<void> => {
  const { mail, keys, hasAccount } = taken;
  // The words beside a photo, recording or video are its caption.
  const word = hasOwnPhotos(mail) || mail.sound || mail.videos > 0 ? '' : wordOf(mail.text);
  if (isStop(word)) {
    await context.db.write(async (tx) => {
      if (!(await pauseLetters(tx, viewer.id))) await stopAll(tx, viewer.id);
    });
    return reply(context, viewer, taken, ({ stopped, stoppedInApp }) =>
      hasAccount ? stoppedInApp : stopped,
    );
  }
  if (!hasAccount && isStart(word, viewer)) {
    await context.db.write((tx) => startLetters(tx, viewer.id));
    return reply(context, viewer, taken, ({ started }) => started);
  }
  const [first, ...others] = keys;
  // One mail can share with several circles, and answer one moment.
  if (others.length > 0 && !keys.some(({ kind }) => kind === 'circle' || kind === 'address')) {
    const moments = keys.flatMap(({ kind, object }) => (kind === 'moment' ? object : []));
    return askWhich(context, viewer, Math.max(0, ...moments), taken);
  }
  if (first?.kind === 'circle' || first?.kind === 'address') return share(context, viewer, taken);
  if (first?.kind === 'question') return answerQuestion(context, viewer, first, taken);
  if (first?.kind === 'moment') return comment(context, viewer, first, taken);
  if (first?.kind === 'letter') await askWhich(context, viewer, first.object, taken);
};

/**
 * Does what a proven mail of a member asks for, with the functions behind the API: they decide what the member
 * sees and may do. A mail tells the member about each refusal.
 */
export const takeMemberMail = async (
  context: AppContext,
  viewer: Viewer,
  taken: MemberMail,
): Promise<void> => {
  const member = String(viewer.id);
  if (!(await context.limits.allows('mailboxMails', member))) return sayOnce(context, viewer, 'many');
  if (!taken.hasAccount) await forgetBounces(context, viewer);
  try {
    await dispatch(context, viewer, taken);
  } catch (error) {
    await refuse(context, viewer, taken, error);
  }
  // A mail whose job has to be repeated counts once.
  await context.limits.count('mailboxMails', member, 1);
};
