import { isMainThread } from 'node:worker_threads';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type * as contract from '../../../contract/system.ts';
import { noLettersKey } from '../../access/readers/not-told.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { StatementRunner } from '../../platform/db/database.ts';
import { findStoredPlace, placeKey, type StoredPlace } from '../members/stored-place.ts';
import { mailLayout } from '../../platform/mail/layout.ts';
import { MailFailed } from '../../platform/mail/mail.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { conflict } from '../../platform/problem.ts';
import { newId } from '../../platform/text/ids.ts';
import type { Settings } from '../../settings.ts';
import { wordsFor } from '../../words/reader.ts';
import { fallbackLanguage, setPlace } from '../../words/words.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { loadCurrentUser } from '../auth/current-user.ts';
import { doMembersVouch } from '../members/vouch.ts';
import { notifyOfAdmin } from '../notifications/notify-admins.ts';

/** Other nodes, and the worker thread, learn of a change within this time. */
const rereadEveryMs = 10_000;

/** Uses what administrators chose for this place and set by forms, also when another node changes it. */
export const followPlace = async (
  context: Pick<AppContext, 'db' | 'settings' | 'storedSettings' | 'log' | 'shutdownSignal'>,
): Promise<void> => {
  const { db, settings, storedSettings, log, shutdownSignal } = context;
  const reread = async () => {
    const stored = await findStoredPlace(db);
    setPlace({ name: stored?.name ?? null, language: stored?.language ?? settings.language });
    await storedSettings.apply();
  };
  await reread();
  // SQLite has one node, and only its worker thread could miss a change.
  if (isMainThread && db.dialect.pick({ sqlite: true, postgres: false })) return;
  const timer = setInterval(() => {
    reread().catch((error: unknown) =>
      log.warn({ err: error }, 'What is set for this place could not be read'),
    );
  }, rereadEveryMs);
  timer.unref();
  shutdownSignal.addEventListener('abort', () => clearInterval(timer));
};

/** Notes whether letters can come: while none can, the bell tells of new moments instead. */
export const noteLetters = ({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<void> =>
  db.write(async ({ q }) => {
    const kept = { key: noLettersKey, value: '' };
    if (settings.smtpUrl === null)
      await q
        .insertInto('meta')
        .values(kept)
        .onConflict((clash) => clash.doNothing())
        .execute();
    else await q.deleteFrom('meta').where('key', '=', noLettersKey).execute();
  });

type Place = Output<typeof contract.place>;

/** Without user name and password. */
const mailServer = ({ smtpUrl }: Settings): string | null =>
  smtpUrl === null ? null : (URL.parse(smtpUrl)?.hostname ?? smtpUrl.replace(/^.*@/, ''));

/** The settings of this place that administrators make. */
export const findPlace = async (from: StatementRunner, settings: Settings): Promise<Place> => {
  const stored = await findStoredPlace(from);
  return {
    isSetUp: stored !== null,
    name: stored?.name ?? null,
    language: stored?.language ?? fallbackLanguage(),
    sharing: (await doMembersVouch(from, settings)) ? 'invited' : 'verified',
    isSharingSetOutside: settings.verification !== null,
    mail: { server: mailServer(settings), from: settings.mailFrom },
  };
};

export const changePlace = async (
  { db, settings, jobs }: Pick<AppContext, 'db' | 'settings' | 'jobs'>,
  viewer: Viewer,
  { name, language, sharing }: Input<typeof contract.setPlace>,
): Promise<Place> => {
  const place = await db.write(async (tx) => {
    const before = await findStoredPlace(tx);
    const didVouch = await doMembersVouch(tx, settings);
    const chosen: StoredPlace = { name, language, sharing: sharing ?? before?.sharing ?? null };
    const value = JSON.stringify(chosen);
    await tx.q
      .insertInto('meta')
      .values({ key: placeKey, value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute();
    await recordAuditEntry(tx, 'place.changed', { actorId: viewer.id });
    if ((await doMembersVouch(tx, settings)) !== didVouch)
      await notifyOfAdmin(jobs, tx, { act: 'sharing', actor: viewer.id });
    return findPlace(tx, settings);
  });
  setPlace({ name, language });
  return place;
};

/** Sends the viewer a mail that says that mail works. @throws MailFailed */
export const sendWorkingMail = async (
  settings: Pick<Settings, 'publicUrl'>,
  mailer: Pick<Mailer, 'send'>,
  viewer: Viewer,
  to: string,
): Promise<void> => {
  const words = wordsFor(viewer).mail;
  const { html, text } = mailLayout({
    language: viewer.language,
    heading: words.test.heading,
    paragraphs: [words.test.about],
    footer: [words.footer({ address: settings.publicUrl })],
  });
  const messageId = `<${newId()}@${new URL(settings.publicUrl).hostname}>`;
  await mailer.send({ to, subject: words.test.heading, messageId, html, text });
};

/**
 * Sends the viewer a mail without the queue, and answers with the mail server's refusal if there is one.
 * @throws conflict without a mail server
 */
export const sendTestMail = async (
  context: Pick<AppContext, 'db' | 'settings' | 'mailer'>,
  viewer: Viewer,
): Promise<Output<typeof contract.testMail>> => {
  if (context.settings.smtpUrl === null) throw conflict(messages.noMailServer);
  const { email } = await loadCurrentUser(context.db.read, viewer.id);
  try {
    await sendWorkingMail(context.settings, context.mailer, viewer, email);
    return { to: email, trouble: null };
  } catch (error) {
    if (error instanceof MailFailed) return { to: email, trouble: error.message };
    throw error;
  }
};
