import { existsSync } from 'node:fs';
import path from 'node:path';

/** One setting that cannot be right; the start stops with its one line. */
export class SettingError extends Error {
  override name = 'SettingError';
}

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface SquareSettings {
  /** Where the provider's interface is. */
  url: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  /** Which variation of the provider's catalogue is which plan. */
  plans: Readonly<Record<'basic' | 'premium', string>>;
  webhookKey: string;
  /** The script that shows the card field in the browser. */
  scriptUrl: string;
  /** Where that script sends what is typed, besides its own address. */
  cardUrl: string | null;
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
  dataDir: string;
  databaseUrl: string | null;
  s3: S3Settings | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Null where no card payments are set up. */
  square: SquareSettings | null;
  /** Bytes of photos that each plan gives. */
  storageLimits: Readonly<Record<'trial' | 'basic' | 'premium', number>>;
  /** Whether an upload past the limit is refused; otherwise it only shows. */
  enforceStorageLimit: boolean;
  model: ModelSettings | null;
  trustProxy: string[];
  rateLimitFactor: number;
  version: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The closed list of settings; `docs/operating.md` describes each, a test compares the two. */
export const settingNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'SQUARE_ENVIRONMENT',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_PLAN_BASIC',
  'SQUARE_PLAN_PREMIUM',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
  'SQUARE_SCRIPT_URL',
  'STORAGE_LIMIT_BASIC',
  'STORAGE_LIMIT_PREMIUM',
  'ENFORCE_STORAGE_LIMIT',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'TRUST_PROXY',
  'RATE_LIMIT_FACTOR',
] as const;

type SettingName = (typeof settingNames)[number];

/**
 * Reads the settings from an environment (decisions.md section 6).
 * @throws SettingError with one line that names the setting which cannot be right.
 */
export const readSettings = (environment: Environment): Settings => {
  const value = (name: SettingName) => environment[name]?.trim() || null;

  const port = wholeNumber('PORT', value('PORT') ?? '3000', 0, 65_535);
  const publicUrl = webAddress('PUBLIC_URL', value('PUBLIC_URL') ?? `http://localhost:${port}`);
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

  const basic = amount('STORAGE_LIMIT_BASIC', value('STORAGE_LIMIT_BASIC') ?? '5 GB');
  const premium = amount('STORAGE_LIMIT_PREMIUM', value('STORAGE_LIMIT_PREMIUM') ?? '50 GB');

  return {
    port,
    host: value('HOST') ?? 'localhost',
    publicUrl,
    dataDir: path.resolve(value('DATA_DIR') ?? './data'),
    databaseUrl,
    s3: s3Settings(value),
    smtpUrl,
    mailFrom,
    square: squareSettings(value),
    storageLimits: { trial: basic, basic, premium },
    enforceStorageLimit: yesOrNo('ENFORCE_STORAGE_LIMIT', value('ENFORCE_STORAGE_LIMIT') ?? 'false'),
    model: modelSettings(value),
    trustProxy: (value('TRUST_PROXY') ?? '').split(',').flatMap((entry) => entry.trim() || []),
    rateLimitFactor: factor,
    version: '1.0.0',
  };
};

/** The settings of this process: `.env` in the working folder, overridden by the environment. */
export const settingsOfProcess = (): Settings => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
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

const s3Settings = (value: (name: SettingName) => string | null): S3Settings | null => {
  const endpoint = value('S3_ENDPOINT');
  if (!endpoint) return null;
  const required = (name: SettingName): string => {
    const text = value(name);
    if (!text) throw new SettingError(`${name} is needed when S3_ENDPOINT is set.`);
    return text;
  };
  return {
    endpoint:
      URL.parse(endpoint)?.href ?? fail('S3_ENDPOINT must be an address such as https://s3.example.org.'),
    region: value('S3_REGION') ?? 'auto',
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
};

/** The addresses of the provider's two environments (its pages on the web SDK and on content security policies). */
const squarePlaces = {
  sandbox: {
    url: 'https://connect.squareupsandbox.com',
    scriptUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
    cardUrl: 'https://pci-connect.squareupsandbox.com',
  },
  production: {
    url: 'https://connect.squareup.com',
    scriptUrl: 'https://web.squarecdn.com/v1/square.js',
    cardUrl: 'https://pci-connect.squareup.com',
  },
} as const;

const squarePlace = (environment: string) => {
  if (environment === 'sandbox' || environment === 'production') return squarePlaces[environment];
  const url = URL.parse(environment);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingError('SQUARE_ENVIRONMENT must be sandbox, production or an address.');
  }
  return { url: url.origin, scriptUrl: null, cardUrl: null };
};

const squareSettings = (value: (name: SettingName) => string | null): SquareSettings | null => {
  const given = settingNames.find((name) => name.startsWith('SQUARE_') && value(name) !== null);
  if (!given) return null;
  const required = (name: SettingName): string =>
    value(name) ??
    fail(`${name} is needed when ${given === name ? 'another SQUARE_ setting' : given} is set.`);
  const { url, cardUrl, ...place } = squarePlace(required('SQUARE_ENVIRONMENT'));
  const script = value('SQUARE_SCRIPT_URL') ?? place.scriptUrl ?? required('SQUARE_SCRIPT_URL');
  const scriptUrl = URL.parse(script);
  if (!scriptUrl || !/^https?:$/.test(scriptUrl.protocol)) {
    throw new SettingError('SQUARE_SCRIPT_URL must be the address of a script.');
  }
  const plans = { basic: required('SQUARE_PLAN_BASIC'), premium: required('SQUARE_PLAN_PREMIUM') };
  if (plans.basic === plans.premium) {
    throw new SettingError('SQUARE_PLAN_PREMIUM must be another plan variation than SQUARE_PLAN_BASIC.');
  }
  return {
    url,
    accessToken: required('SQUARE_ACCESS_TOKEN'),
    applicationId: required('SQUARE_APPLICATION_ID'),
    locationId: required('SQUARE_LOCATION_ID'),
    plans,
    webhookKey: required('SQUARE_WEBHOOK_SIGNATURE_KEY'),
    scriptUrl: scriptUrl.href,
    cardUrl,
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

const fail = (line: string): never => {
  throw new SettingError(line);
};
