import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { connect, createServer } from 'node:net';
import type { Settings } from '../../settings.ts';
import type { MailInSettings } from '../../settings-mail-in.ts';
import { imapClient } from './imap.ts';
import { readImapUrl } from './imap-url.ts';

type Listening = Extract<MailInSettings, { listen: string }>;

/** One finding for the operator, in a sentence. */
export interface Finding {
  kind: 'ok' | 'wrong' | 'note';
  text: string;
}
const ok = (text: string): Finding => ({ kind: 'ok', text });
const wrong = (text: string): Finding => ({ kind: 'wrong', text });
const note = (text: string): Finding => ({ kind: 'note', text });

type ResolveMx = (domain: string) => Promise<{ exchange: string; priority: number }[]>;

const timeoutMs = 10_000;
const resolver = new Resolver({ timeout: 5_000, tries: 1 });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

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
    return ok(`Port ${port} of ${host} is free: the server will listen there by ${listen.toUpperCase()}.`);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES')
      return wrong(
        `Circle may not listen on port ${port}. Ports below 1024 need a special right: use 2525, and forward 25 to it.`,
      );
    if (code !== 'EADDRINUSE') return wrong(`Circle cannot listen on ${host}:${port} (${code}).`);
    const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const greeting = await greetingOf(local, port).catch(() => '');
    return /^220 \S+ \S+ Circle\b/.test(greeting)
      ? ok(`Circle listens on ${host}:${port}.`)
      : wrong(`Another program listens on ${host}:${port}${greeting && `: ${greeting}`}.`);
  }
};

const checkCertificate = ({ tls }: Listening): Finding => {
  if (tls === null)
    return note(
      'MAIL_IN names no certificate, so mail servers encrypt to one whose key is public. See docs/operating.md.',
    );
  try {
    for (const file of [tls.cert, tls.key]) readFileSync(file);
    return ok('The certificate and its key can be read.');
  } catch (error) {
    return wrong(`The certificate or its key cannot be read (${codeOf(error)}).`);
  }
};

const checkMx = async (domain: string, isListener: boolean, resolveMx: ResolveMx): Promise<Finding> => {
  try {
    const names = (await resolveMx(domain)).map(({ exchange }) => exchange);
    return names.length === 0
      ? wrong(`The MX record of ${domain} names no server.`)
      : ok(
          `Mail for ${domain} goes to ${names.join(', ')}${isListener ? ', which has to be this server or pass mail on to it' : ''}.`,
        );
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? wrong(`${domain} has no MX record, so mail servers do not know where to send answers.`)
      : wrong(`DNS does not answer (${code}). Circle needs it to prove who sent a mail.`);
  }
};

const checkMailbox = async (address: string): Promise<Finding[]> => {
  const place = readImapUrl(address);
  const client = await imapClient(place);
  client.on('error', () => undefined);
  const found: Finding[] = [];
  try {
    await client.connect();
    found.push(ok(`Signed in to ${place.host} as ${place.auth.user}.`));
    if (!client.secureConnection)
      found.push(
        note('The connection is not encrypted. Use imaps:// unless the mail server is on this machine.'),
      );
    const { exists } = await client.mailboxOpen(place.mailbox, { readOnly: true });
    found.push(ok(`The mailbox ${place.mailbox} exists and has ${exists} mails.`));
    if (!client.capabilities.has('IDLE'))
      found.push(note('The mail server does not offer IDLE: answers arrive within a minute.'));
    if (place.taken !== null) {
      await client.mailboxCreate(place.taken);
      found.push(ok(`Mails that were taken are moved to ${place.taken}.`));
    } else found.push(ok('Mails that were taken are deleted; other mails stay.'));
  } catch (error) {
    const said =
      error instanceof Error && 'responseText' in error ? String(error.responseText) : codeOf(error);
    const isSignIn =
      error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true;
    found.push(
      wrong(
        isSignIn
          ? `${place.host} refused user or password (${said}). Many providers want a password for apps.`
          : found.length === 0
            ? `${place.host}:${place.port} cannot be reached (${said}).`
            : `The mailbox ${place.mailbox} or the folder ${place.taken ?? ''} cannot be used (${said}).`,
      ),
    );
  } finally {
    client.close();
  }
  return found;
};

/** Checks whether mail can be received with these settings, step by step. */
export const checkMailIn = async (
  {
    mailIn,
    mailReply,
    mailInTrust,
    smtpUrl,
  }: Pick<Settings, 'mailIn' | 'mailReply' | 'mailInTrust' | 'smtpUrl'>,
  { resolveMx = (domain) => resolver.resolveMx(domain) }: { resolveMx?: ResolveMx } = {},
): Promise<Finding[]> => {
  if (mailIn === null || mailReply === null)
    return [wrong('MAIL_IN and MAIL_REPLY are not set: nobody can take part by e-mail alone.')];
  const domain = mailReply.slice(mailReply.indexOf('@') + 1);
  const example = mailReply.replace('{key}', 'test');
  return [
    ok('MAIL_IN and MAIL_REPLY are set.'),
    smtpUrl === null
      ? wrong('SMTP_URL is not set, so no letter goes out that somebody could answer.')
      : ok('SMTP_URL is set.'),
    ...('imap' in mailIn
      ? await checkMailbox(mailIn.imap)
      : [await checkPort(mailIn), checkCertificate(mailIn)]),
    await checkMx(domain, 'listen' in mailIn && mailIn.listen === 'smtp', resolveMx),
    'imap' in mailIn
      ? note(`Send a mail to ${example} yourself: it has to arrive in that mailbox.`)
      : note(`Your mail server has to pass on every address like ${example}.`),
    mailInTrust === null
      ? note(
          'MAIL_IN_TRUST is not set: only mails with a DKIM signature count, which nearly all providers add.',
        )
      : note(
          `Authentication-Results of ${mailInTrust} count. It has to remove such headers if others wrote them in its name.`,
        ),
  ];
};
