import * as z from 'zod/mini';
import { proof } from './account.ts';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, lineOrNone } from './fields.ts';
import { limits } from './limits.ts';

/** Groups of settings. A form or the environment sets one as a whole. */
export const SettingGroup = z.enum(['mail', 'mail-in', 'backup']);
export type SettingGroup = z.infer<typeof SettingGroup>;

const trimmed = (required: string) =>
  z.pipe(
    z.string(required),
    z.transform((value: string) => value.trim()),
  );

/** A value on one line, without what could end it. */
const plain = (max: number, error: string) =>
  z.pipe(
    trimmed(error),
    z
      .string()
      .check(z.refine((value) => value !== '' && value.length <= max && !/\p{Cc}/u.test(value), error)),
  );

const host = z.pipe(
  trimmed(messages.hostInvalid),
  z
    .string()
    .check(
      z.regex(
        /^(?=.{1,253}$)(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f:.]*:[0-9a-f:.]*)$/i,
        messages.hostInvalid,
      ),
    ),
);
const port = z
  .int(messages.portInvalid)
  .check(z.minimum(1, messages.portInvalid), z.maximum(65_535, messages.portInvalid));

/** `tls` from the first byte, `starttls` before anything is said that matters, `none` for a server on the same machine. */
export const Security = z.enum(['tls', 'starttls', 'none'], messages.invalid);
export type Security = z.infer<typeof Security>;

/** Left out, the stored password stays; null removes it. */
const password = z.optional(z.nullable(z.string().check(z.maxLength(limits.mailPassword, messages.invalid))));

const server = { host, port, security: Security };
const shownServer = { host: z.string(), port: z.number(), security: Security };

/** `setOutside`: the environment decides, whatever is stored. `values` is null where nothing is set, or no form could show it. */
const shown = <T extends z.ZodMiniType>(values: T) =>
  z.object({ setOutside: z.boolean(), values: z.nullable(values) });

const mailFields = {
  ...server,
  user: lineOrNone(limits.email, messages.invalid),
  password,
  /** The address of the sender. */
  from: email,
  /** The name of the sender. */
  name: lineOrNone(limits.placeName, messages.placeNameTooLong),
};
const Mail = shown(
  z.object({
    ...shownServer,
    user: z.nullable(z.string()),
    hasPassword: z.boolean(),
    from: z.string(),
    name: z.nullable(z.string()),
  }),
);

const mailInFields = {
  ...server,
  user: plain(limits.email, messages.userRequired),
  password,
  folder: plain(limits.mailFolder, messages.folderRequired),
  /** The address for answers, with `{key}` before the @. */
  reply: plain(limits.email, messages.replyInvalid),
  /** The mail server whose `Authentication-Results` count. */
  trust: lineOrNone(limits.email, messages.hostInvalid),
};
const MailIn = shown(
  z.object({
    ...shownServer,
    user: z.string(),
    hasPassword: z.boolean(),
    folder: z.string(),
    reply: z.string(),
    trust: z.nullable(z.string()),
  }),
);

const backupFields = {
  /** Absolute. */
  folder: plain(limits.backupFolder, messages.folderRequired),
  /** `age1…`; null for backups that are not encrypted. */
  publicKey: lineOrNone(limits.backupKey, messages.backupKeyInvalid),
  /** How many are kept. */
  keep: z
    .int(messages.keepInvalid)
    .check(z.minimum(1, messages.keepInvalid), z.maximum(limits.backupsKept, messages.keepInvalid)),
};
const Backup = shown(z.object({ folder: z.string(), publicKey: z.nullable(z.string()), keep: z.number() }));

/** The steps of a try, in their order. The first one that fails is the last one. */
export const TryStep = z.enum([
  'values',
  'name',
  'connection',
  'encryption',
  'sign-in',
  'mailbox',
  'address',
  'mail-out',
  'send',
  'receive',
  'folder',
  'backup',
]);
export type TryStep = z.infer<typeof TryStep>;

const Tried = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      name: TryStep,
      ok: z.boolean(),
      /** In the caller's language: what was found, or what to change. */
      detail: z.string(),
    }),
  ),
});
export type Tried = z.infer<typeof Tried>;

/** Mails that are redirected can be read by others, and no warning leaves without mail. Without it the values alone are checked. */
const proven = { proof: z.optional(z.strictObject(proof)) };

const reading = { credential: 'admin', input: z.strictObject({}) } as const;
// A proof is a password to guess.
const writing = { credential: 'admin', rate: 'ownPassword' } as const;
const trying = { credential: 'admin', rate: 'testMails', output: Tried } as const;

export const mail = endpoint.get('/api/admin/settings/mail', {
  ...reading,
  summary: 'How mails are sent; the password is never answered',
  output: Mail,
});

export const setMail = endpoint.put('/api/admin/settings/mail', {
  ...writing,
  summary:
    'Sets how mails are sent, with a proof of the caller. Without `password` the stored one stays, for the same server and user alone; 409 where the environment decides',
  input: z.strictObject({ ...mailFields, ...proven }),
  output: Mail,
});

export const tryMail = endpoint.post('/api/admin/settings/mail/try', {
  ...trying,
  summary: 'Mails the caller with these values, step by step, and stores nothing',
  input: z.strictObject(mailFields),
});

export const mailIn = endpoint.get('/api/admin/settings/mail-in', {
  ...reading,
  summary: 'The mailbox that answers come to; the password is never answered',
  output: MailIn,
});

export const setMailIn = endpoint.put('/api/admin/settings/mail-in', {
  ...writing,
  summary:
    'Sets the mailbox that answers come to, with a proof of the caller. Without `password` the stored one stays, for the same server and user alone; 409 where the environment decides',
  input: z.strictObject({ ...mailInFields, ...proven }),
  output: MailIn,
});

export const tryMailIn = endpoint.post('/api/admin/settings/mail-in/try', {
  ...trying,
  summary: 'Signs in to this mailbox, mails it and waits for the mail up to a minute; stores nothing',
  input: z.strictObject(mailInFields),
});

export const backup = endpoint.get('/api/admin/settings/backup', {
  ...reading,
  summary: 'Where backups go by night, and for whom they are encrypted',
  output: Backup,
});

export const setBackup = endpoint.put('/api/admin/settings/backup', {
  ...writing,
  summary: 'Sets where backups go by night, with a proof of the caller; 409 where the environment decides',
  input: z.strictObject({ ...backupFields, ...proven }),
  output: Backup,
});

export const tryBackup = endpoint.post('/api/admin/settings/backup/try', {
  ...trying,
  summary: 'Writes to this folder, encrypts and reads back; stores no setting',
  input: z.strictObject(backupFields),
});

export const clear = endpoint.delete('/api/admin/settings/:group', {
  ...writing,
  summary:
    'Forgets what is stored for a group, with a proof of the caller; 409 where the environment decides',
  inBody: true,
  input: z.strictObject({ group: SettingGroup, ...proven }),
  output: null,
});
