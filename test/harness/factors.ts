import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import { ErrorBody } from '../../contract/errors/error-body.ts';
import { Authenticator } from './authenticator.ts';
import type { Answer, Person } from './person.ts';
import { password, type TestServer, totpTime } from './test-server.ts';

/** Returns a code of the authenticator app, shifted by this many steps of 30 seconds. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: totpTime + steps * 30_000 });

/** Returns a code that is invalid now and in the neighbouring time steps. */
export const wrongCode = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((c) => !near.includes(c)) ?? '';
};

/** Sets up an authenticator app without using up a code. */
export const setUpTotp = async (
  server: TestServer,
  person: Person,
): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = await person.ask(account.beginTotp, { password });
  const { recoveryCodes } = await person.ask(account.confirmTotp, { code: codeOf(secret) });
  await forgetCodes(server);
  await hearsOf(server, person, 'An authenticator app was added to your account');
  return { secret, codes: recoveryCodes ?? [] };
};

/** Removes the mails sent so far, among them notices of changed factors. */
const hearsOf = async (server: TestServer, person: Person, title: string): Promise<void> => {
  const mails = await server.mailsTo(person);
  assert.ok(mails.some(({ subject }) => subject === title));
};

/** Makes used codes valid again, because a test cannot wait for the next one. */
export const forgetCodes = (server: TestServer): Promise<unknown> =>
  server.app.context.db.write(({ q }) => q.updateTable('totp_secrets').set({ last_step: 0 }).execute());

/** Adds a passkey to somebody's account. */
const makePasskey = async (person: Person, name: string) => {
  const key = new Authenticator(person.url);
  const { ticket, options } = await person.ask(account.beginPasskey, { password });
  const credential = key.make(options.challenge);
  const { recoveryCodes } = await person.ask(account.addPasskey, { ticket, name, credential });
  return { key, codes: recoveryCodes };
};

export const addPasskey = async (server: TestServer, person: Person, name = 'My phone') => {
  const made = await makePasskey(person, name);
  await hearsOf(server, person, 'A passkey was added to your account');
  return made;
};

/** An unconfirmed address gets no notice of a new passkey. */
export const addPasskeyUnheard = (person: Person) => makePasskey(person, 'My phone');

/** Proves with the passkey that the caller is the member. */
export const proveBy = async (person: Person, key: Authenticator) => {
  const { ticket, options } = await person.ask(account.askPasskey, {});
  return { ticket, credential: key.use(options.challenge) };
};

/** Signs in with the password alone; returns the answer's request for a second factor. */
export const halfWay = async (person: Person, secret = password) => {
  const answer = await person.call(auth.login, { email: person.email, password: secret });
  assert.equal(answer.status, 401, answer.text);
  assert.deepEqual(answer.headers.getSetCookie(), [], 'no session before the second factor');
  const { secondFactor } = ErrorBody.parse(answer.json);
  assert.ok(secondFactor, answer.text);
  return secondFactor;
};

/** Keeps the cookies of an answer that signed in. */
export const enterWith = (person: Person, answer: Answer): void => {
  assert.equal(answer.status, 200, answer.text);
  person.cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
};
