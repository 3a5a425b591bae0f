import { sql } from 'kysely';
import { findReader } from '../../../access/reader.ts';
import { belongsInFeed, bind, col } from '../../../access/sees.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queries, Tx } from '../../../platform/db/database.ts';
import type { Problem } from '../../../platform/problem.ts';
import { replyAddress } from '../../../platform/mail/reply-keys.ts';
import { personName, weekdayAndTimeFor, wordsFor } from '../../../words/reader.ts';
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
  more: { quote?: string; paragraphs?: readonly string[] } = {},
): Promise<void> =>
  context.db.write(async (tx) => {
    if (!(await noteTaken(tx, viewer, id))) return;
    const { subject, about } = say(wordsFor(viewer).mailbox.replies);
    const { paragraphs = [], ...rest } = more;
    await queueMailboxMail(context, tx, viewer.id, { subject, paragraphs: [about, ...paragraphs], ...rest });
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

/** The number of moments among which the member can choose. */
const maxMoments = 10;

/** The newest moments up to a post, with the address to answer each. */
export const listAnswerable = async (
  { settings, replyKeys }: Pick<AppContext, 'settings' | 'replyKeys'>,
  q: Queries,
  viewer: Viewer,
  until: number,
): Promise<string[]> => {
  const { mailReply } = settings;
  if (mailReply === null) return [];
  const { rows } = await sql<{
    id: number;
    created_at: number;
    first_name: string;
    last_name: string;
    username: string | null;
  }>`
    select p.id, p.created_at, u.first_name, u.last_name, u.username
    from posts p join users u on u.id = p.author_id
    where p.id in (
        select pc.post_id from post_circles pc join circle_members m on m.circle_id = pc.circle_id
        where m.user_id = ${viewer.id} and pc.post_id <= ${until})
      and p.author_id <> ${viewer.id} and ${belongsInFeed(bind(viewer.id), col('p.id'))}
    order by p.id desc limit ${maxMoments}`.execute(q);
  const reader = await findReader(q, viewer.id);
  const words = wordsFor(reader);
  return rows.map(({ id, created_at: at, first_name: firstName, last_name: lastName, username }) =>
    words.mailbox.replies.which.moment(
      personName(words, { firstName, lastName, username }),
      weekdayAndTimeFor(reader, new Date(at)),
      replyAddress(mailReply, replyKeys.seal({ kind: 'moment', user: viewer.id, object: id })),
    ),
  );
};
