import * as z from 'zod/mini';
import { Security, type SettingGroup } from '../contract/settings.ts';
import { readSettings, type Settings } from './settings.ts';
import type { SettingName } from './settings-variables.ts';

const server = {
  host: z.string(),
  port: z.number(),
  security: Security,
  password: z.nullable(z.string()),
};

const Mail = z.object({
  group: z.literal('mail'),
  ...server,
  user: z.nullable(z.string()),
  from: z.string(),
  name: z.nullable(z.string()),
});
const MailIn = z.object({
  group: z.literal('mail-in'),
  ...server,
  user: z.string(),
  folder: z.string(),
  reply: z.string(),
  trust: z.nullable(z.string()),
});
const Backup = z.object({
  group: z.literal('backup'),
  folder: z.string(),
  publicKey: z.nullable(z.string()),
  keep: z.number(),
});

/** The values that an administrator set for a group, with the password. */
export const Kept = z.discriminatedUnion('group', [Mail, MailIn, Backup]);
export type Kept = z.infer<typeof Kept>;
export type KeptOf<G extends SettingGroup> = Extract<Kept, { group: G }>;

export const isKeptOf = <G extends SettingGroup>(group: G, kept: Kept | null): kept is KeptOf<G> =>
  kept?.group === group;

type Login = Pick<KeptOf<'mail'>, 'host' | 'port' | 'user' | 'password'>;

const place = ({ host, port, user, password }: Login, options: string): string => {
  const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return `${login}${host.includes(':') ? `[${host}]` : host}:${port}${options}`;
};

const smtpUrl = (kept: KeptOf<'mail'>): string => {
  const options = { tls: '', starttls: '/?requireTLS=true', none: '/?ignoreTLS=true' };
  return `${kept.security === 'tls' ? 'smtps' : 'smtp'}://${place(kept, options[kept.security])}`;
};

const imapUrl = (kept: KeptOf<'mail-in'>): string => {
  const options = { tls: '', starttls: '?tls=required', none: '?tls=none' };
  const folder = `/${encodeURIComponent(kept.folder)}${options[kept.security]}`;
  return `${kept.security === 'tls' ? 'imaps' : 'imap'}://${place(kept, folder)}`;
};

const sender = ({ from, name }: KeptOf<'mail'>): string =>
  name === null ? from : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${from}>`;

type Values = Readonly<Partial<Record<SettingName, string>>>;

/** The variables of the environment that would set the same. */
const variablesOf = (kept: Kept): Values => {
  switch (kept.group) {
    case 'mail':
      return { SMTP_URL: smtpUrl(kept), MAIL_FROM: sender(kept) };
    case 'mail-in':
      return {
        MAIL_IN: imapUrl(kept),
        MAIL_REPLY: kept.reply,
        ...(kept.trust !== null && { MAIL_IN_TRUST: kept.trust }),
      };
    case 'backup':
      return {
        BACKUP_DIR: kept.folder,
        BACKUP_KEEP: String(kept.keep),
        ...(kept.publicKey !== null && { BACKUP_PUBLIC_KEY: kept.publicKey }),
      };
  }
};

/** The settings that a group decides. */
export const partOf = (group: SettingGroup, all: Settings): Partial<Settings> => {
  switch (group) {
    case 'mail':
      return { smtpUrl: all.smtpUrl, mailFrom: all.mailFrom };
    case 'mail-in':
      return { mailIn: all.mailIn, mailReply: all.mailReply, mailInTrust: all.mailInTrust };
    case 'backup':
      return { backup: all.backup, backupPublicKey: all.backupPublicKey };
  }
};

/** The settings of a group as if the environment had set it. @throws SettingError that names the variable */
export const settingsOfKept = (kept: Kept, { publicUrl }: Pick<Settings, 'publicUrl'>): Partial<Settings> =>
  partOf(kept.group, readSettings({ PUBLIC_URL: publicUrl, ...variablesOf(kept) }));
