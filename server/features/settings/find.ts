import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/settings.ts';
import type { SettingGroup } from '../../../contract/settings.ts';
import type { AppContext } from '../../app-context.ts';
import { readImapUrl } from '../../platform/mail-in/imap-url.ts';
import type { Settings } from '../../settings.ts';
import { isKeptOf, type KeptOf } from '../../settings-groups.ts';

type Context = Pick<AppContext, 'settings' | 'storedSettings'>;
type Mail = Output<typeof contract.mail>;
type MailIn = Output<typeof contract.mailIn>;
type Backup = Output<typeof contract.backup>;

// The response schemas drop `group` and `password`.
const withoutPassword = <T extends { password: string | null }>(kept: T) => ({
  ...kept,
  hasPassword: kept.password !== null,
});

const mailOutside = ({ smtpUrl, mailFrom }: Settings): Mail['values'] => {
  const url = smtpUrl === null ? null : URL.parse(smtpUrl);
  if (!url) return null;
  const isSecure = url.protocol === 'smtps:';
  const isPlain = url.searchParams.get('ignoreTLS') === 'true';
  const [, name = '', address = mailFrom] = /^"?(.*?)"?\s*<([^<>]*)>$/.exec(mailFrom) ?? [];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? 465 : 587),
    security: isSecure ? 'tls' : isPlain ? 'none' : 'starttls',
    user: url.username === '' ? null : decodeURIComponent(url.username),
    hasPassword: url.password !== '',
    from: address,
    name: name || null,
  };
};

const mailInOutside = ({ mailIn, mailReply, mailInTrust }: Settings): MailIn['values'] => {
  if (mailIn === null || mailReply === null || !('imap' in mailIn)) return null;
  const { host, port, secure, auth, mailbox, tls } = readImapUrl(mailIn.imap);
  return {
    host,
    port,
    security: secure ? 'tls' : tls === 'none' ? 'none' : 'starttls',
    user: auth.user,
    hasPassword: true,
    folder: mailbox,
    reply: mailReply,
    trust: mailInTrust,
  };
};

const backupOutside = ({ backup, backupPublicKey }: Settings): Backup['values'] =>
  backup && { ...backup, publicKey: backupPublicKey };

/** The values of a group, whether the environment or a form set them. */
const found = async <G extends SettingGroup, T>(
  { settings, storedSettings }: Context,
  group: G,
  shown: { outside: (settings: Settings) => T | null; stored: (kept: KeptOf<G>) => T },
): Promise<{ setOutside: boolean; values: T | null }> => {
  if (settings.setOutside.includes(group)) return { setOutside: true, values: shown.outside(settings) };
  const kept = await storedSettings.find(group);
  return { setOutside: false, values: isKeptOf(group, kept) ? shown.stored(kept) : null };
};

export const findMail = (context: Context): Promise<Mail> =>
  found(context, 'mail', { outside: mailOutside, stored: withoutPassword });

export const findMailIn = (context: Context): Promise<MailIn> =>
  found(context, 'mail-in', { outside: mailInOutside, stored: withoutPassword });

export const findBackup = (context: Context): Promise<Backup> =>
  found(context, 'backup', { outside: backupOutside, stored: (kept) => kept });
