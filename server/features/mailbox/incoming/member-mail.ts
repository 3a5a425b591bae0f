import { Readable } from 'node:stream';
import * as comments from '../../../../contract/comments.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import * as posts from '../../../../contract/posts.ts';
import { findCirclesByKey } from '../../../access/find/circles.ts';
import { findPost } from '../../../access/find/posts.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import { receivePhoto, type Received } from '../../../platform/images/receive.ts';
import type { RepeatKey } from '../../../platform/db/idempotency.ts';
import type { IncomingMail } from '../../../platform/mail-in/incoming-mail.ts';
import type { ReplyKey } from '../../../platform/mail/reply-keys.ts';
import { Problem } from '../../../platform/problem.ts';
import { addComment } from '../../comments/write.ts';
import { pauseLetters, startLetters } from '../../delivery/pause.ts';
import { maxBounces } from '../../letters/bounces.ts';
import { likePost } from '../../likes/like.ts';
import { createPost } from '../../posts/write.ts';
import { isInCircle } from '../membership.ts';
import { validated } from '../validated.ts';
import { noteTaken, reply, sayOnce, sentenceOf } from './replies.ts';
import { stopWords } from './stop-words.ts';
import { listAnswerable } from './which-moment.ts';

/** Smaller pictures in an answer are taken for part of a signature, which HTML shows, or some programs attach. */
const minPhotoBytes = { inline: 20_000, attached: 5_000 };

/** A mail that a mailbox member sent, as its proof shows. */
export interface MemberMail {
  mail: IncomingMail;
  /** The keys of this member in the order of the addresses; at least one. */
  keys: readonly ReplyKey[];
  /** The hash of its Message-ID. */
  id: string;
}

const wordOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!…]+$/u, '');
const startWords: ReadonlySet<string> = new Set(['start', 'anfangen', 'weiter']);
/** A mail of nothing but hearts is a like. */
const isHeart = (text: string): boolean =>
  /^(?:[\u2665\u2764\u{1F493}-\u{1F49F}\u{1F9E1}\u{1F90D}\u{1F90E}]\uFE0F?\s*)+$|^<3$/u.test(text.trim());

const note = (context: AppContext, viewer: Viewer, id: string): Promise<unknown> =>
  context.db.write((tx) => noteTaken(tx, viewer, id));

/** The job retries after these failures. */
const isTemporary = (problem: Problem): boolean =>
  problem.code === 'unavailable' || problem.code === 'tooMany';

/** Says that the moment or circle does not exist for the member. A member who is in no circle gets no mail. */
const sayGone = async (context: AppContext, viewer: Viewer, id: string): Promise<void> => {
  if (await isInCircle(context.db.read, viewer.id)) await reply(context, viewer, id, ({ gone }) => gone);
};

const refuse = async (
  context: AppContext,
  viewer: Viewer,
  { mail, id }: MemberMail,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof Problem) || isTemporary(error)) throw error;
  if (error.code === 'missing') return sayGone(context, viewer, id);
  const sentence = sentenceOf(error, viewer);
  await reply(
    context,
    viewer,
    id,
    ({ refused }) => ({ subject: refused.subject, about: refused.about({ why: sentence }) }),
    {
      quote: mail.text,
    },
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
  if (!post) return sayGone(context, viewer, id);
  const postId = post.public_id;
  // The answer to an empty mail must not tell whether a moment out of sight still exists.
  await findPost(context.db, viewer, postId);
  const hasPhotos = mail.photos.some(
    ({ bytes, isInline }) => bytes.length >= (isInline ? minPhotoBytes.inline : minPhotoBytes.attached),
  );
  if (mail.text.trim() === '')
    return reply(context, viewer, id, ({ empty, photosHere }) => (hasPhotos ? photosHere : empty));
  if (isHeart(mail.text)) {
    await likePost(context.db, viewer, postId);
  } else {
    const content = validated(comments.add.input.shape.content, mail.text);
    await addComment(context.db, viewer, { id: postId, content }, repeatKeyOf(id));
  }
  if (hasPhotos) await reply(context, viewer, id, ({ wordsOnly }) => wordsOnly);
  else await note(context, viewer, id);
};

/** Prefixes that programs write before the subject of an answer or a forwarded mail. */
const programPrefix =
  /^\s*(?:re|aw|fwd?|wg|tr|rv|rif|i|sv|vs|vl|vb|pd|odp|fs|ynt|ilt|enc|res|antw|doorst|转发|轉寄|回复|答复|転送|回覆)\s*[:：]/i;

// A forwarded mail is shared: its photos, or else its words. The words of a mail without text are its subject, unless the
// letter or the mail program wrote that.
const wordsOfMoment = (
  { text, forwarded, subject }: IncomingMail,
  hasPhotos: boolean,
  circles: readonly { name: string }[],
): string => {
  const words = hasPhotos ? text : forwarded;
  if (words.trim() !== '') return words;
  const isWritten = programPrefix.test(subject) || circles.some(({ name }) => subject.includes(name));
  return isWritten ? '' : subject;
};

const share = async (
  context: AppContext,
  viewer: Viewer,
  keys: readonly ReplyKey[],
  { mail, id }: MemberMail,
): Promise<void> => {
  const circles = await findCirclesByKey(
    context.db.read,
    viewer,
    keys.map(({ object }) => object),
  );
  if (circles.length === 0) return sayGone(context, viewer, id);
  if (!viewer.isVerified) return reply(context, viewer, id, ({ unverified }) => unverified);
  const photos = [...mail.photos, ...mail.forwardedPhotos];
  const words = wordsOfMoment(mail, photos.length > 0, circles);
  const content = validated(posts.create.input.shape.content, words) ?? '';
  if (photos.length > limits.photosPerPost) throw new Problem('invalid', messages.tooManyPhotos);
  if (photos.length === 0 && content === '')
    return reply(context, viewer, id, ({ empty, noPhotos }) =>
      mail.otherAttachments > 0 ? noPhotos : empty,
    );
  const files: Received[] = [];
  try {
    for (const { bytes } of photos)
      files.push(await receivePhoto(Readable.from([bytes]), { tmpDir: context.tmpDir }));
    const post = {
      content,
      circleIds: circles.map((circle) => circle.publicId),
      alts: [],
      photoIds: [],
      photos: files,
      isDaily: false,
    };
    await createPost(context, viewer, post, repeatKeyOf(id));
  } finally {
    for (const file of files) await file.remove();
  }
  if (mail.otherAttachments > 0) await reply(context, viewer, id, ({ photosOnly }) => photosOnly);
  else await note(context, viewer, id);
};

const askWhich = async (
  context: AppContext,
  viewer: Viewer,
  key: ReplyKey,
  taken: MemberMail,
): Promise<void> => {
  const until = key.object === 0 ? Number.MAX_SAFE_INTEGER : key.object;
  const { text } = taken.mail;
  const choices = await listAnswerable(context, viewer, until, text);
  if (choices.length === 0) return sayGone(context, viewer, taken.id);
  await reply(context, viewer, taken.id, ({ which }) => which, {
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
  const { mail, keys, id } = taken;
  const word = wordOf(mail.text);
  if (stopWords.has(word)) {
    await context.db.write((tx) => pauseLetters(tx, viewer.id));
    return reply(context, viewer, id, ({ stopped }) => stopped);
  }
  if (startWords.has(word)) {
    await context.db.write((tx) => startLetters(tx, viewer.id));
    return reply(context, viewer, id, ({ started }) => started);
  }
  const [first] = keys;
  if (first?.kind === 'circle')
    return share(
      context,
      viewer,
      keys.filter(({ kind }) => kind === 'circle'),
      taken,
    );
  if (first?.kind === 'moment') return comment(context, viewer, first, taken);
  if (first?.kind === 'letter') await askWhich(context, viewer, first, taken);
};

/**
 * Does what a proven mail of a mailbox member asks for, with the functions behind the API: they decide what the member
 * sees and may do. A mail tells the member about each refusal.
 */
export const takeMemberMail = async (
  context: AppContext,
  viewer: Viewer,
  taken: MemberMail,
): Promise<void> => {
  const member = String(viewer.id);
  if (!(await context.limits.allows('mailboxMails', member))) return sayOnce(context, viewer, 'many');
  await forgetBounces(context, viewer);
  try {
    await dispatch(context, viewer, taken);
  } catch (error) {
    await refuse(context, viewer, taken, error);
  }
  // A mail whose job has to be repeated counts once.
  await context.limits.count('mailboxMails', member, 1);
};
