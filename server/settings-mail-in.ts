import { isIP } from 'node:net';
import { SettingError } from './setting-error.ts';
import type { Variables } from './settings-variables.ts';

/** Where mails come from: a mailbox that is read by IMAP, or a port that other mail servers deliver to. */
export type MailInSettings =
  | { imap: string }
  | {
      listen: 'smtp' | 'lmtp';
      host: string;
      port: number;
      /** Files of the certificate and its key; null for a certificate that the server makes for itself. */
      tls: { cert: string; key: string } | null;
    };

/** The place of the key in `MAIL_REPLY`. */
const keyPlace = '{key}';

const isHostName = (host: string): boolean => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(host);

const onlyKnows = (url: URL, known: readonly string[]): void => {
  const wrong = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (wrong !== undefined) throw new SettingError(`MAIL_IN does not know ${wrong}=.`);
};

const listener = (listen: 'smtp' | 'lmtp', url: URL): MailInSettings => {
  // `[::]` is how an address of IPv6 is spelt in a URL.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if ((isIP(host) === 0 && !isHostName(host)) || !url.port || !/^\/?$/.test(url.pathname)) {
    throw new SettingError(`MAIL_IN must name an address and a port, such as ${listen}://0.0.0.0:2525.`);
  }
  onlyKnows(url, ['cert', 'key']);
  const [cert, key] = [url.searchParams.get('cert'), url.searchParams.get('key')];
  if (!cert !== !key) throw new SettingError('MAIL_IN must name both files, ?cert=…&key=…, or neither.');
  return { listen, host, port: Number(url.port), tls: cert && key ? { cert, key } : null };
};

const mailIn = (text: string): MailInSettings => {
  const url = URL.parse(text);
  if (url?.protocol === 'smtp:') return listener('smtp', url);
  if (url?.protocol === 'lmtp:') return listener('lmtp', url);
  if (!url || !/^imaps?:$/.test(url.protocol) || !url.hostname) {
    throw new SettingError(
      'MAIL_IN must be imaps://user:password@host/INBOX, smtp://0.0.0.0:2525 or lmtp://host:port.',
    );
  }
  if (!url.username || !url.password) {
    throw new SettingError(
      'MAIL_IN must contain the user and the password of the mailbox, with %40 for an @ in them.',
    );
  }
  onlyKnows(url, ['taken', 'tls']);
  if (![null, 'required', 'none'].includes(url.searchParams.get('tls')))
    throw new SettingError('MAIL_IN must say tls=required or tls=none, or nothing of it.');
  if (url.searchParams.get('taken') === '') {
    throw new SettingError('MAIL_IN must name a folder after taken=.');
  }
  return { imap: text };
};

const mailReply = (text: string): string => {
  const [local = '', domain = '', ...more] = text.split('@');
  const isAddress =
    more.length === 0 && /^[\w.%+={}-]+$/.test(local) && isHostName(domain) && domain.includes('.');
  if (!isAddress || local.split(keyPlace).length !== 2 || /[{}]/.test(local.replace(keyPlace, ''))) {
    throw new SettingError(
      'MAIL_REPLY must be an address with {key} once before the @, such as circle+{key}@example.org.',
    );
  }
  // Mail servers refuse more than 64 characters before the @. A key has 26, and bounces have one more.
  if (local.length - keyPlace.length > 64 - 27) {
    throw new SettingError('MAIL_REPLY must have at most 37 characters before the @ besides {key}.');
  }
  return text;
};

/**
 * Settings for receiving mail. Both `MAIL_IN` and `MAIL_REPLY` are set, or neither is.
 * @throws SettingError
 */
export const mailInSettings = ({
  MAIL_IN: from,
  MAIL_REPLY: reply,
  MAIL_IN_TRUST: trust,
}: Variables): { mailIn: MailInSettings | null; mailReply: string | null; mailInTrust: string | null } => {
  if (from !== null && reply === null) throw new SettingError('MAIL_REPLY is needed when MAIL_IN is set.');
  if (from === null && reply !== null) throw new SettingError('MAIL_IN is needed when MAIL_REPLY is set.');
  if (trust !== null && from === null) throw new SettingError('MAIL_IN is needed when MAIL_IN_TRUST is set.');
  if (trust !== null && !isHostName(trust)) {
    throw new SettingError('MAIL_IN_TRUST must be the name of one mail server, such as mx.example.org.');
  }
  if (trust !== null && from !== null && /^smtp:/i.test(from)) {
    throw new SettingError(
      'MAIL_IN_TRUST needs a mail server in front of Circle: with smtp:// anybody can write what it would say. Use lmtp:// or imaps://.',
    );
  }
  return {
    mailIn: from === null ? null : mailIn(from),
    mailReply: reply === null ? null : mailReply(reply),
    mailInTrust: trust?.toLowerCase() ?? null,
  };
};
