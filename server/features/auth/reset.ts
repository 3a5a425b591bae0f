import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import { findOnlookers } from '../../access/readers/audience.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publishGenericChange } from '../../platform/events/hub.ts';
import type { Finish, Jobs } from '../../platform/jobs/jobs.ts';
import { queueAccountMail } from '../../platform/mail/mail-job.ts';
import { invalid } from '../../platform/problem.ts';
import { emailKey } from '../../platform/text/fold.ts';
import { hashOf, newToken } from '../../platform/text/ids.ts';
import type { Language } from '../../../contract/shapes.ts';
import { findReader } from '../../access/viewer.ts';
import { dayFor, readerOf, wordsFor } from '../../words/reader.ts';
import { wordsIn } from '../../words/words.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { nameAdministrator } from './administrators.ts';
import { isCommonPassword } from './common-passwords.ts';
import { forgetLinks } from './confirm-email.ts';
import { findFactors } from './factors.ts';
import { listPasskeys } from './passkeys.ts';
import { distrustBrowsers, knowBrowserByMail } from './known-browser.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './session.ts';

const kind = 'reset';
/** Links for a new password: mailed, or handed over by an administrator. */
const kinds = [kind, 'handed'] as const;
/** The lifetime of a link, in milliseconds. */
export const resetExpiresAfterMs = 60 * 60_000;

export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/auth/reset-password?token=${token}`;

const Payload = z.object({ email: z.string(), afterDenial: z.optional(z.boolean()) });
type Payload = z.infer<typeof Payload>;

/**
 * Like `askForReset`, inside another transaction. A mail that follows a denial is not limited (contract/limits.ts).
 */
export const askForResetWithin = (jobs: Jobs, tx: Tx, payload: Payload): Promise<void> =>
  jobs.enqueue(tx, { kind: 'reset-mail', payload });

/**
 * Queues a job that mails a link if the address belongs to a member. The request does the same work for every
 * address, so neither its answer nor its time reveals who is a member. Without a mail server the mail becomes a file,
 * and the answer names the administrator who has the link there.
 */
export const askForReset = async (
  { db, jobs, settings }: Pick<AppContext, 'db' | 'jobs' | 'settings'>,
  email: string,
  language: Language,
): Promise<{ message: string }> => {
  await db.write((tx) => askForResetWithin(jobs, tx, { email: emailKey(email) }));
  const { resetAsked, resetUnmailed } = wordsIn(language);
  return {
    message:
      settings.smtpUrl === null
        ? resetUnmailed({ administrator: await nameAdministrator(db.read) })
        : resetAsked,
  };
};

const mailReset = async (
  context: AppContext,
  { email: account, afterDenial }: Payload,
  finish: Finish,
): Promise<void> => {
  const { db, jobs, limits, settings } = context;
  const member = await db.read
    .selectFrom('users')
    .select(['id', 'email', 'language', 'time_zone'])
    .where('email_key', '=', account)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!member) return;
  const token = newToken();
  const reader = readerOf(member);
  const { reset: words, footer } = wordsFor(reader).mail;
  await db.write(async (tx) => {
    await finish(tx);
    // A thief could use up the limit first, and so keep the mail that restores the account from its owner.
    if (!afterDenial && !(await limits.tryConsumeIn(tx, 'resetMails', account))) return;
    await tx.q
      .insertInto('email_tokens')
      .values({
        token_hash: hashOf(token),
        kind,
        user_id: member.id,
        email: member.email,
        expires_at: Date.now() + resetExpiresAfterMs,
      })
      .execute();
    const mail = {
      to: member.email,
      language: reader.language,
      subject: words.subject,
      heading: words.heading,
      paragraphs: [words.about],
      action: { text: words.action, url: resetUrl(settings.publicUrl, token) },
      footer: [words.notYou, footer({ address: settings.publicUrl })],
    };
    await queueAccountMail(jobs, tx, mail, member.id);
  });
};

export const handleResetMails = (context: AppContext): void => {
  context.jobs.handle('reset-mail', (payload, finish) => mailReset(context, Payload.parse(payload), finish));
};

/** Names the passkeys and factors that remain after a reset: a passkey may be a thief's. */
const mailFactorsLeft = async (
  { jobs, settings: { publicUrl } }: Pick<AppContext, 'settings' | 'jobs'>,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> => {
  const { code, passkey } = await findFactors(tx.q, userId);
  if (!code && !passkey) return;
  const reader = await findReader(tx.q, userId);
  const { factorsLeft: words, passwordNotice, footer } = wordsFor(reader).mail;
  const passkeys = await listPasskeys(tx.q, userId);
  const mail = {
    to: email,
    language: reader.language,
    subject: passwordNotice.subject,
    heading: passwordNotice.subject,
    paragraphs: [
      words.about,
      ...passkeys.map(({ name, created_at: at }) =>
        words.passkey({ name, added: dayFor(reader, new Date(at)) }),
      ),
      ...(code ? [words.totp] : []),
      words.remove,
    ],
    action: { text: words.action, url: `${publicUrl}/my-account/sign-in#protection` },
    footer: [footer({ address: publicUrl })],
  };
  await queueAccountMail(jobs, tx, mail, userId);
};

/**
 * If nobody had confirmed the address, somebody else may have made the account. Its owner is asked; until they answer,
 * nothing is shared from it and no factor counts (docs/decisions/0008).
 */
const confirmByReset = async (tx: Tx, userId: number): Promise<void> => {
  const now = Date.now();
  const asked = await tx.q
    .updateTable('users')
    .set({ email_confirmed_at: now, claim_asked_at: now })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (asked) await publishGenericChange(tx, await findOnlookers(tx.q, asked.id));
};

/**
 * Sets a new password by a token, which it uses up. All sessions end. The reader of a mailed token has the address, so it
 * counts as confirmed; a token from an administrator proves no address. No other browser is known any more.
 * @returns the token by which this browser is known
 * @throws invalid for a common password, and for a token that is wrong, used, expired or made for a former address
 */
export const resetPassword = async (
  context: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  { token, password, browserToken }: { token: string; password: string; browserToken: string | null },
): Promise<string> => {
  const { db } = context;
  if (await isCommonPassword(password)) throw invalid('password', messages.passwordCommon);
  const tokenHash = hashOf(token);
  const held = await db.read
    .selectFrom('email_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  if (!held) throw invalid('token', messages.resetInvalid);
  const passwordHash = await hashPassword(password);
  return db.write(async (tx) => {
    const used = await tx.q
      .deleteFrom('email_tokens')
      .where('token_hash', '=', tokenHash)
      .where('kind', 'in', kinds)
      .where('expires_at', '>', Date.now())
      .returning(['kind', 'user_id', 'email'])
      .executeTakeFirst();
    if (!used) throw invalid('token', messages.resetInvalid);
    // Revoke links that would change the address too: somebody who knew the old password may have requested one.
    await forgetLinks(tx, used.user_id);
    // The address may have changed while the link was on its way: the reader of the old address must not get in by
    // it.
    const member = await tx.q
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', used.user_id)
      .where('email', '=', used.email)
      .returning('public_id')
      .executeTakeFirst();
    if (!member) throw invalid('token', messages.resetInvalid);
    if (used.kind === kind) await confirmByReset(tx, used.user_id);
    await distrustBrowsers(tx, used.user_id);
    await endSessions(tx, used.user_id);
    if (used.kind === kind) await mailFactorsLeft(context, tx, { userId: used.user_id, email: used.email });
    await recordAuditEntry(tx, 'member.password_reset', { actorId: used.user_id, target: member.public_id });
    return knowBrowserByMail(tx, used.user_id, browserToken);
  });
};
