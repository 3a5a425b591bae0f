import * as calls from '../../../contract/auth.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import type { Exchange } from '../../platform/http/routes.ts';
import type { Feature, Routes } from '../../feature.ts';
import { wordsIn } from '../../words/words.ts';
import { confirmEmail, handleChangeMails } from './confirm-email.ts';
import { loadCurrentUser } from './current-user.ts';
import { findDenial, settleDenial } from './denial.ts';
import { signIn, type SignedIn, type Origin } from './sign-in.ts';
import { logIn } from './login.ts';
import { askForPasskey, checkPasskey } from './passkeys.ts';
import { checkSignInCode, signInByCode } from './sign-in-code.ts';
import { denySignIn } from './not-me.ts';
import { register } from './register.ts';
import { askForReset, resetPassword, handleResetMails } from './reset.ts';
import { giveSecondFactor } from './second-factor.ts';
import { closeSession, sweepExpired, endSessions } from './session.ts';
import { renewKeys } from './address.ts';
import { dropFactors } from './factors.ts';

const originOf = ({ address, userAgent: device, browserToken }: Exchange): Origin => ({
  address,
  device,
  browserToken,
});

const routes: Routes = ({ on, raw }, context) => {
  for (const call of [calls.currentUser, calls.authUser]) {
    on(call, ({ viewer }) => loadCurrentUser(context.db.read, viewer.id));
  }
  on(calls.register, ({ input, exchange }) => register(context, input, exchange.language));
  const welcome = async (exchange: Exchange, { user, token, browserToken }: SignedIn) => {
    // Every sign-in gets a new session: close the one that this browser's former cookie opened.
    if (exchange.sessionToken !== null) await closeSession(context.db, exchange.sessionToken);
    exchange.setSession(token);
    exchange.setBrowser(browserToken);
    return user;
  };
  on(calls.login, async ({ input, exchange }) =>
    welcome(exchange, await logIn(context, input, originOf(exchange))),
  );
  on(calls.secondFactor, async ({ input, exchange }) =>
    welcome(exchange, await giveSecondFactor(context, input, originOf(exchange))),
  );
  on(calls.askPasskey, () => askForPasskey(context, 'passkey_sign_in', null));
  on(calls.signInByPasskey, async ({ input, exchange }) => {
    const { userId, take } = await checkPasskey(context, 'passkey_sign_in', input);
    const entered = await context.db.write(async (tx) => {
      await lockMembers(tx, [userId]);
      await take(tx);
      return signIn(tx, userId, originOf(exchange));
    });
    return welcome(exchange, entered);
  });
  on(calls.logout, async ({ exchange }) => {
    // Clear the cookie first: the browser is signed out even if the database write fails.
    exchange.clearSession();
    if (exchange.sessionToken !== null)
      await closeSession(context.db, exchange.sessionToken, { isSignOut: true });
    exchange.header('clear-site-data', '"cache"');
    return null;
  });
  on(calls.confirmEmail, ({ input, exchange }) => confirmEmail(context.db, input.token, exchange.language));
  on(calls.forgotPassword, ({ input, exchange }) => askForReset(context, input.email, exchange.language));
  on(calls.resetPassword, async ({ input, exchange }) => {
    const { browserToken, language } = exchange;
    exchange.setBrowser(await resetPassword(context, { ...input, browserToken }));
    return { message: wordsIn(language).resetDone };
  });
  on(calls.lookAtMove, ({ input }) => checkSignInCode(context.db.read, input.code));
  on(calls.takeMove, async ({ input, exchange }) =>
    welcome(exchange, await signInByCode(context.db, input.code, originOf(exchange))),
  );
  on(calls.denySignIn, async ({ input, viewer, exchange }) => {
    const ended = await denySignIn(context, viewer, input.token);
    // A link may be about another account than the one signed in here.
    if (viewer?.id === ended) exchange.clearSession();
    return null;
  });
  on(calls.denial, ({ viewer }) => findDenial(context.db, viewer));
  on(calls.settleDenial, async ({ viewer, input }) => {
    await settleDenial(context.db, viewer, input.undo);
    return null;
  });
  on(calls.test, ({ viewer }) => Promise.resolve({ authenticated: viewer !== null }));
  raw({ method: 'GET', path: '/api/login', credential: 'anyone' }, (_request, reply) =>
    Promise.resolve(reply.header('cache-control', 'no-store').redirect('/auth', 302)),
  );
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleResetMails(context);
    handleChangeMails(context);
    context.jobs.handle('renew-address-keys', () => renewKeys(context), { atStart: true });
    context.jobs.handle('sweep-expired', () => sweepExpired(context.db), { every: 60 * 60_000 });
  },
  member: {
    onLeave: (tx, { id }) => endSessions(tx, id),
    onStartEmpty: async (tx, id) => void (await dropFactors(tx, id)),
    onBan: (tx, id) => endSessions(tx, id),
  },
};
