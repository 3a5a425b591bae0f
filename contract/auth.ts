import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { messages } from './errors/errors.ts';
import { email, line, username } from './fields.ts';
import { limits } from './limits.ts';
import { CurrentUser, Person } from './shapes.ts';
import { PasskeyProof, PasskeyQuestion } from './text/webauthn.ts';

const filled = z.string(messages.fillAllFields).check(z.minLength(1, messages.fillAllFields));
const name = line(limits.name, messages.fillAllFields, messages.nameTooLong);

/** A new password. The server also checks that it is not a common one, because it has the list. */
export const newPassword = z.string().check(
  z.refine((value) => [...value].length >= limits.passwordMin, messages.passwordShort),
  z.refine((value) => [...value].length <= limits.passwordMax, messages.passwordLong),
);

/** An invitation code as typed: upper-cased, without spaces and dashes. */
export const inviteCode = z.pipe(
  z.string(),
  z.transform((value: string) => value.toUpperCase().replaceAll(/[\s-]/g, '')),
);

export const currentUser = endpoint.get('/api/user', {
  credential: 'member',
  summary: 'The signed-in member',
  input: z.strictObject({}),
  output: CurrentUser,
  caching: 'no-store',
});

export const authUser = endpoint.get('/api/auth/user', currentUser);

export const login = endpoint.post('/api/auth/login', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary:
    'Signs in and sets the session cookie; a right password that is not enough is 401 with `secondFactor`',
  input: z.strictObject({
    email: z.string(messages.fillCredentials).check(z.trim(), z.minLength(1, messages.fillCredentials)),
    password: z
      .string(messages.fillCredentials)
      .check(z.minLength(1, messages.fillCredentials), z.maxLength(1_000, messages.wrongCredentials)),
  }),
  output: CurrentUser,
  caching: 'no-store',
});

export const secondFactor = endpoint.post('/api/auth/second-factor', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary: 'Goes on with a sign-in by a code of the authenticator app, or a recovery code',
  input: z.strictObject({
    ticket: z.string(),
    code: z
      .string(messages.codeRequired)
      .check(z.minLength(1, messages.codeRequired), z.maxLength(100, messages.codeWrong)),
  }),
  output: CurrentUser,
  caching: 'no-store',
});

export const askPasskey = endpoint.post('/api/auth/passkey/question', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary: 'What a browser has to ask a passkey for, to sign in with it; 409 where passkeys cannot be',
  input: z.strictObject({}),
  output: PasskeyQuestion,
  caching: 'no-store',
});

export const signInByPasskey = endpoint.post('/api/auth/passkey', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary: 'Signs in with a passkey, which needs no password and no further factor',
  input: PasskeyProof,
  output: CurrentUser,
  caching: 'no-store',
});

export const registration = z.strictObject({
  firstName: name,
  lastName: name,
  email: z.pipe(filled, email),
  password: z.pipe(filled, newPassword),
  confirmPassword: filled,
  inviteCode: z.pipe(filled, inviteCode),
  mathChallenge: z.strictObject({ question: z.string(), answer: z.number(messages.challengeWrong) }),
  username: z.optional(username),
  timeZone: z.optional(z.string().check(z.maxLength(100))),
});

export const register = endpoint.post('/api/auth/register', {
  credential: 'anyone',
  rate: 'registerAddress',
  summary: 'Makes an account by an invitation code; does not sign in',
  input: registration.check(
    z.refine((value) => value.password === value.confirmPassword, {
      path: ['confirmPassword'],
      error: messages.passwordsDiffer,
    }),
  ),
  output: CurrentUser,
  status: 201,
  caching: 'no-store',
});

export const logout = endpoint.post('/api/auth/logout', {
  credential: 'anyone',
  rate: 'signOuts',
  summary: 'Ends this session',
  input: z.strictObject({}),
  output: null,
  caching: 'no-store',
});

export const confirmEmail = endpoint.post('/api/auth/confirm-email', {
  credential: 'anyone',
  rate: 'confirmEmail',
  summary: 'Confirms an e-mail address by the token that was mailed to it',
  input: z.strictObject({ token: z.string() }),
  output: z.object({ message: z.string() }),
  caching: 'no-store',
});

export const forgotPassword = endpoint.post('/api/auth/forgot-password', {
  credential: 'anyone',
  rate: 'forgotPassword',
  summary: 'Mails a link that sets a new password; the answer is the same for every address',
  input: z.strictObject({ email }),
  output: z.object({ message: z.string() }),
  caching: 'no-store',
});

export const resetPassword = endpoint.post('/api/auth/reset-password', {
  credential: 'anyone',
  rate: 'resetPassword',
  summary: 'Sets a new password by the token that was mailed, and ends all sessions',
  input: z.strictObject({ token: z.string(messages.resetInvalid), password: z.pipe(filled, newPassword) }),
  output: z.object({ message: z.string() }),
  caching: 'no-store',
});

const moveCode = z.strictObject({
  code: z.string(messages.moveInvalid).check(z.maxLength(100, messages.moveInvalid)),
});

export const lookAtMove = endpoint.post('/api/auth/move/look', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary: 'Whose sign-in a code would move here; it is not used up',
  input: moveCode,
  output: z.object({ firstName: z.string(), lastName: z.string() }),
  caching: 'no-store',
});

export const takeMove = endpoint.post('/api/auth/move', {
  credential: 'anyone',
  rate: 'signInAddress',
  summary: 'Signs in by a code that another device of the same member shows; it works once, for two minutes',
  input: moveCode,
  output: CurrentUser,
  caching: 'no-store',
});

export const denySignIn = endpoint.post('/api/auth/not-me', {
  credential: 'anyone',
  rate: 'resetPassword',
  summary:
    'Says that a sign-in was not one’s own, by the token of the mail that told of it, or by the session: ends all sessions and mails a link for a new password',
  input: z.strictObject({ token: z.optional(z.string()) }),
  output: null,
  caching: 'no-store',
});

export const claim = endpoint.get('/api/user/claim', {
  credential: 'member',
  summary:
    'What the caller has to know to say whether the account is theirs, after a password reset that confirmed its address for the first time; `asked` is false otherwise',
  input: z.strictObject({}),
  output: z.object({
    asked: z.boolean(),
    createdAt: z.string(),
    /** With the first 50 people besides the caller; circles without any are left out. */
    circles: z.array(
      z.object({ id: z.string(), name: z.string(), people: z.array(Person), count: z.number() }),
    ),
    passkeys: z.array(z.string()),
    totp: z.boolean(),
  }),
  caching: 'no-store',
});

export const answerClaim = endpoint.post('/api/user/claim', {
  credential: 'member',
  beforeClaim: true,
  rate: 'settingChanges',
  summary:
    'Says whether the account is theirs: everything is kept, or the account starts empty; 409 where nothing was asked',
  input: z.strictObject({ mine: z.boolean() }),
  output: CurrentUser,
  caching: 'no-store',
});

export const denial = endpoint.get('/api/user/denial', {
  credential: 'member',
  summary:
    'The people who came into the caller’s circles, and the open invitations that were sent, between a sign-in that the caller denied and the denial; `since` is null where there is nothing to look at',
  input: z.strictObject({}),
  output: z.object({
    since: z.nullable(z.string()),
    until: z.nullable(z.string()),
    people: z.array(z.object({ member: Person, circle: z.object({ id: z.string(), name: z.string() }) })),
    invitations: z.array(
      z.object({
        id: z.string(),
        email: z.nullable(z.string()),
        circle: z.nullable(z.object({ id: z.string(), name: z.string() })),
        createdAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  caching: 'no-store',
});

export const settleDenial = endpoint.post('/api/user/denial', {
  credential: 'member',
  rate: 'settingChanges',
  summary: 'Removes these people and withdraws these invitations (`undo`), or keeps all of them',
  input: z.strictObject({ undo: z.boolean() }),
  output: null,
  caching: 'no-store',
});

export const test = endpoint.get('/api/auth/test', {
  credential: 'anyone',
  summary: 'Whether the session cookie holds',
  input: z.strictObject({}),
  output: z.object({ authenticated: z.boolean() }),
  caching: 'no-store',
});
