import { isIP } from 'node:net';
import * as z from 'zod/mini';
import type { SettingGroup } from '../contract/settings.ts';
import { Language } from '../contract/shapes.ts';
import { VideoSharing } from '../contract/site.ts';
import { SettingError } from './setting-error.ts';
import { withHost } from './platform/text/with-host.ts';

const orNull = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);
const text = orNull(z.string());
const textOr = (fallback: string) => z._default(z.string(), fallback);
const matching = (pattern: RegExp, error: string) => orNull(z.string().check(z.regex(pattern, error)));

const oneOf = <const T extends readonly string[]>(options: T) =>
  z.enum(options, `must be ${options.join(' or ')}.`);

const numberFrom = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z.coerce.number(error).check(z.int(error), z.minimum(least, error), z.maximum(most, error));
};
const wholeNumber = (least: number, most: number, fallback: number) =>
  z._default(numberFrom(least, most), fallback);
const port = numberFrom(0, 65_535);

const factorError = 'must be a number of 0 or more.';

const units: Readonly<Record<string, number>> = { '': 1, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };
/** `5 GB`, or a number of bytes. */
const bytesOf = (amount: string): number => {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)?$/.exec(amount) ?? [];
  return Math.round(Number(number) * (units[unit] ?? 1));
};
const amountError = 'must be an amount such as 5 GB, or a number of bytes.';
const amount = (fallback: string) =>
  z.pipe(z.pipe(textOr(fallback), z.transform(bytesOf)), z.int(amountError).check(z.positive(amountError)));

const webAddress = (error: string) => z.url({ protocol: /^https?$/, error });
const address = (example: string) => webAddress(`must be an address such as ${example}.`);
// Also runs for what is no address.
const hasNoQuery = (url: string): boolean => !URL.parse(url)?.search && !URL.parse(url)?.hash;

// Null for a text that would be read as another address.
const serverOf = (given: string): URL | null => {
  const url = URL.parse(withHost(given));
  if (!url || url.hash !== '') return null;
  return url.username === '' && given.split('?')[0]?.includes('@') ? null : url;
};
// The libraries print the password of an address that they cannot read.
const server = (pattern: RegExp, error: string) =>
  orNull(
    z.string().check(
      z.regex(pattern, error),
      z.refine((given) => serverOf(given) !== null, {
        error: 'is no address: write % / # ? @ and : in a password as %25 %2F %23 %3F %40 and %3A.',
      }),
    ),
  );

/** Values that proxy-addr accepts: an address, a network such as 10.0.0.0/8, or a named range. */
const isProxy = (entry: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [, network = '', bits = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
  const version = isIP(network);
  const most = version === 4 ? 32 : version === 6 ? 128 : 0;
  return Number(bits) >= 1 && Number(bits) <= most;
};

const entriesOf = (list: string): string[] => list.split(',').flatMap((entry) => entry.trim() || []);
const Proxies = z.pipe(
  z.pipe(textOr(''), z.transform(entriesOf)),
  z.array(
    z.string().check(
      z.refine(isProxy, {
        error: ({ input }) => `must name addresses with commas between; ${String(input)} is none.`,
      }),
    ),
  ),
);

// The push hosts of Google, Mozilla, Apple and Microsoft, from their documentation.
const pushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
].join(',');
const PushHosts = z.pipe(
  z.pipe(
    textOr(pushServices),
    z.transform((list) => (list === 'none' ? [] : entriesOf(list.toLowerCase()))),
  ),
  z.array(
    z.string().check(
      z.regex(/^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|http:\/\/localhost:\d+)$/, {
        error: ({ input }) => `must name hosts with commas between, or be none; ${String(input)} is no host.`,
      }),
    ),
  ),
);

/** The closed list of settings, in the order of `docs/operating.md`, which describes each; a test compares the two. */
const Variables = z.object({
  DOMAIN: matching(
    /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'must be the name of this machine in small letters, such as circle.example.org.',
  ),
  ACME_DIRECTORY: z._default(
    address('https://acme-v02.api.letsencrypt.org/directory'),
    'https://acme-v02.api.letsencrypt.org/directory',
  ),
  ACME_EMAIL: matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address.'),
  HTTP_PORT: z._default(port, 80),
  PORT: orNull(port),
  HOST: text,
  PUBLIC_URL: orNull(
    z.pipe(
      address('https://circle.example.org').check(
        z.refine((url) => URL.parse(url)?.pathname === '/' && hasNoQuery(url), {
          error: 'must not have a path: Circle lives at the root of its address.',
        }),
      ),
      z.transform((url) => new URL(url).origin),
    ),
  ),
  APP_LANGUAGE: z._default(oneOf(Language.options), 'en'),
  DATA_DIR: textOr('./data'),
  DATABASE_URL: server(/^postgres(?:ql)?:\/\/./, 'must start with postgres:// (leave it empty for SQLite).'),
  S3_ENDPOINT: orNull(address('https://s3.example.org')),
  S3_REGION: textOr('auto'),
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  SMTP_URL: server(/^smtps?:\/\/./, 'must start with smtp:// or smtps://.'),
  MAIL_FROM: matching(
    /^[^\r\n]*@[^\r\n]*$/,
    'must be an e-mail address, such as Circle <circle@example.org>.',
  ),
  MAIL_IN: text,
  MAIL_REPLY: text,
  MAIL_IN_TRUST: text,
  SQUARE_ENVIRONMENT: text,
  SQUARE_ACCESS_TOKEN: text,
  SQUARE_APPLICATION_ID: text,
  SQUARE_LOCATION_ID: text,
  SQUARE_PLAN_BASIC: text,
  SQUARE_PLAN_PREMIUM: text,
  SQUARE_WEBHOOK_SIGNATURE_KEY: text,
  SQUARE_SCRIPT_URL: orNull(webAddress('must be the address of a script.')),
  STORAGE_LIMIT_BASIC: amount('5 GB'),
  STORAGE_LIMIT_PREMIUM: amount('50 GB'),
  ENFORCE_STORAGE_LIMIT: z._default(oneOf(['true', 'false']), 'false'),
  AI_BASE_URL: orNull(
    address('https://models.example.org/v1').check(
      z.refine(hasNoQuery, 'must be an address such as https://models.example.org/v1.'),
    ),
  ),
  AI_API_KEY: text,
  AI_MODEL: text,
  VAPID_SUBJECT: matching(
    /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    'must be a mailto: or https: address.',
  ),
  PUSH_HOSTS: PushHosts,
  TRUST_PROXY: Proxies,
  RATE_LIMIT_FACTOR: z._default(z.coerce.number(factorError).check(z.minimum(0, factorError)), 1),
  REQUIRE_SECOND_FACTOR: z._default(oneOf(['admins', 'none']), 'none'),
  VERIFICATION: orNull(oneOf(['admin', 'vouch'])),
  VIDEO: orNull(oneOf(VideoSharing.options)),
  BACKUP_DIR: text,
  BACKUP_PUBLIC_KEY: matching(
    /^age1[a-z0-9]{58}$/,
    'must be what `npm run circle -- backup-key` prints, age1….',
  ),
  BACKUP_KEEP: wholeNumber(1, 1_000, 7),
  METRICS_TOKEN: matching(/^[\w.~+/=-]{16,200}$/, 'must be 16 to 200 letters, digits or signs of -._~+/=.'),
});
export type Variables = z.infer<typeof Variables>;

export const settingNames = z.keyof(Variables).options;
export type SettingName = (typeof settingNames)[number];

/** The variables of the groups that a form can set instead. */
export const groupVariables = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  'mail-in': ['MAIL_IN', 'MAIL_REPLY', 'MAIL_IN_TRUST'],
  backup: ['BACKUP_DIR', 'BACKUP_PUBLIC_KEY', 'BACKUP_KEEP'],
} as const satisfies Record<SettingGroup, readonly SettingName[]>;

/** Checks each setting for itself. @throws SettingError with one line that names the first one that is wrong */
export const readVariables = (environment: Readonly<Record<string, string | undefined>>): Variables => {
  const given = settingNames.map((name) => [name, environment[name]?.trim() || undefined]);
  const { data, error } = Variables.safeParse(Object.fromEntries(given));
  if (data) return data;
  const [issue] = error.issues;
  throw new SettingError(`${String(issue?.path[0])} ${issue?.message}`);
};
