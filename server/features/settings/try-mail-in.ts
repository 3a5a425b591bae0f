import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Finding, type FindingWords, isWrong, ok, wrong } from '../../platform/mail/findings.ts';
import { MailFailed } from '../../platform/mail/mail.ts';
import { replyAddress } from '../../platform/mail/reply-keys.ts';
import { checkMailbox, checkMx } from '../../platform/mail-in/check.ts';
import { wordsFor } from '../../words/reader.ts';
import { sendWorkingMail } from '../system/place.ts';
import { keptOf, settingsOf, type Typed } from './change.ts';
import { stepsOf, type Tried } from './try-mail.ts';

/** Proxies give up a request after a minute, and the steps before took some of it. */
export const patience = { seconds: 40, lookEveryMs: 2_000 };
const day = 24 * 60 * 60_000;
const addressFields = ['to', 'delivered-to', 'x-original-to', 'envelope-to'];

/** As long as a key of a letter, and never one: no other mail has it, and nobody who reads the mailbox takes it. */
const newMark = ({ replyKeys }: Pick<AppContext, 'replyKeys'>): string => {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const mark = Array.from(randomBytes(26), (byte) => letters[byte & 31] ?? '').join('');
  return replyKeys.open(mark) === null ? mark : newMark({ replyKeys });
};

/** Deletes the mail to the address with the mark. @returns whether it was there */
const takeMarked = async (client: ImapFlow, mark: string, known: Set<number>): Promise<boolean> => {
  const uids = (await client.search({ since: new Date(Date.now() - day) }, { uid: true })) || [];
  const unknown = uids.filter((uid) => !known.has(uid));
  if (unknown.length === 0) return false;
  let found: number | null = null;
  for await (const { uid, headers } of client.fetch(
    unknown,
    { uid: true, headers: addressFields },
    { uid: true },
  )) {
    known.add(uid);
    if (headers?.toString('latin1').toLowerCase().includes(mark)) found = uid;
  }
  if (found === null) return false;
  await client.messageDelete([found], { uid: true });
  return true;
};

const waitForMarked = async (client: ImapFlow, mark: string, known: Set<number>): Promise<boolean> => {
  const end = Date.now() + patience.seconds * 1_000;
  while (Date.now() < end) {
    if (await takeMarked(client, mark, known)) return true;
    const looked = new AbortController();
    await Promise.race([
      once(client, 'exists', { signal: looked.signal }).catch(() => undefined),
      wait(patience.lookEveryMs),
    ]);
    looked.abort();
  }
  return false;
};

type Context = Pick<AppContext, 'settings' | 'storedSettings' | 'replyKeys' | 'mailer'>;

/** Mails the address for answers through the world, and waits for the mail in the mailbox. */
const sendThrough = async (
  context: Context,
  { viewer, reply, words }: { viewer: Viewer; reply: string; words: FindingWords },
  client: ImapFlow,
): Promise<Finding[]> => {
  const { settings, mailer } = context;
  const mark = newMark(context);
  const address = replyAddress(reply, mark);
  const known = new Set((await client.search({ since: new Date(Date.now() - day) }, { uid: true })) || []);
  const began = performance.now();
  try {
    await sendWorkingMail(settings, mailer, viewer, address);
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    return [wrong('send', words.notAway({ address, said: error.said }))];
  }
  const away = ok('send', words.away({ address }));
  const isThere = await waitForMarked(client, mark, known);
  const seconds = Math.max(1, Math.round((performance.now() - began) / 1_000));
  return [
    away,
    isThere
      ? ok('receive', words.arrived({ seconds }))
      : wrong('receive', words.notArrived({ address, seconds: patience.seconds })),
  ];
};

/** Reads the mailbox of the form, and has a mail come to it. */
export const tryMailIn = async (
  context: Context & Pick<AppContext, 'resolveMx'>,
  viewer: Viewer,
  typed: Typed['mail-in'],
): Promise<Tried> => {
  const { settings, storedSettings } = context;
  const kept = keptOf['mail-in'](typed, await storedSettings.find('mail-in'));
  const { mailIn } = settingsOf(kept, settings);
  if (!mailIn || !('imap' in mailIn)) throw new TypeError('A form of answers makes a mailbox.');
  const { reply } = kept;
  const words = wordsFor(viewer).tries;
  if (settings.smtpUrl === null) return stepsOf([wrong('mail-out', words.noMailOut)]);
  const domain = reply.slice(reply.indexOf('@') + 1);
  const mx = await checkMx(domain, words, context.resolveMx);
  if (isWrong(mx)) return stepsOf([mx]);
  const found = await checkMailbox(mailIn.imap, words, (client) =>
    sendThrough(context, { viewer, reply, words }, client),
  );
  return stepsOf([mx, ...found]);
};
