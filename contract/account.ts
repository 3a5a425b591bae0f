import * as z from 'zod/mini';
import { newPassword } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, hour, id, isTimeZone, line, lineOrNone, text, usernameOrNone } from './fields.ts';
import { limits } from './limits.ts';
import { CurrentUser, Language } from './shapes.ts';
import { NewCredential, NewOptions, Passkey, PasskeyProof, PasskeyQuestion } from './text/webauthn.ts';

/** The caller's own password, asked again before a permanent action. */
const ownPassword = z
  .string(messages.fillAllFields)
  .check(z.minLength(1, messages.fillAllFields), z.maxLength(1_000, messages.passwordWrong));

/** The fields that prove that the caller is the member: the password, or a passkey instead. */
export const proof = { password: z.optional(ownPassword), passkey: z.optional(PasskeyProof) };

export const askPasskey = endpoint.post('/api/user/passkey/question', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'What a browser has to ask an own passkey for, where that may stand in the place of the password',
  input: z.strictObject({}),
  output: PasskeyQuestion,
  caching: 'no-store',
});

export const factors = endpoint.get('/api/user/factors', {
  credential: 'member',
  summary: 'What the caller has besides the password; names and dates, never a secret',
  input: z.strictObject({}),
  output: z.object({
    totp: z.boolean(),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.number(),
    /** Whether passkeys work at this server's address. */
    passkeysPossible: z.boolean(),
    /** Whether administrative actions require a second factor of the caller. */
    required: z.boolean(),
  }),
  caching: 'no-store',
});

/** Shown once; null if there are codes already. */
const codesOfFirst = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });

export const beginTotp = endpoint.post('/api/user/totp', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'Draws a secret for an authenticator app; it counts once a code of it came back',
  input: z.strictObject(proof),
  output: z.object({ secret: z.string(), uri: z.string() }),
  caching: 'no-store',
});

export const confirmTotp = endpoint.post('/api/user/totp/confirm', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'Has the authenticator app count from now on; the first second factor comes with recovery codes',
  input: z.strictObject({ code: z.string(messages.codeRequired).check(z.maxLength(20, messages.codeWrong)) }),
  output: codesOfFirst,
  caching: 'no-store',
});

export const removeTotp = endpoint.delete('/api/user/totp', {
  credential: 'member',
  rate: 'ownPassword',
  inBody: true,
  summary: 'Takes the authenticator app away; with the last second factor the recovery codes go',
  input: z.strictObject(proof),
  output: null,
  caching: 'no-store',
});

export const renewRecoveryCodes = endpoint.post('/api/user/recovery-codes', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'Recovery codes in the place of those before, shown this once',
  input: z.strictObject(proof),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  caching: 'no-store',
});

export const beginPasskey = endpoint.post('/api/user/passkeys/question', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'What a browser has to ask for, to make a passkey; 409 where passkeys cannot be',
  input: z.strictObject(proof),
  output: z.object({ ticket: z.string(), options: NewOptions }),
  caching: 'no-store',
});

export const addPasskey = endpoint.post('/api/user/passkeys', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Keeps a passkey that was made; the first second factor comes with recovery codes',
  input: z.strictObject({
    ticket: z.string(),
    name: line(limits.passkeyName, messages.passkeyNameRequired, messages.passkeyNameTooLong),
    credential: NewCredential,
  }),
  output: codesOfFirst,
  status: 201,
  caching: 'no-store',
});

export const removePasskey = endpoint.delete('/api/user/passkeys/:id', {
  credential: 'member',
  rate: 'ownPassword',
  inBody: true,
  summary: 'Takes a passkey away; with the last second factor the recovery codes go',
  input: z.strictObject({ id, ...proof }),
  output: null,
  caching: 'no-store',
});

export const beginMove = endpoint.post('/api/user/moves', {
  credential: 'member',
  rate: 'ownPassword',
  summary:
    'An address that signs another device in, for a QR code; it works once, for two minutes. The event `moved` tells of its use by `id`',
  input: z.strictObject(proof),
  output: z.object({ id: z.string(), url: z.string(), expiresAt: z.string() }),
  status: 201,
  caching: 'no-store',
});

export const stats = endpoint.get('/api/user/stats', {
  credential: 'member',
  rate: 'heavyReads',
  summary: "The caller's own figures: posts shared, distinct people in the circles they own",
  input: z.strictObject({}),
  output: z.object({ memoriesShared: z.number(), connectionsMade: z.number() }),
  caching: 'no-store',
});

export const edit = endpoint.patch('/api/user', {
  credential: 'member',
  rate: 'profileChanges',
  summary: 'Changes what is given of the own account; an empty username or phone number takes it away',
  input: z.strictObject({
    firstName: z.optional(line(limits.name, messages.firstNameRequired, messages.nameTooLong)),
    lastName: z.optional(line(limits.name, messages.lastNameRequired, messages.nameTooLong)),
    username: z.optional(usernameOrNone),
    bio: z.optional(text(limits.bio, messages.bioTooLong)),
    phoneNumber: z.optional(lineOrNone(limits.phoneNumber, messages.phoneTooLong)),
    findableByEmail: z.optional(z.boolean()),
    listed: z.optional(z.boolean()),
    language: z.optional(Language),
    letterHour: z.optional(hour),
    timeZone: z.optional(z.string().check(z.refine(isTimeZone, messages.timeZoneUnknown))),
    /** Turning it on needs the password or a passkey. */
    mailInMyName: z.optional(z.boolean()),
    takesQuestions: z.optional(z.boolean()),
    ...proof,
  }),
  output: CurrentUser,
  caching: 'no-store',
});

export const changePassword = endpoint.put('/api/user/password', {
  credential: 'member',
  rate: 'ownPassword',
  summary: 'Sets another password and ends all other sessions; a wrong current one is 400',
  input: z.strictObject({ currentPassword: ownPassword, password: newPassword }),
  output: null,
  caching: 'no-store',
});

export const changeEmail = endpoint.put('/api/user/email', {
  credential: 'member',
  rate: 'emailChanges',
  summary:
    'Mails a link to another address, which is the own one once the link was opened, and a notice to the old',
  input: z.strictObject({ email, password: ownPassword }),
  output: CurrentUser,
  caching: 'no-store',
});

export const Session = z.object({
  id: z.string(),
  /** Browser and system in words, such as 'Firefox on Linux'. */
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = endpoint.get('/api/sessions', {
  credential: 'member',
  summary: 'Where the caller is signed in, this session first, then the last used',
  input: z.strictObject({}),
  output: z.array(Session),
  caching: 'no-store',
});

export const endSession = endpoint.delete('/api/sessions/:id', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Ends one session of the caller, and its event stream',
  input: z.strictObject({ id }),
  output: null,
  caching: 'no-store',
});

export const endOtherSessions = endpoint.delete('/api/sessions', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Ends all sessions of the caller but this one, and their event streams',
  input: z.strictObject({}),
  output: null,
  caching: 'no-store',
});

const ExportState = z.object({
  status: z.enum(['none', 'pending', 'ready']),
  /** When it was asked for. */
  createdAt: z.nullable(z.string()),
});

export const exportState = endpoint.get('/api/user/export', {
  credential: 'member',
  summary: 'Whether there is an export of all that is mine; the ZIP is at /api/user/export/file',
  input: z.strictObject({}),
  output: ExportState,
  caching: 'no-store',
});

export const requestExport = endpoint.post('/api/user/export', {
  credential: 'member',
  rate: 'exports',
  summary:
    'Has an export made, of which bell and mail tell when it is ready; one that is being made is waited for',
  input: z.strictObject(proof),
  output: ExportState,
  status: 202,
  caching: 'no-store',
});

export const remove = endpoint.delete('/api/user', {
  credential: 'member',
  rate: 'ownPassword',
  inBody: true,
  summary: 'Deletes the account and everything in it, at once and for good; a wrong password is 400',
  input: z.strictObject(proof),
  output: null,
  caching: 'no-store',
});

export const makeResetLink = endpoint.post('/api/admin/members/:id/reset-link', {
  credential: 'admin',
  rate: 'ownPassword',
  summary:
    'Makes a link that sets a new password of another member, once, within an hour, in place of every earlier one; 409 for oneself, a mailbox member or a banned one',
  input: z.strictObject({ id, ...proof }),
  output: z.object({ url: z.string(), expiresAt: z.string() }),
  status: 201,
});
