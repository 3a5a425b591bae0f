import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { fail, SettingError } from './setting-error.ts';
import {
  backupKeySetting,
  type BackupSettings,
  backupSettings,
  metricsToken,
  operatingSettingNames,
} from './settings-operating.ts';
import { type MailInSettings, mailInSettingNames, mailInSettings } from './settings-mail-in.ts';
import { type PushSettings, pushSettings } from './settings-push.ts';
import { isLanguage, Language } from '../contract/shapes.ts';
import { VideoSharing } from '../contract/site.ts';
import { type SquareSettings, squareSettingNames, squareSettings } from './settings-square.ts';

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

export interface Settings {
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
  /** Whether verified members, and not only administrators, may vouch for the people they invite. */
  verifiedMembersVouch: boolean;
  /** Videos may be shared by everybody, by members with the Premium plan, or by nobody. */
  video: VideoSharing;
  /** Null where no backup is made by night. */
  backup: BackupSettings | null;
  /** To whom every backup is encrypted. */
  backupPublicKey: string | null;
  /** Token that opens `/metrics` from other machines; null for none. */
  metricsToken: string | null;
  version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The closed list of settings; `docs/operating.md` describes each, a test compares the two. */
export const settingNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'APP_LANGUAGE',
  'DATA_DIR',
  'DATABASE_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  ...mailInSettingNames,
  ...squareSettingNames,
  'STORAGE_LIMIT_BASIC',
  'STORAGE_LIMIT_PREMIUM',
  'ENFORCE_STORAGE_LIMIT',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'VAPID_SUBJECT',
  'PUSH_HOSTS',
  'TRUST_PROXY',
  'RATE_LIMIT_FACTOR',
  'REQUIRE_SECOND_FACTOR',
  'VERIFICATION',
  'VIDEO',
  ...operatingSettingNames,
] as const;

type SettingName = (typeof settingNames)[number];

/**
 * Reads the settings from an environment.
 * @throws SettingError with one line that names the setting which cannot be right.
 */
export const readSettings = (environment: Environment): Settings => {
  const value = (name: SettingName) => environment[name]?.trim() || null;

  const port = wholeNumber('PORT', value('PORT') ?? '3000', 0, 65_535);
  const publicUrl = webAddress('PUBLIC_URL', value('PUBLIC_URL') ?? `http://localhost:${port}`);
  const language = value('APP_LANGUAGE') ?? 'en';
  if (!isLanguage(language)) throw new SettingError(`APP_LANGUAGE must be ${Language.options.join(' or ')}.`);
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl && !/^postgres(?:ql)?:\/\/./.test(databaseUrl)) {
    throw new SettingError('DATABASE_URL must start with postgres:// (leave it empty for SQLite).');
  }
  const smtpUrl = value('SMTP_URL');
  if (smtpUrl && !/^smtps?:\/\/./.test(smtpUrl)) {
    throw new SettingError('SMTP_URL must start with smtp:// or smtps://.');
  }
  const mailFrom = value('MAIL_FROM') ?? `Circle <circle@${new URL(publicUrl).hostname}>`;
  if (/[\r\n]/.test(mailFrom) || !mailFrom.includes('@')) {
    throw new SettingError('MAIL_FROM must be an e-mail address, such as Circle <circle@example.org>.');
  }
  const factor = Number(value('RATE_LIMIT_FACTOR') ?? '1');
  if (!Number.isFinite(factor) || factor < 0) {
    throw new SettingError('RATE_LIMIT_FACTOR must be a number of 0 or more.');
  }

  const required = value('REQUIRE_SECOND_FACTOR') ?? 'none';
  if (required !== 'admins' && required !== 'none') {
    throw new SettingError('REQUIRE_SECOND_FACTOR must be admins or none.');
  }
  const verification = value('VERIFICATION') ?? 'admin';
  if (verification !== 'admin' && verification !== 'vouch') {
    throw new SettingError('VERIFICATION must be admin or vouch.');
  }
  const square = squareSettings(value);
  const video = VideoSharing.safeParse(value('VIDEO') ?? (square ? 'premium' : 'all'));
  if (!video.success) throw new SettingError(`VIDEO must be ${VideoSharing.options.join(' or ')}.`);
  const basic = amount('STORAGE_LIMIT_BASIC', value('STORAGE_LIMIT_BASIC') ?? '5 GB');
  const premium = amount('STORAGE_LIMIT_PREMIUM', value('STORAGE_LIMIT_PREMIUM') ?? '50 GB');

  return {
    port,
    host: value('HOST') ?? 'localhost',
    publicUrl,
    language,
    dataDir: path.resolve(value('DATA_DIR') ?? './data'),
    databaseUrl,
    s3: s3Settings(value),
    smtpUrl,
    mailFrom,
    ...mailInSettings(value),
    square,
    storageLimits: { trial: basic, basic, premium },
    enforceStorageLimit: yesOrNo('ENFORCE_STORAGE_LIMIT', value('ENFORCE_STORAGE_LIMIT') ?? 'false'),
    model: modelSettings(value),
    push: pushSettings(value, publicUrl),
    trustProxy: proxies(value('TRUST_PROXY') ?? ''),
    rateLimitFactor: factor,
    adminsNeedSecondFactor: required === 'admins',
    verifiedMembersVouch: verification === 'vouch',
    video: video.data,
    backup: backupSettings(value),
    backupPublicKey: backupKeySetting(value),
    metricsToken: metricsToken(value),
    version: '1.0.0',
  };
};

/**
 * The settings of this process: `.env` in the working folder, overridden by the environment.
 * @param names of those that are read; the others are as if they were not set
 */
export const settingsOfProcess = (names: readonly SettingName[] = settingNames): Settings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(Object.fromEntries(names.map((name) => [name, process.env[name]])));
};

/**
 * The settings that a file gives, whatever the environment says; what it does not say about the data folder is as in
 * `here`.
 * @throws SettingError
 */
export const settingsOfFile = (file: string, here: Settings): Settings => {
  if (!existsSync(file)) throw new SettingError(`There is no file ${file}.`);
  return readSettings({ DATA_DIR: here.dataDir, ...parseEnv(readFileSync(file, 'utf8')) });
};

const wholeNumber = (name: SettingName, text: string, least: number, most: number): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new SettingError(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return number;
};

const units: Readonly<Record<string, number>> = { '': 1, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

/** `5 GB`, or a number of bytes. */
const amount = (name: SettingName, text: string): number => {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)?$/.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (units[unit] ?? 1));
  if (!Number.isSafeInteger(bytes) || bytes < 1) {
    throw new SettingError(`${name} must be an amount such as 5 GB, or a number of bytes.`);
  }
  return bytes;
};

const yesOrNo = (name: SettingName, text: string): boolean => {
  if (text !== 'true' && text !== 'false') throw new SettingError(`${name} must be true or false.`);
  return text === 'true';
};

const webAddress = (name: SettingName, text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingError(`${name} must be an address such as https://circle.example.org.`);
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    throw new SettingError(`${name} must not have a path: Circle lives at the root of its address.`);
  }
  return url.origin;
};

/** Values that proxy-addr accepts: an address, a network such as 10.0.0.0/8, or a named range. */
const isProxy = (entry: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : version === 6 ? 128 : 0;
  return Number(bits) >= 1 && Number(bits) <= most;
};

const proxies = (list: string): string[] => {
  const entries = list.split(',').flatMap((entry) => entry.trim() || []);
  const wrong = entries.find((entry) => !isProxy(entry));
  if (wrong !== undefined) {
    throw new SettingError(`TRUST_PROXY must name addresses with commas between; ${wrong} is none.`);
  }
  return entries;
};

const s3Settings = (value: (name: SettingName) => string | null): S3Settings | null => {
  const endpoint = value('S3_ENDPOINT');
  if (!endpoint) return null;
  const required = (name: SettingName): string => {
    const text = value(name);
    if (!text) throw new SettingError(`${name} is needed when S3_ENDPOINT is set.`);
    return text;
  };
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingError('S3_ENDPOINT must be an address such as https://s3.example.org.');
  }
  return {
    endpoint: url.href,
    region: value('S3_REGION') ?? 'auto',
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
};

const modelSettings = (value: (name: SettingName) => string | null): ModelSettings | null => {
  const text = value('AI_BASE_URL');
  if (!text) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new SettingError('AI_BASE_URL must be an address such as https://models.example.org/v1.');
  }
  const name = value('AI_MODEL') ?? fail('AI_MODEL is needed when AI_BASE_URL is set.');
  return { baseUrl: url.href.replace(/\/+$/, ''), apiKey: value('AI_API_KEY'), name };
};
