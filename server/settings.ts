import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Language } from '../contract/shapes.ts';
import { SettingGroup } from '../contract/settings.ts';
import type { VideoSharing } from '../contract/site.ts';
import { fail, SettingError } from './setting-error.ts';
import {
  groupVariables,
  readVariables,
  settingNames,
  type SettingName,
  type Variables,
} from './settings-variables.ts';
import { type MailInSettings, mailInSettings } from './settings-mail-in.ts';
import { type SquareSettings, squareSettings } from './settings-square.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A model that speaks the protocol of OpenAI's chat completions. */
export interface ModelSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string | null;
  name: string;
}

export interface PushSettings {
  /** Contact for push services: a mailto: or https: address. */
  subject: string;
  /** Push services that messages go to; `*.` for all names below. None where nothing is to be sent. */
  hosts: readonly string[];
}

export interface BackupSettings {
  /** Where nightly backups go, absolute. */
  folder: string;
  /** How many are kept. */
  keep: number;
}

/** A name that this server proves and serves with https itself. */
export interface OwnNameSettings {
  domain: string;
  /** The address of the certificate authority's directory (RFC 8555). */
  directory: string;
  /** The contact address of the account with the authority; null for none. */
  email: string | null;
  /** The port for plain http: answers to ACME challenges, and redirects to https. */
  plainPort: number;
}

export interface Settings {
  /** Null where something else makes https, or nothing does. */
  ownName: OwnNameSettings | null;
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Language for people who chose none. */
  language: Language;
  dataDir: string;
  databaseUrl: string | null;
  s3: S3Settings | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Null where no mails are received: there are no mailbox members then. */
  mailIn: MailInSettings | null;
  /** The address for answers, with `{key}` in its local part. Set where `mailIn` is. */
  mailReply: string | null;
  /** The mail server whose `Authentication-Results` count, in lower case. */
  mailInTrust: string | null;
  /** Null where no card payments are set up. */
  square: SquareSettings | null;
  /** Bytes of photos that each plan gives. */
  storageLimits: Readonly<Record<'trial' | 'basic' | 'premium', number>>;
  /** Whether an upload past the limit is refused; otherwise it only shows. */
  enforceStorageLimit: boolean;
  model: ModelSettings | null;
  push: PushSettings;
  trustProxy: string[];
  rateLimitFactor: number;
  /** Whether administrators without a second factor may do nothing administrative. */
  adminsNeedSecondFactor: boolean;
  /** `vouch`: verified members, and not only administrators, vouch for whom they invite. Null leaves it to administrators. */
  verification: 'admin' | 'vouch' | null;
  /** Videos may be shared by everybody, by members with the Premium plan, or by nobody. */
  video: VideoSharing;
  /** Null where no backup is made by night. */
  backup: BackupSettings | null;
  /** To whom every backup is encrypted. */
  backupPublicKey: string | null;
  /** Token that opens `/metrics` from other machines; null for none. */
  metricsToken: string | null;
  /** Groups of which the environment sets a variable: what a form stored for them does not count. */
  setOutside: readonly SettingGroup[];
  version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from an environment.
 * @throws SettingError with one line that names the setting which cannot be right.
 */
export const readSettings = (environment: Environment): Settings => {
  const read = readVariables(environment);
  const { DOMAIN: domain } = read;
  const port = read.PORT ?? (domain === null ? 3000 : 443);
  const publicUrl =
    read.PUBLIC_URL ?? (domain === null ? new URL(`http://localhost:${port}`).origin : `https://${domain}`);
  const square = squareSettings(read);
  const { STORAGE_LIMIT_BASIC: basic, STORAGE_LIMIT_PREMIUM: premium } = read;
  return {
    ownName:
      domain === null
        ? null
        : { domain, directory: read.ACME_DIRECTORY, email: read.ACME_EMAIL, plainPort: read.HTTP_PORT },
    port,
    host: read.HOST ?? (domain === null ? 'localhost' : '::'),
    publicUrl,
    language: read.APP_LANGUAGE,
    dataDir: path.resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    s3: s3Settings(read),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? `Circle <circle@${new URL(publicUrl).hostname}>`,
    ...mailInSettings(read),
    square,
    storageLimits: { trial: basic, basic, premium },
    enforceStorageLimit: read.ENFORCE_STORAGE_LIMIT === 'true',
    model: modelSettings(read),
    push: {
      subject:
        read.VAPID_SUBJECT ??
        (publicUrl.startsWith('https:') ? publicUrl : 'mailto:circle@localhost.invalid'),
      hosts: read.PUSH_HOSTS,
    },
    trustProxy: read.TRUST_PROXY,
    rateLimitFactor: read.RATE_LIMIT_FACTOR,
    adminsNeedSecondFactor: read.REQUIRE_SECOND_FACTOR === 'admins',
    verification: read.VERIFICATION,
    video: read.VIDEO ?? (square ? 'premium' : 'all'),
    backup:
      read.BACKUP_DIR === null ? null : { folder: path.resolve(read.BACKUP_DIR), keep: read.BACKUP_KEEP },
    backupPublicKey: read.BACKUP_PUBLIC_KEY,
    metricsToken: read.METRICS_TOKEN,
    setOutside: SettingGroup.options.filter((group) =>
      groupVariables[group].some((name) => environment[name]?.trim()),
    ),
    version: '2.0.0',
  };
};

/** The environment of this process, for programs that it starts and settings that it hands on. */
export const environmentOfProcess = (): NodeJS.ProcessEnv => process.env;

/**
 * The settings of this process: `.env` in the working folder, overridden by the environment.
 * @param names of those that are read; the others are as if they were not set
 */
export const settingsOfProcess = (names: readonly SettingName[] = settingNames): Settings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(Object.fromEntries(names.map((name) => [name, process.env[name]])));
};

/** The variables of a file like `.env`; none where there is no such file. */
export const variablesOfFile = (file: string): Environment =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};

/**
 * The settings that a file gives, whatever the environment says; what it does not say about the data folder is as in
 * `here`.
 * @throws SettingError
 */
export const settingsOfFile = (file: string, here: Settings): Settings => {
  if (!existsSync(file)) throw new SettingError(`There is no file ${file}.`);
  return readSettings({ DATA_DIR: here.dataDir, ...variablesOfFile(file) });
};

const s3Settings = (read: Variables): S3Settings | null => {
  if (!read.S3_ENDPOINT) return null;
  const required = (name: 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'): string =>
    read[name] ?? fail(`${name} is needed when S3_ENDPOINT is set.`);
  return {
    endpoint: new URL(read.S3_ENDPOINT).href,
    region: read.S3_REGION,
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
};

const modelSettings = ({
  AI_BASE_URL: url,
  AI_API_KEY: apiKey,
  AI_MODEL: name,
}: Variables): ModelSettings | null => {
  if (!url) return null;
  return {
    baseUrl: new URL(url).href.replace(/\/+$/, ''),
    apiKey,
    name: name ?? fail('AI_MODEL is needed when AI_BASE_URL is set.'),
  };
};
