import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { lineOrNone } from './fields.ts';
import { limits } from './limits.ts';
import { Language, Sharing } from './shapes.ts';

const time = z.string();
const Part = z.object({ isUp: z.boolean(), milliseconds: z.number() });

export const JobTally = z.object({
  kind: z.string(),
  waiting: z.number(),
  retrying: z.number(),
  failed: z.number(),
  /** Without addresses and ids. */
  lastError: z.nullable(z.string()),
});
export type JobTally = z.infer<typeof JobTally>;

/** The state of a nightly task. */
const Nightly = z.object({
  /** The last success. */
  lastGood: z.nullable(time),
  /** The reason for failures since then; null if there were none. */
  trouble: z.nullable(z.string()),
});

export const overview = endpoint.get('/api/admin/system', {
  credential: 'admin',
  summary: 'How the server is doing: no content, and no figure about any one person',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    database: Part,
    storage: Part,
    nodes: z.array(z.object({ id: z.string(), version: z.string(), startedAt: time, isThis: z.boolean() })),
    photos: z.object({ count: z.number(), bytes: z.number() }),
    jobs: z.array(JobTally),
    /** Mails that a mail server refused permanently since this node started. */
    mailsRefused: z.number(),
    /** Null if no nightly backup is set up. */
    backup: z.nullable(z.object({ isEncrypted: z.boolean(), made: Nightly, rehearsed: Nightly })),
  }),
});
export type Overview = z.infer<typeof overview.output>;

const kind = z.string().check(z.regex(/^[a-z][a-z-]{0,60}$/, messages.invalid));

export const retryJobs = endpoint.post('/api/admin/system/jobs/:kind/retry', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Has all jobs of a kind that did not succeed done at once, as if never tried',
  input: z.strictObject({ kind }),
  output: null,
});

export const dropJobs = endpoint.delete('/api/admin/system/jobs/:kind/failed', {
  credential: 'admin',
  rate: 'settingChanges',
  summary: 'Deletes all jobs of a kind that were given up, for good',
  input: z.strictObject({ kind }),
  output: null,
});

const Place = z.object({
  /** Whether an administrator has chosen name or language. */
  isSetUp: z.boolean(),
  name: z.nullable(z.string()),
  /** The language for people of whom no choice is known. */
  language: Language,
  sharing: Sharing,
  /** Whether the environment decides it (`VERIFICATION`), whatever is chosen here. */
  isSharingSetOutside: z.boolean(),
  /** `server` is null if mails are written to files. */
  mail: z.object({ server: z.nullable(z.string()), from: z.string() }),
});

export const place = endpoint.get('/api/admin/place', {
  credential: 'admin',
  summary: 'The name and language of this installation, who may share right away, and how it sends mail',
  input: z.strictObject({}),
  output: Place,
});

export const setPlace = endpoint.put('/api/admin/place', {
  credential: 'admin',
  rate: 'settingChanges',
  summary:
    'Sets name and language of this installation, and who may share right away; the language overrides APP_LANGUAGE, but VERIFICATION wins',
  input: z.strictObject({
    name: lineOrNone(limits.placeName, messages.placeNameTooLong),
    language: Language,
    sharing: z.optional(Sharing),
  }),
  output: Place,
});

export const testMail = endpoint.post('/api/admin/test-mail', {
  credential: 'admin',
  rate: 'testMails',
  summary:
    "Mails the caller, and answers the mail server's refusal if there is one; 409 without a mail server",
  input: z.strictObject({}),
  output: z.object({ to: z.string(), trouble: z.nullable(z.string()) }),
});

/** The steps that set up a place, in the order in which they are shown. */
export const SetupId = z.enum([
  'address',
  'https',
  'proxy',
  'mail',
  'mail-in',
  'backup',
  'disk',
  'administrator',
  'name',
  'circle',
]);
export type SetupId = z.infer<typeof SetupId>;

export const SetupItem = z.object({
  id: SetupId,
  /** `unknown` is what only another device could tell. */
  state: z.enum(['done', 'todo', 'unknown']),
  /**
   * `address`: the host, or the one that only this machine finds. `proxy`: the value that `TRUST_PROXY` lacks. `mail`: the
   * mail server. `mail-in`: the server of the mailbox. `backup`: the time of the last good one. `disk`: what is free, in words.
   */
  detail: z.nullable(z.string()),
});
export type SetupItem = z.infer<typeof SetupItem>;

export const setup = endpoint.get('/api/admin/setup', {
  credential: 'admin',
  summary:
    'What of this installation is set up. `proxy` is listed only where forwarded headers are not trusted, `mail-in` only where mail is sent',
  input: z.strictObject({}),
  output: z.object({ items: z.array(SetupItem) }),
});
