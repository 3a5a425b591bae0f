import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { SettingError } from '../../setting-error.ts';
import type { MailInSettings } from '../../settings-mail-in.ts';
import { networkOf } from '../http/network.ts';
import type { Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import { mailLimits } from './read/limits.ts';
import { createKeyFinder } from './reply-key-in.ts';

/** A mail that arrived. */
export interface RawMail {
  /** With `Return-Path` and `Delivered-To` on top, which a mail in a mailbox has already. */
  raw: Buffer;
  /** The network of the sender's mail server; null where the operator's own mail server delivers. */
  network: string | null;
}

export interface MailInParts {
  /** `MAIL_REPLY`. */
  template: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether this installation gave out this key. */
  isKey: (key: string) => boolean;
  /** Takes a mail. While this fails, the mail stays with its sender or in its mailbox. */
  take: (mail: RawMail) => Promise<void>;
}

/** Mails that are received concurrently, each in memory, and those of one network: two networks leave a place. */
const [maxReceived, maxReceivedOfNetwork] = [5, 2];
/** Connections at the same time, and those of one network. */
const [maxClients, maxClientsOfNetwork] = [20, 5];
const maxRecipients = 5;
/** How long a client may be silent, and how long a mail may take. */
const [socketTimeoutMs, dataTimeoutMs] = [60_000, 5 * 60_000];
/** A mail ends if less than 2 KB a second arrive, measured over stretches of this many milliseconds. */
const [dataStretchMs, leastBytesPerMs] = [10_000, 2];
/** How long a client may stay: each command would extend its timeout. */
const maxSessionMs = 10 * 60_000;

const refusal = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
const busy = () => refusal(450, 'Busy, try again later');

/** The mail below these headers; null for one that is too large. */
const receive = async (
  stream: SMTPServerDataStream,
  { headers, stretchMs }: { headers: string; stretchMs: number },
): Promise<Buffer | null> => {
  const chunks: Buffer[] = [Buffer.from(headers)];
  const end = () => stream.destroy(refusal(421, 'Too slow, try again later'));
  const timer = setTimeout(end, dataTimeoutMs);
  let before = 0;
  let arrived = 0;
  const speed = setInterval(() => {
    if (arrived - before < leastBytesPerMs * stretchMs) end();
    before = arrived;
  }, stretchMs);
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      arrived += chunk.length;
      // Read and drop the rest of a mail that is too large: clients read the answer only after sending everything.
      if (stream.sizeExceeded) chunks.length = 0;
      else chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
    clearInterval(speed);
  }
  return stream.sizeExceeded ? null : Buffer.concat(chunks);
};

/** The headers that a mail server adds when it delivers a mail. */
const deliveryHeaders = ({ envelope }: SMTPServerSession): string => {
  const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
  return [`Return-Path: <${sender}>`, ...envelope.rcptTo.map(({ address }) => `Delivered-To: ${address}`)]
    .map((line) => `${line.replaceAll(/\p{C}/gu, '')}\r\n`)
    .join('');
};

const certificate = (tls: { cert: string; key: string }) => {
  try {
    return { cert: readFileSync(tls.cert), key: readFileSync(tls.key) };
  } catch (error) {
    throw new SettingError(`MAIL_IN names a certificate that cannot be read: ${String(error)}`);
  }
};

export interface Listener {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for mails by SMTP or LMTP. It accepts a mail only for addresses with a key of this installation, and only once
 * `take` has it. @throws SettingError when it cannot listen
 */
export const listenForMail = async (
  settings: Extract<MailInSettings, { listen: string }>,
  {
    template,
    log,
    isKey,
    take,
    limits,
    sessionMs = maxSessionMs,
    stretchMs = dataStretchMs,
  }: MailInParts & { limits: Pick<Limits, 'tryConsume'>; sessionMs?: number; stretchMs?: number },
): Promise<Listener> => {
  const { listen, host, port, tls } = settings;
  const findKey = createKeyFinder(template);
  /** The networks whose mails are being received. */
  const receiving: string[] = [];
  const sessionTimers = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();

  const allows = async (session: SMTPServerSession): Promise<boolean> =>
    // The operator's own mail server delivers by LMTP, and limits its clients.
    listen === 'lmtp' || limits.tryConsume('mailIn', networkOf(session.remoteAddress));

  const isBusy = ({ remoteAddress }: SMTPServerSession): boolean => {
    const own = receiving.filter((network) => network === networkOf(remoteAddress));
    return receiving.length >= maxReceived || (listen === 'smtp' && own.length >= maxReceivedOfNetwork);
  };

  const checkRecipient = async (address: string, session: SMTPServerSession): Promise<void> => {
    if (!(await allows(session))) throw busy();
    const found = findKey(address);
    if (!found || !isKey(found.key)) throw refusal(550, 'No such address');
    if (session.envelope.rcptTo.length >= maxRecipients) throw refusal(452, 'Too many recipients');
    if (isBusy(session)) throw busy();
  };

  const takeFrom = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    if (isBusy(session)) {
      stream.resume();
      throw busy();
    }
    const network = networkOf(session.remoteAddress);
    receiving.push(network);
    try {
      const raw = await receive(stream, { headers: deliveryHeaders(session), stretchMs });
      if (!raw) throw refusal(552, 'A mail has at most 25 MB');
      await take({ raw, network: listen === 'smtp' ? network : null }).catch((error: unknown) => {
        log.error({ err: error }, 'A mail was not taken');
        throw refusal(451, 'Not taken, try again later');
      });
    } finally {
      receiving.splice(receiving.indexOf(network), 1);
    }
  };

  const answered = (work: Promise<void>, callback: (error?: Error | null) => void): void => {
    const done = work.then(
      () => callback(),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };

  const server = new SMTPServer({
    lmtp: listen === 'lmtp',
    name: template.slice(template.indexOf('@') + 1),
    banner: 'Circle',
    authOptional: true,
    disabledCommands: ['AUTH'],
    // The library would only warn about its default certificate, which docs/operating.md explains.
    logger: false,
    disableReverseLookup: true,
    size: mailLimits.bytes,
    maxClients,
    socketTimeout: socketTimeoutMs,
    closeTimeout: 1_000,
    ...(tls && certificate(tls)),
    onConnect: ({ id, remoteAddress }, callback) => {
      const network = networkOf(remoteAddress);
      const connections = [...server.connections];
      const own = connections.filter((one) => networkOf(one.remoteAddress) === network);
      const isTooMany = listen === 'smtp' && own.length > maxClientsOfNetwork;
      if (listen === 'smtp' && !isTooMany) {
        const connection = connections.find((one) => one.id === id);
        const end = () => connection?.send(421, 'Timeout, try again later');
        sessionTimers.set(id, setTimeout(end, sessionMs).unref());
      }
      callback(isTooMany ? refusal(421, 'Too many connections, try again later') : null);
    },
    onClose: ({ id }) => {
      clearTimeout(sessionTimers.get(id));
      sessionTimers.delete(id);
    },
    onMailFrom: (_address, session, callback) =>
      answered(
        allows(session).then((isAllowed) => {
          if (!isAllowed) throw busy();
        }),
        callback,
      ),
    onRcptTo: ({ address }, session, callback) => answered(checkRecipient(address, session), callback),
    onData: (stream, session, callback) => answered(takeFrom(stream, session), callback),
  });
  server.on('error', (error) => log.info({ err: error }, 'mail in: a connection failed'));
  const listening = once(server.server, 'listening');
  server.listen(port, host);
  try {
    await listening;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new SettingError(`MAIL_IN: cannot listen on ${host}:${port} (${code}).`);
  }
  const bound: AddressInfo | string | null = server.server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.allSettled(underWay);
    },
  };
};
