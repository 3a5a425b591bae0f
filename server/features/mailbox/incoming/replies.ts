import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Problem } from '../../../platform/problem.ts';
import type { Choice } from '../../../platform/mail/layout.ts';
import { wordsFor } from '../../../words/reader.ts';
import { translate, type Words } from '../../../words/words.ts';
import { queueMailboxMail } from '../mails.ts';

type Replies = Words['mailbox']['replies'];

/** Chooses the subject and the sentence of a mail in the member's language. */
export type Reply = (words: Replies) => { subject: string; about: string };

/** Notes that a mail was taken. @returns false if it was before: the same mail has no second effect */
export const noteTaken = async ({ q }: Tx, viewer: Pick<Viewer, 'id'>, id: string): Promise<boolean> => {
  const noted = await q
    .insertInto('taken_mails')
    .values({ message_id_hash: id, user_id: viewer.id, taken_at: Date.now() })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return noted !== undefined;
};

/** Answers a mail of the member by mail, once. */
export const reply = (
  context: AppContext,
  viewer: Viewer,
  id: string,
  say: Reply,
  more: { quote?: string; choices?: readonly Choice[] } = {},
): Promise<void> =>
  context.db.write(async (tx) => {
    if (!(await noteTaken(tx, viewer, id))) return;
    const { subject, about } = say(wordsFor(viewer).mailbox.replies);
    await queueMailboxMail(context, tx, viewer.id, { subject, paragraphs: [about], ...more });
  });

/** The sentence of a refusal in the member's language. */
export const sentenceOf = ({ issues, message, gaps }: Problem, { language }: Viewer): string =>
  translate(issues?.[0]?.message ?? message, language, gaps);

/**
 * Mails the member's stored address at most once a day: whether a mail was theirs (`doubt`, which repeats nothing of it),
 * or that they have sent as many as they may in a day (`many`).
 */
export const sayOnce = async (context: AppContext, viewer: Viewer, what: 'doubt' | 'many'): Promise<void> => {
  if (!(await context.limits.tryConsume('mailboxDoubts', `${what} ${viewer.id}`))) return;
  const { subject, about } = wordsFor(viewer).mailbox.replies[what];
  await context.db.write((tx) => queueMailboxMail(context, tx, viewer.id, { subject, paragraphs: [about] }));
};
