import { sql } from 'kysely';
import { alwaysMailed } from '../../../contract/notifications.ts';
import { bind } from '../../access/rules/sees.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { issueTicket } from '../../platform/db/tickets.ts';
import type { Finish } from '../../platform/jobs/jobs.ts';
import { queueAccountMail, sendMessage } from '../../platform/mail/mail-job.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { readerOf, type ReaderRow } from '../../words/reader.ts';
import { wordsIn } from '../../words/words.ts';
import { alwaysDelivered } from './kinds.ts';
import { isVisible, type News, readNotification, selectNotifications } from './select.ts';
import { stopToken } from './preferences.ts';

interface Recipient extends ReaderRow {
  id: number;
  email: string;
}

// Only to a confirmed address, of a member who may sign in.
const findReader = async (db: Database, notification: number): Promise<Recipient | null> => {
  const { rows } = await sql<Recipient>`
    select u.id, u.email, u.language, u.time_zone from notifications n join users u on u.id = n.user_id
    where n.id = ${notification} and u.email_confirmed_at is not null and u.banned_at is null
      and (u.suspended_until is null or u.suspended_until <= ${Date.now()})`.execute(db.read);
  return rows[0] ?? null;
};

/** How long a mail about a sign-in, or about changed protection of the account, can deny it. */
const deniableFor = 7 * 24 * 60 * 60_000;

/**
 * A token that denies a sign-in without a session: an intruder may have ended all of the reader's sessions.
 * @param reader the receiver of the mail: a later change of address is undone too
 * @param since ISO time; factors added to the account after it are removed
 */
export const tokenToDeny = (
  tx: Tx,
  reader: Pick<Recipient, 'id' | 'email'>,
  since: string,
): Promise<string> =>
  issueTicket(tx, {
    kind: 'not_me',
    userId: reader.id,
    data: `${since} ${reader.email}`,
    expiresAfterMs: deniableFor,
  });

const tokenFor = async (tx: Tx, { kind, createdAt }: News, reader: Recipient): Promise<string> =>
  kind === 'new_sign_in' ? `?token=${await tokenToDeny(tx, reader, createdAt)}` : '';

const send = async (context: AppContext, notification: number, finish: Finish): Promise<void> => {
  const reader = await findReader(context.db, notification);
  if (!reader) return;
  const me = bind(reader.id);
  // One statement reads the names and whether the reader sees them, so that no block comes in between.
  const { rows } = await selectNotifications(
    me,
    sql`where n.id = ${notification} and (n.is_read = 0 or n.in_bell = 0 or n.kind = ${alwaysDelivered})
      and ${isVisible(me)}`,
  ).execute(context.db.read);
  const { language } = readerOf(reader);
  const words = wordsIn(language);
  const news = rows[0] ? readNotification(words, rows[0]) : null;
  if (!news) return;
  const { publicUrl } = context.settings;
  const address = `${publicUrl}/api/notification-preferences/stop/${news.kind}/${stopToken(context.cursors, news.kind, reader.id)}`;
  const stop = {
    stop: { text: words.mail.stop, url: `${publicUrl}/my-account/reach#notifications` },
    headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
  const mailWith = (token: string) => ({
    to: reader.email,
    language,
    subject: news.title,
    heading: news.title,
    paragraphs: [news.message],
    ...(news.actionUrl !== null &&
      news.actionText !== null && {
        action: { text: news.actionText, url: publicUrl + news.actionUrl + token },
      }),
    footer: [words.mail.footer({ address: publicUrl })],
  });
  if (!alwaysMailed.includes(news.kind)) {
    // Grouped events have one row, which gets a new time with each.
    const messageId = hashOf(`${news.id} ${news.createdAt}`).slice(0, 32);
    return sendMessage(context, { ...mailWith(''), ...stop, messageId });
  }
  await context.db.write(async (tx) => {
    await finish(tx);
    await queueAccountMail(context.jobs, tx, mailWith(await tokenFor(tx, news, reader)), reader.id);
  });
};

/**
 * Writes each notification mail at the moment of sending, and again for each retry: with the current texts, and with what
 * its reader may see then.
 */
export const handleNotificationMails = (context: AppContext): void => {
  for (const kind of ['notification-mail', 'account-notice']) {
    context.jobs.handle(kind, async (payload, finish) => {
      if (typeof payload === 'number') await send(context, payload, finish);
    });
  }
};
