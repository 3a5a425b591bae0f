import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { MailMessage, queueAccountMail } from '../../platform/mail/mail-job.ts';
import { invalid } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import type { Settings } from '../../settings.ts';
import { type Reader, readerOf, wordsFor } from '../../words/reader.ts';
import { wordsIn } from '../../words/words.ts';
import type { Language } from '../../../contract/shapes.ts';
import { findReader } from '../../access/viewer.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { findHolder, freeAddress, setAddress } from './address.ts';

const week = 7 * 24 * 60 * 60_000;

const makeLink = async (
  settings: Settings,
  tx: Tx,
  {
    userId,
    email,
    kind,
    about,
    reader,
  }: { userId: number; email: string; kind: 'confirm' | 'change'; about: string; reader: Reader },
): Promise<MailMessage> => {
  const token = newToken();
  await tx.q
    .insertInto('email_tokens')
    .values({
      token_hash: hashOf(token),
      kind,
      user_id: userId,
      email,
      expires_at: Date.now() + week,
    })
    .execute();
  const { footer, ...mails } = wordsFor(reader).mail;
  const words = mails[kind];
  return {
    to: email,
    language: reader.language,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [about],
    action: { text: words.action, url: `${settings.publicUrl}/auth/confirm-email?token=${token}` },
    footer: [words.notYou, footer({ address: settings.publicUrl })],
  };
};

/** Mails a link that confirms an address. Nobody finds the member by that address until the link is used. */
export const askToConfirm = async (
  context: Pick<AppContext, 'settings' | 'jobs'>,
  tx: Tx,
  userId: number,
  email: string,
): Promise<void> => {
  const reader = await findReader(tx.q, userId);
  const { about } = wordsFor(reader).mail.confirm;
  const mail = await makeLink(context.settings, tx, { userId, email, kind: 'confirm', about, reader });
  await queueAccountMail(context.jobs, tx, mail, userId);
};

const ChangeMail = z.object({ userId: z.number(), mail: MailMessage });

/**
 * Mails a link that puts this address in the place of the member's, unless another member has confirmed it. The
 * worker checks that: a check here would show in the response time (enumeration).
 */
export const askToChange = async (
  context: Pick<AppContext, 'settings' | 'jobs'>,
  tx: Tx,
  userId: number,
  email: string,
): Promise<void> => {
  const {
    first_name: first,
    last_name: last,
    ...row
  } = await tx.q
    .selectFrom('users')
    .select(['first_name', 'last_name', 'language', 'time_zone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  // The reader may be a member who has not confirmed this address yet, and would lose it by opening the link.
  const reader = readerOf(row);
  const about = wordsFor(reader).mail.change.about({ name: `${first} ${last}`.trim() });
  const mail = await makeLink(context.settings, tx, { userId, email, kind: 'change', about, reader });
  await context.jobs.enqueue(tx, { kind: 'change-mail', payload: { userId, mail }, userId });
};

export const handleChangeMails = (context: AppContext): void =>
  context.jobs.handle('change-mail', (payload, finish) =>
    context.db.write(async (tx) => {
      await finish(tx);
      const { userId, mail } = ChangeMail.parse(payload);
      const holder = await tx.q
        .selectFrom('users')
        .select('id')
        .where('email_key', '=', emailKey(mail.to))
        .where('id', '<>', userId)
        // A holder who never confirmed the address loses it to the member who opens the link.
        .where('email_confirmed_at', 'is not', null)
        .executeTakeFirst();
      if (!holder) await queueAccountMail(context.jobs, tx, mail, userId);
    }),
  );

/** Revokes the links that would change the member's address, or that an administrator made for a new password. */
export const forgetChanges = async ({ q }: Tx, userId: number): Promise<void> => {
  await q
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['change', 'handed'])
    .execute();
};

/**
 * Revokes all mailed links except those that confirm an address: somebody who knew the password may have requested
 * them.
 */
export const forgetLinks = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('email_tokens').where('user_id', '=', userId).where('kind', '<>', 'confirm').execute();
};

/** Whether a used link has confirmed the address that the account still has. */
const hasConfirmed = async ({ q }: Tx, token: string): Promise<boolean> => {
  const row = await q
    .selectFrom('email_tokens as t')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 't.user_id').onRef('u.email', '=', 't.email'))
    .select('u.id')
    .where('t.token_hash', '=', hashOf(token))
    .where('t.kind', '=', 'done')
    .where('t.expires_at', '>', Date.now())
    .where('u.email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Confirms the address that a link was mailed to. Pressing again changes nothing and gets the same answer: a mail program
 * may have pressed first.
 * @throws invalid for a wrong or expired token, and once the account has another address
 */
export const confirmEmail = async (
  db: Database,
  token: string,
  language: Language,
): Promise<{ message: string }> => {
  try {
    return await db.write(async (tx) => {
      const { q } = tx;
      const known = await q
        .selectFrom('email_tokens')
        .select('kind')
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst();
      const kind = known?.kind === 'change' ? 'change' : 'confirm';
      const confirmed = { message: wordsIn(language).emailConfirmed };
      const used = await q
        .updateTable('email_tokens')
        .set({ kind: 'done' })
        .where('token_hash', '=', hashOf(token))
        .where('kind', '=', kind)
        .where('expires_at', '>', Date.now())
        .returning(['user_id', 'email'])
        .executeTakeFirst();
      if (!used) {
        if (await hasConfirmed(tx, token)) return confirmed;
        throw invalid('token', messages.confirmationInvalid);
      }
      if (kind === 'change') {
        const holder = await findHolder(tx, used.email, used.user_id);
        await lockMembers(tx, [used.user_id, ...(holder ? [holder.id] : [])]);
        if (!(await freeAddress(tx, holder))) throw invalid('token', messages.confirmationInvalid);
        await setAddress(tx, used.user_id, used.email);
        await recordAuditEntry(tx, 'member.email_changed', { actorId: used.user_id });
      } else {
        await q
          .updateTable('users')
          .set({ email_confirmed_at: Date.now() })
          .where('id', '=', used.user_id)
          .where('email', '=', used.email)
          .execute();
      }
      return confirmed;
    });
  } catch (error) {
    // Another member has taken the address since.
    if (db.dialect.isUniqueViolation(error)) throw invalid('token', messages.confirmationInvalid);
    throw error;
  }
};
