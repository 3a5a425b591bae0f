import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { codeOf, type Finding, type FindingWords, isWrong, note, ok, oneLine, wrong } from './findings.ts';

interface MailServer {
  host: string;
  port: number;
  /** Encrypted from the first byte. */
  secure: boolean;
}

/** Milliseconds for each step. */
const patience = 10_000;

const untrusted =
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|self.signed certificate|unable to (?:verify|get \w+ ?issuer)/i;
const expired = /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate (?:has expired|is not yet valid)/i;
const otherName = /ALTNAME_INVALID|altnames/i;
const notEncrypted = /WRONG_VERSION_NUMBER|PACKET_LENGTH|EPROTO|wrong version number|packet length/i;

/** The finding about a connection that could not be encrypted; null where something else went wrong. */
export const encryptionTrouble = (
  error: unknown,
  { host, port }: Pick<MailServer, 'host' | 'port'>,
  words: FindingWords,
): Finding | null => {
  const said = `${codeOf(error)} ${error instanceof Error ? error.message : ''}`;
  const is = (pattern: RegExp, text: string) => (pattern.test(said) ? wrong('encryption', text) : null);
  return (
    is(untrusted, words.untrusted({ host })) ??
    is(expired, words.expired({ host })) ??
    is(otherName, words.otherName({ host })) ??
    is(notEncrypted, words.plain({ host, port: String(port) }))
  );
};

const nameFinding = async (host: string, words: FindingWords): Promise<Finding[]> => {
  if (isIP(host) !== 0) return [];
  try {
    const found = await Promise.race([lookup(host), wait(patience, null, { ref: false })]);
    if (found === null) return [wrong('name', words.noDns({ host, code: 'ETIMEOUT' }))];
    return [ok('name', words.name({ host, address: found.address }))];
  } catch (error) {
    const code = codeOf(error);
    return [wrong('name', code === 'ENOTFOUND' ? words.noName({ host }) : words.noDns({ host, code }))];
  }
};

/** Waits for an event of a socket, which is closed if that takes too long. @throws AbortError then */
const hear = (socket: Socket, event: string) =>
  once(socket, event, { signal: AbortSignal.timeout(patience) });

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const connectionFinding = async (
  { host, port, secure }: MailServer,
  words: FindingWords,
): Promise<Finding[]> => {
  const named = { host, port: String(port) };
  const socket = connect(port, host);
  socket.on('error', () => undefined);
  try {
    await hear(socket, 'connect');
    // Where encryption begins with the first byte, the server waits for this side.
    if (!secure) await hear(socket, 'data').catch(() => socket.destroy());
    return socket.destroyed
      ? [ok('connection', words.connection(named)), wrong('encryption', words.speechless(named))]
      : [ok('connection', words.connection(named))];
  } catch (error) {
    const code = codeOf(error);
    if (isLate(error) || code === 'ETIMEDOUT') return [wrong('connection', words.silent(named))];
    if (code === 'ECONNREFUSED') return [wrong('connection', words.refused(named))];
    return [wrong('connection', words.unreachable({ ...named, code }))];
  } finally {
    socket.destroy();
  }
};

const certificateFinding = async (server: MailServer, words: FindingWords): Promise<Finding[]> => {
  const { host, port } = server;
  const socket = connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) });
  socket.on('error', () => undefined);
  try {
    await hear(socket, 'secureConnect');
    return [ok('encryption', words.encryption)];
  } catch (error) {
    const other = wrong('encryption', words.otherTls({ host, code: oneLine(codeOf(error)) }));
    return [encryptionTrouble(error, server, words) ?? other];
  } finally {
    socket.destroy();
  }
};

/** Looks up a mail server, connects to it and looks at its certificate, as far as that goes without its language. */
export const reachServer = async (server: MailServer, words: FindingWords): Promise<Finding[]> => {
  const found: Finding[] = [];
  const steps = [
    () => nameFinding(server.host, words),
    () => connectionFinding(server, words),
    () => (server.secure ? certificateFinding(server, words) : []),
  ];
  for (const step of steps) {
    found.push(...(await step()));
    if (found.some(isWrong)) break;
  }
  return found;
};

/** How a connection that began without encryption went on. */
export const startedTls = (isEncrypted: boolean, words: FindingWords): Finding =>
  isEncrypted ? ok('encryption', words.encryption) : note('encryption', words.unencrypted);
