import * as calls from '../../../contract/auth.ts';
import type { Routes } from '../../routes.ts';
import { confirmEmail } from './confirm-email.ts';
import { loadCurrentUser } from './current-user.ts';
import { logIn } from './login.ts';
import { register } from './register.ts';
import { askForReset, resetPassword } from './reset.ts';
import { closeSession } from './session.ts';

export const routes: Routes = ({ on, raw }, house) => {
  for (const call of [calls.currentUser, calls.authUser]) {
    on(call, ({ viewer }) => loadCurrentUser(house.db.read, viewer.id));
  }
  on(calls.register, ({ input }) => register(house, input));
  on(calls.login, async ({ input, exchange }) => {
    const { address, userAgent: device, browserToken } = exchange;
    const {
      user,
      token,
      browserToken: browser,
    } = await logIn(house, {
      ...input,
      address,
      device,
      browserToken,
    });
    // New at every sign-in: what another cookie of this browser opened before is closed.
    if (exchange.sessionToken !== null) await closeSession(house.db, exchange.sessionToken);
    exchange.setSession(token);
    exchange.setBrowser(browser);
    return user;
  });
  on(calls.logout, async ({ exchange }) => {
    if (exchange.sessionToken !== null) await closeSession(house.db, exchange.sessionToken);
    exchange.clearSession();
    exchange.header('clear-site-data', '"cache"');
    return null;
  });
  on(calls.confirmEmail, ({ input }) => confirmEmail(house.db, input.token));
  on(calls.forgotPassword, ({ input }) => askForReset(house, input.email));
  on(calls.resetPassword, ({ input }) => resetPassword(house, input));
  on(calls.test, ({ viewer }) => Promise.resolve({ authenticated: viewer !== null }));
  raw({ method: 'GET', path: '/api/login', credential: 'anyone' }, (_request, reply) =>
    Promise.resolve(reply.header('cache-control', 'no-store').redirect('/auth', 302)),
  );
};
