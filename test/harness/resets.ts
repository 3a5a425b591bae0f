import assert from 'node:assert/strict';
import * as auth from '../../contract/auth.ts';
import type { Person } from './person.ts';
import type { TestServer } from './test-server.ts';

const newPassword = 'two-old-spoons';

/** Sets a new password by the mail of 'Forgot password?'. It ends the member's sessions. */
export const resetPassword = async (server: TestServer, person: Person): Promise<void> => {
  await server.mailsTo(person);
  await server.visitor().ask(auth.forgotPassword, { email: person.email });
  const [mail] = await server.mailsTo(person);
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  await server.visitor().ask(auth.resetPassword, { token, password: newPassword });
};

/**
 * Makes an account whose address was never confirmed, and that the owner of the address has reset: they are asked
 * whether it is theirs, and have signed in.
 */
export const becomesUnclaimed = async (server: TestServer, person: Person): Promise<void> => {
  await server.app.context.db.write(({ q }) =>
    q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', person.id).execute(),
  );
  await resetPassword(server, person);
  await person.signIn(newPassword);
  await server.mailsTo(person);
};
