import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Problem } from '../../../platform/problem.ts';
import type { Choice } from '../../../platform/mail/layout.ts';
import { wordsFor } from '../../../words/reader.ts';
import { translate, type Words } from '../../../words/words.ts';
import { notify } from '../../notifications/notify.ts';
import { byMailNews } from '../../notifications/by-mail.ts';
import { queueMailboxMail } from '../mails.ts';

type Replies = Words['mailbox']['replies'];

/** Chooses the subject and the sentence of a mail in the member's language. */
export type Reply = (words: Replies) => { subject: string; about: string };

/** The keys of the moment or comment that a mail became. */
export interface Counted {
  post: number;
  /** Null for a moment or a heart. */
  comment: number | null;
  isHeart: boolean;
  /** The one circle of a moment; null for several, and for an answer. */
  circle: number | null;
}

/** A mail that was taken, and its sender. */
export interface TakenMail {
  /** The hash of its Message-ID. */
  id: string;
  hasAccount: boolean;
}

/** Notes that a mail was taken. @returns false if it was before: the same mail has no second effect */
export const noteTaken = async (
  { q }: Tx,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  counted: Counted | null = null,
): Promise<boolean> => {
  const noted = await q
    .insertInto('taken_mails')
    .values({
      message_id_hash: id,
      user_id: viewer.id,
      taken_at: Date.now(),
      post_id: counted === null || counted.isHeart || counted.comment !== null ? null : counted.post,
      comment_id: counted?.comment ?? null,
    })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return noted !== undefined;
};

/** Ends with a mail of the member, once: notifies a member with an account that it counted, and answers it by mail. */
export const finish = (
  context: AppContext,
  viewer: Viewer,
  { id, hasAccount }: TakenMail,
  done: { counted?: Counted; say?: Reply; quote?: string; choices?: readonly Choice[] },
): Promise<void> =>
  context.db.write(async (tx) => {
    const { counted = null, say, ...more } = done;
    if (!(await noteTaken(tx, viewer, id, counted))) return;
    if (counted && hasAccount) await notify(tx, byMailNews(viewer.id, counted));
    if (!say) return;
    const { subject, about } = say(wordsFor(viewer).mailbox.replies);
    await queueMailboxMail(context, tx, viewer.id, { subject, paragraphs: [about], ...more });
  });

/** Answers a mail of the member by mail, once. */
export const reply = (
  context: AppContext,
  viewer: Viewer,
  taken: TakenMail,
  say: Reply,
  more: { quote?: string; choices?: readonly Choice[] } = {},
): Promise<void> => finish(context, viewer, taken, { say, ...more });

/** The sentence of a refusal in the member's language. */
export const sentenceOf = ({ issues, message, gaps }: Problem, { language }: Viewer): string =>
  translate(issues?.[0]?.message ?? message, language, gaps);

/**
 * Mails the member's stored address at most once a day: whether a mail was theirs (`doubt`, which repeats nothing of it),
 * that mails in their name do not count (`off`), or that they have sent as many as they may in a day (`many`).
 */
export const sayOnce = async (
  context: AppContext,
  viewer: Viewer,
  what: 'doubt' | 'many' | 'off',
): Promise<void> => {
  const { replies } = wordsFor(viewer).mailbox;
  const { subject, about } = replies[what];
  const url = `${context.settings.publicUrl}/my-account/by-mail`;
  const action = what === 'off' ? { action: { text: replies.off.action, url } } : {};
  await context.db.write(async (tx) => {
    if (await context.limits.tryConsumeIn(tx, 'mailboxDoubts', `${what} ${viewer.id}`))
      await queueMailboxMail(context, tx, viewer.id, { subject, paragraphs: [about], ...action });
  });
};
