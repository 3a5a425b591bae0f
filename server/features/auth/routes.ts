import * as calls from '../../../contract/auth.ts';
import { holdMembers } from '../../platform/db/hold-members.ts';
import type { Exchange } from '../../platform/http/routes.ts';
import type { Routes } from '../../routes.ts';
import { confirmEmail } from './confirm-email.ts';
import { loadCurrentUser } from './current-user.ts';
import { findDenial, settleDenial } from './denial.ts';
import { enter, type Entered, type Origin } from './enter.ts';
import { logIn } from './login.ts';
import { askForPasskey, checkPasskey } from './passkeys.ts';
import { lookAtMove, takeMove } from './move.ts';
import { denySignIn } from './not-me.ts';
import { register } from './register.ts';
import { askForReset, resetPassword } from './reset.ts';
import { giveSecondFactor } from './second-factor.ts';
import { closeSession } from './session.ts';

const originOf = ({ address, userAgent: device, browserToken }: Exchange): Origin => ({
  address,
  device,
  browserToken,
});

export const routes: Routes = ({ on, raw }, house) => {
  for (const call of [calls.currentUser, calls.authUser]) {
    on(call, ({ viewer }) => loadCurrentUser(house.db.read, viewer.id));
  }
  on(calls.register, ({ input }) => register(house, input));
  const welcome = async (exchange: Exchange, { user, token, browserToken }: Entered) => {
    // Every sign-in gets a new session: close the one that this browser's former cookie opened.
    if (exchange.sessionToken !== null) await closeSession(house.db, exchange.sessionToken);
    exchange.setSession(token);
    exchange.setBrowser(browserToken);
    return user;
  };
  on(calls.login, async ({ input, exchange }) =>
    welcome(exchange, await logIn(house, input, originOf(exchange))),
  );
  on(calls.secondFactor, async ({ input, exchange }) =>
    welcome(exchange, await giveSecondFactor(house, input, originOf(exchange))),
  );
  on(calls.askPasskey, () => askForPasskey(house, 'passkey_sign_in', null));
  on(calls.signInByPasskey, async ({ input, exchange }) => {
    const { userId, take } = await checkPasskey(house, 'passkey_sign_in', input);
    const entered = await house.db.write(async (tx) => {
      await holdMembers(tx, [userId]);
      await take(tx);
      return enter(tx, userId, originOf(exchange));
    });
    return welcome(exchange, entered);
  });
  on(calls.logout, async ({ exchange }) => {
    // Clear the cookie first: the browser is signed out even if the database write fails.
    exchange.clearSession();
    if (exchange.sessionToken !== null) await closeSession(house.db, exchange.sessionToken);
    exchange.header('clear-site-data', '"cache"');
    return null;
  });
  on(calls.confirmEmail, ({ input }) => confirmEmail(house.db, input.token));
  on(calls.forgotPassword, ({ input }) => askForReset(house, input.email));
  on(calls.resetPassword, ({ input }) => resetPassword(house, input));
  on(calls.lookAtMove, ({ input }) => lookAtMove(house.db.read, input.code));
  on(calls.takeMove, async ({ input, exchange }) =>
    welcome(exchange, await takeMove(house, input.code, originOf(exchange))),
  );
  on(calls.denySignIn, async ({ input, viewer, exchange }) => {
    const ended = await denySignIn(house, viewer, input.token);
    // A link may be about another account than the one signed in here.
    if (viewer?.id === ended) exchange.clearSession();
    return null;
  });
  on(calls.denial, ({ viewer }) => findDenial(house.db, viewer));
  on(calls.settleDenial, async ({ viewer, input }) => {
    await settleDenial(house.db, viewer, input.undo);
    return null;
  });
  on(calls.test, ({ viewer }) => Promise.resolve({ authenticated: viewer !== null }));
  raw({ method: 'GET', path: '/api/login', credential: 'anyone' }, (_request, reply) =>
    Promise.resolve(reply.header('cache-control', 'no-store').redirect('/auth', 302)),
  );
};
