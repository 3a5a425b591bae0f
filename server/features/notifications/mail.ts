import { sql } from 'kysely';
import { alwaysMailed } from '../../../contract/notifications.ts';
import { column, key } from '../../access/sees.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { issueTicket } from '../../platform/db/tickets.ts';
import { queueAccountMail, queueMail } from '../../platform/mail/mail-job.ts';
import { spoken } from '../../words/words.ts';
import { toldWhatever } from './kinds.ts';
import { isVisible, type News, readNews, selectNews } from './news.ts';
import { stopToken } from './preferences.ts';

interface Reader {
  id: number;
  email: string;
}

// Only to an address that was confirmed, of somebody who may sign in; what was read meanwhile is old.
const findReader = async ({ db }: House, notification: number): Promise<Reader | null> => {
  const { rows } = await sql<Reader>`
    select u.id, u.email from notifications n join users u on u.id = n.user_id
    where n.id = ${notification} and (n.is_read = 0 or n.in_bell = 0 or n.kind = ${toldWhatever}) and ${isVisible(column('n.user_id'))}
      and u.email_confirmed_at is not null and u.banned_at is null
      and (u.suspended_until is null or u.suspended_until <= ${Date.now()})`.execute(db.read);
  return rows[0] ?? null;
};

/** How long a sign-in, or a change of what protects the account, can be denied by the mail that told of it. */
const deniableFor = 7 * 24 * 60 * 60_000;

/**
 * A token that denies a sign-in without a session: an intruder may have ended all of the reader's sessions.
 * @param reader the receiver of the mail: a later change of address is undone with the rest
 * @param since ISO time; whatever was added to the account after it is removed
 */
export const tokenToDeny = (tx: Tx, reader: Reader, since: string): Promise<string> =>
  issueTicket(tx, {
    kind: 'not_me',
    userId: reader.id,
    data: `${since} ${reader.email}`,
    holdsFor: deniableFor,
  });

const tokenFor = async (tx: Tx, { kind, createdAt }: News, reader: Reader): Promise<string> =>
  kind === 'new_sign_in' ? `?token=${await tokenToDeny(tx, reader, createdAt)}` : '';

const send = async (house: House, notification: number): Promise<void> => {
  const reader = await findReader(house, notification);
  if (!reader) return;
  const { rows } = await selectNews(key(reader.id), sql`where n.id = ${notification}`).execute(house.db.read);
  const news = rows[0] ? readNews(rows[0]) : null;
  if (!news) return;
  const { publicUrl } = house.settings;
  const address = `${publicUrl}/api/notification-preferences/stop/${news.kind}/${stopToken(house, news.kind, reader.id)}`;
  const stop = {
    stop: { text: spoken().mail.stop, url: `${publicUrl}/my-account#notifications` },
    headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
  const mailWith = (token: string) => ({
    to: reader.email,
    subject: news.title,
    heading: news.title,
    paragraphs: [news.message],
    ...(news.actionUrl !== null &&
      news.actionText !== null && {
        action: { text: news.actionText, url: publicUrl + news.actionUrl + token },
      }),
    footer: [spoken().mail.footer(publicUrl)],
    ...(!alwaysMailed.includes(news.kind) && stop),
  });
  await house.db.write(async (tx) => {
    const token = await tokenFor(tx, news, reader);
    const queue = alwaysMailed.includes(news.kind) ? queueAccountMail : queueMail;
    await queue(house.jobs, tx, mailWith(token), reader.id);
  });
};

/** Writes the mails of notifications, in the words and with the sight of the moment in which they go out. */
export const handleNotificationMails = (house: House): void => {
  for (const kind of ['notification-mail', 'account-notice']) {
    house.jobs.handle(kind, async (payload) => {
      if (typeof payload === 'number') await send(house, payload);
    });
  }
};
