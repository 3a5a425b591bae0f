import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { connect, createServer } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { Settings } from '../../settings.ts';
import type { MailInSettings } from '../../settings-mail-in.ts';
import {
  codeOf,
  type Finding,
  type FindingWords,
  isWrong,
  note,
  ok,
  oneLine,
  wrong,
} from '../mail/findings.ts';
import { encryptionTrouble, reachServer, startedTls } from '../mail/reach-server.ts';
import { imapClient } from './imap.ts';
import { readImapUrl } from './imap-url.ts';

type Listening = Extract<MailInSettings, { listen: string }>;

/** Looks up the MX records of a domain, like `resolveMx` of `node:dns/promises`. */
export type ResolveMx = (domain: string) => Promise<{ exchange: string; priority: number }[]>;

const timeoutMs = 10_000;
const resolver = new Resolver({ timeout: 5_000, tries: 1 });

export const resolveMxNow: ResolveMx = (domain) => resolver.resolveMx(domain);

/** The first line that a server says. */
const greetingOf = async (host: string, port: number): Promise<string> => {
  const socket = connect(port, host);
  try {
    const said: unknown[] = await once(socket.setEncoding('utf8'), 'data', {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return String(said[0]).trim();
  } finally {
    socket.destroy();
  }
};

const checkPort = async ({ listen, host, port }: Listening): Promise<Finding> => {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    await new Promise((resolve) => server.close(resolve));
    return ok(
      'connection',
      `Port ${port} of ${host} is free: the server will listen there by ${listen.toUpperCase()}.`,
    );
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES')
      return wrong(
        'connection',
        `Circle may not listen on port ${port}. Ports below 1024 need a special right: use 2525, and forward 25 to it.`,
      );
    if (code !== 'EADDRINUSE')
      return wrong('connection', `Circle cannot listen on ${host}:${port} (${code}).`);
    const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const greeting = await greetingOf(local, port).catch(() => '');
    return /^220 \S+ \S+ Circle\b/.test(greeting)
      ? ok('connection', `Circle listens on ${host}:${port}.`)
      : wrong('connection', `Another program listens on ${host}:${port}${greeting && `: ${greeting}`}.`);
  }
};

const checkCertificate = ({ tls }: Listening): Finding => {
  if (tls === null)
    return note(
      'encryption',
      'MAIL_IN names no certificate, so mail servers encrypt to one whose key is public. See docs/operating.md.',
    );
  try {
    for (const file of [tls.cert, tls.key]) readFileSync(file);
    return ok('encryption', 'The certificate and its key can be read.');
  } catch (error) {
    return wrong('encryption', `The certificate or its key cannot be read (${codeOf(error)}).`);
  }
};

/** Where mail servers send answers, by DNS. */
export const checkMx = async (
  domain: string,
  words: FindingWords,
  resolveMx: ResolveMx,
): Promise<Finding> => {
  try {
    const names = (await resolveMx(domain)).map(({ exchange }) => oneLine(exchange));
    return names.length === 0
      ? wrong('address', words.noMx({ domain }))
      : ok('address', words.mx({ domain, servers: names.slice(0, 5).join(', ') }));
  } catch (error) {
    const code = codeOf(error);
    return wrong(
      'address',
      code === 'ENOTFOUND' || code === 'ENODATA'
        ? words.noMx({ domain })
        : words.noDns({ host: domain, code }),
    );
  }
};

const saidIn = (error: unknown): string =>
  oneLine(error instanceof Error && 'responseText' in error ? String(error.responseText) : codeOf(error));

const isSet = (error: unknown, name: 'authenticationFailed' | 'tlsFailed'): boolean =>
  error instanceof Error && Reflect.get(error, name) === true;

/** Checks step by step whether Circle can read a mailbox; `also` goes on while it is open. */
export const checkMailbox = async (
  address: string,
  words: FindingWords,
  also: (client: ImapFlow) => Promise<Finding[]> = async () => [],
): Promise<Finding[]> => {
  const place = readImapUrl(address);
  const { host, port, secure, mailbox, taken } = place;
  const found = await reachServer(place, words);
  if (found.some(isWrong)) return found;
  const client = await imapClient(place);
  client.on('error', () => undefined);
  let isSignedIn = false;
  try {
    await client.connect();
    isSignedIn = true;
    if (!secure) found.push(startedTls(client.secureConnection, words));
    found.push(ok('sign-in', words.signIn({ user: place.auth.user })));
    const { exists } = await client.mailboxOpen(mailbox);
    found.push(ok('mailbox', words.mailbox({ folder: mailbox, count: exists })));
    if (!client.capabilities.has('IDLE')) found.push(note('mailbox', words.noIdle));
    if (taken !== null) await client.mailboxCreate(taken);
    found.push(ok('mailbox', taken === null ? words.taken : words.takenTo({ folder: taken })));
    return [...found, ...(await also(client))];
  } catch (error) {
    const said = saidIn(error);
    if (isSignedIn) return [...found, wrong('mailbox', words.noMailbox({ folder: mailbox, said }))];
    const trouble = encryptionTrouble(error, { host, port }, words);
    if (trouble) return [...found, trouble];
    if (isSet(error, 'tlsFailed'))
      return [...found, wrong('encryption', words.noStartTls({ host, port: String(port) }))];
    return [
      ...found,
      wrong(
        'sign-in',
        isSet(error, 'authenticationFailed')
          ? words.signInRefused({ host, said })
          : words.broken({ host, said }),
      ),
    ];
  } finally {
    client.close();
  }
};

/** Checks whether mail can be received with these settings, step by step. */
export const checkMailIn = async (
  {
    mailIn,
    mailReply,
    mailInTrust,
    smtpUrl,
  }: Pick<Settings, 'mailIn' | 'mailReply' | 'mailInTrust' | 'smtpUrl'>,
  words: FindingWords,
  resolveMx: ResolveMx = resolveMxNow,
): Promise<Finding[]> => {
  if (mailIn === null || mailReply === null)
    return [
      wrong('values', 'No mailbox is set (MAIL_IN, MAIL_REPLY): nobody can take part by e-mail alone.'),
    ];
  const domain = mailReply.slice(mailReply.indexOf('@') + 1);
  const example = mailReply.replace('{key}', 'test');
  return [
    smtpUrl === null ? wrong('mail-out', words.noMailOut) : ok('mail-out', words.mailOut),
    ...('imap' in mailIn
      ? await checkMailbox(mailIn.imap, words)
      : [await checkPort(mailIn), checkCertificate(mailIn)]),
    await checkMx(domain, words, resolveMx),
    ...('listen' in mailIn && mailIn.listen === 'smtp'
      ? [note('address', 'That has to be this server, or pass mail on to it.')]
      : []),
    'imap' in mailIn
      ? note('receive', `Send a mail to ${example} yourself: it has to arrive in that mailbox.`)
      : note('receive', `Your mail server has to pass on every address like ${example}.`),
    mailInTrust === null
      ? note(
          'receive',
          'No mail server is trusted (MAIL_IN_TRUST): only mails with a DKIM signature count, which nearly all providers add.',
        )
      : note(
          'receive',
          `Authentication-Results of ${mailInTrust} count. It has to remove such headers if others wrote them in its name.`,
        ),
  ];
};
