import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { readImapUrl } from './imap-url.ts';
import type { MailInParts } from './listener.ts';
import { mailLimits } from './read/limits.ts';
import { createKeyFinder, plainAddressOf } from './reply-key-in.ts';

/** Mails that are larger than a mail may be are moved here. */
export const refusedFolder = 'Circle refused';

const day = 24 * 60 * 60_000;
/** Mails that arrived longer ago are left alone. */
const maxAgeMs = 30 * day;
const pollMs = 60_000;
/** How long to wait after the first failure, and at most. */
export const backOff = { firstMs: 5_000, mostMs: 10 * 60_000 };
/** Headers of that many mails are requested together. */
const batchSize = 100;
/** The fields with the addresses that a mail went to, and the field of the mail that it answers. */
const addressFields = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];
const answerField = 'in-reply-to';

/** A connection that signs in; it is not open yet. Most installations never load the library. */
export const imapClient = async ({
  host,
  port,
  secure,
  tls,
  auth,
}: ReturnType<typeof readImapUrl>): Promise<ImapFlow> => {
  const library = await import('imapflow');
  return new library.ImapFlow({
    host,
    port,
    secure,
    ...(!secure && tls !== null && { doSTARTTLS: tls === 'required' }),
    auth,
    logger: false,
    autoIdleDelay: 500,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 3 * pollMs,
    maxLiteralSize: mailLimits.bytes + 1024,
    maxResponseSize: mailLimits.bytes + 1024 * 1024,
  });
};

/** Doubles from the first pause to the longest one, with jitter. */
const pauseMs = (failures: number): number =>
  Math.min(backOff.mostMs, backOff.firstMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

/**
 * Takes the mails of a mailbox that are for this installation, and deletes or moves each once it has been taken. Other mails
 * are left alone. Resolves when `signal` was aborted and no mail is being taken any more.
 */
export const watchMailbox = async (
  address: string,
  { template, log, isKey, take, signal }: MailInParts & { signal: AbortSignal },
): Promise<void> => {
  const place = readImapUrl(address);
  const findKey = createKeyFinder(template);
  /** Mails that are not for this installation, by uid; and those whose taking failed. */
  let others = new Set<number>();
  const failed = new Map<number, { failures: number; nextAt: number }>();
  /** Mails that were taken, but may still be in the mailbox because the connection broke. */
  const taken = new Set<number>();
  let validity: bigint | undefined;
  let isTaking = false;

  const isStopping = (): boolean => signal.aborted;

  const plain = plainAddressOf(template);

  /**
   * Whether a mail went to an address with a key, or answers a letter at the address without one. A letter's key among
   * References alone, or in a mail to somebody else, says nothing: the whole thread has it.
   */
  const isOurs = (text: string): boolean => {
    const fields = text.toLowerCase().split(/\r?\n(?![ \t])/);
    const named = (names: readonly string[]) =>
      fields.filter((field) => names.includes(field.slice(0, field.indexOf(':')).trim())).join('\n');
    const addresses = [...named(addressFields).matchAll(/[^\s<>,;:"'()]{1,64}@[a-z0-9.-]{1,255}/g)].map(
      ([one]) => one,
    );
    const hasKey = addresses.some((one) => {
      const found = findKey(one);
      return found !== null && isKey(found.key);
    });
    if (hasKey || plain === null || !addresses.includes(plain)) return hasKey;
    const answered = named([answerField]).matchAll(/(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])/g);
    return [...answered].some(([key]) => isKey(key));
  };

  const moveTo = async (client: ImapFlow, uid: number, folder: string): Promise<void> => {
    await client.mailboxCreate(folder);
    if (!(await client.messageMove([uid], folder, { uid: true })))
      throw new Error(`A mail was not moved to ${folder}`);
  };

  const takeMail = async (client: ImapFlow, uid: number, size: number): Promise<void> => {
    if (!taken.has(uid)) {
      const found = size <= mailLimits.bytes && (await client.fetchOne(uid, { source: true }, { uid: true }));
      const raw = found ? found.source : undefined;
      if (!raw) {
        // Another process took it meanwhile.
        if (size <= mailLimits.bytes) return;
        log.warn({ size }, `A mail was too large and is in the folder ${refusedFolder}`);
        return moveTo(client, uid, refusedFolder);
      }
      await take({ raw, network: null });
      taken.add(uid);
    }
    if (place.taken !== null) await moveTo(client, uid, place.taken);
    else if (!(await client.messageDelete([uid], { uid: true }))) throw new Error('A mail was not deleted');
    taken.delete(uid);
  };

  const tryMail = async (client: ImapFlow, uid: number, size: number): Promise<void> => {
    const before = failed.get(uid);
    if (signal.aborted || (before && before.nextAt > Date.now())) return;
    isTaking = true;
    try {
      await takeMail(client, uid, size);
      failed.delete(uid);
    } catch (error) {
      // The connection broke: the next one tries all mails again.
      if (!client.usable) throw error;
      const failures = (before?.failures ?? 0) + 1;
      failed.set(uid, { failures, nextAt: Date.now() + pauseMs(failures) });
      log.error({ err: error, failures }, 'A mail was not taken and stays in its mailbox');
    } finally {
      isTaking = false;
    }
  };

  const sweep = async (client: ImapFlow): Promise<void> => {
    const uids = (await client.search({ since: new Date(Date.now() - maxAgeMs) }, { uid: true })) || [];
    others = new Set(uids.filter((uid) => others.has(uid)));
    const unknown = uids.filter((uid) => !others.has(uid));
    for (let at = 0; at < unknown.length && !signal.aborted; at += batchSize) {
      const ours: { uid: number; size: number }[] = [];
      const batch = unknown.slice(at, at + batchSize);
      for await (const mail of client.fetch(
        batch,
        { uid: true, size: true, headers: [...addressFields, answerField] },
        { uid: true },
      )) {
        const text = mail.headers?.toString('latin1', 0, mailLimits.headerBytes) ?? '';
        if (isOurs(text)) ours.push({ uid: mail.uid, size: mail.size ?? 0 });
        else others.add(mail.uid);
      }
      for (const { uid, size } of ours) await tryMail(client, uid, size);
    }
  };

  const watch = async (client: ImapFlow, connected: () => void): Promise<void> => {
    await client.connect();
    const { uidValidity } = await client.mailboxOpen(place.mailbox);
    if (uidValidity !== validity) {
      others = new Set();
      failed.clear();
      taken.clear();
    }
    validity = uidValidity;
    connected();
    while (!signal.aborted && client.usable) {
      // The library uses IDLE, so that a server that offers it tells about a new mail.
      const done = new AbortController();
      const until = AbortSignal.any([signal, done.signal]);
      const arrival = Promise.race([
        once(client, 'exists', { signal: until }),
        once(client, 'close', { signal: until }),
        wait(pollMs, undefined, { signal: until }),
      ]).catch(() => undefined);
      try {
        await sweep(client);
        await arrival;
      } finally {
        done.abort();
      }
    }
  };

  for (let failures = 0; !signal.aborted; ) {
    const client = await imapClient(place);
    // The failed command reports the error too.
    client.on('error', () => undefined);
    const stop = () => {
      // A mail that was taken is deleted first.
      if (!isTaking) client.close();
    };
    signal.addEventListener('abort', stop);
    try {
      await watch(client, () => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      if (!isStopping()) log.warn({ err: error, failures }, 'The mailbox for answers cannot be read');
    } finally {
      signal.removeEventListener('abort', stop);
      client.close();
    }
    await wait(pauseMs(Math.max(1, failures)), undefined, { signal }).catch(() => undefined);
  }
};
