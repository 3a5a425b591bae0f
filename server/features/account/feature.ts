import { Readable } from 'node:stream';
import * as calls from '../../../contract/account.ts';
import * as auth from '../../../contract/auth.ts';
import type { Feature, Routes } from '../../feature.ts';
import { answerClaim, findClaim } from './claim.ts';
import { changeEmail } from './email.ts';
import { editAccount } from './edit.ts';
import { beginTotp, confirmTotp, describeFactors, removeTotp } from './factors.ts';
import { assertProof } from './proof.ts';
import { makeResetLink } from './reset-link.ts';
import { changePassword } from './password.ts';
import { removeAccount, handleErasures } from './remove.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { findExport, findExportFile, requestExport, dropExport } from './export/request.ts';
import { findStats } from './stats.ts';
import { renewCodes } from '../auth/factors.ts';
import { createSignInCode } from '../auth/sign-in-code.ts';
import { addPasskey, askForPasskey, beginPasskey, removePasskey } from '../auth/passkeys.ts';
import { handleExports } from './export/make.ts';

const routes: Routes = ({ on, raw }, context) => {
  const { db } = context;
  on(calls.stats, ({ viewer }) => findStats(db, viewer));
  on(calls.edit, async ({ viewer, input: { password, passkey, ...changes } }) => {
    if (changes.mailInMyName) {
      await context.limits.consume('ownPassword', String(viewer.id));
      await assertProof(context, viewer, { password, passkey });
    }
    return editAccount(context, viewer, changes);
  });
  on(calls.changeEmail, ({ viewer, input }) => changeEmail(context, viewer, input));
  on(calls.changePassword, async ({ viewer, input, exchange }) => {
    const { browserToken, userAgent } = exchange;
    await changePassword(context, viewer, { ...input, browserToken, userAgent });
    return null;
  });
  on(calls.sessions, ({ viewer }) => listSessions(db, viewer));
  on(calls.endSession, async ({ viewer, input }) => {
    await endSession(db, viewer, input.id);
    return null;
  });
  on(calls.endOtherSessions, async ({ viewer }) => {
    await endOtherSessions(db, viewer);
    return null;
  });
  on(calls.remove, async ({ viewer, input, exchange }) => {
    await assertProof(context, viewer, input);
    await removeAccount(context, viewer);
    exchange.clearSession();
    exchange.header('clear-site-data', '"cache"');
    return null;
  });
  on(auth.claim, ({ viewer }) => findClaim(db, viewer));
  on(auth.answerClaim, ({ viewer, input }) => answerClaim(context, viewer, input.mine));
  on(calls.makeResetLink, ({ viewer, input }) => makeResetLink(context, viewer, input));
  on(calls.exportState, ({ viewer }) => findExport(db, viewer));
  on(calls.requestExport, async ({ viewer, input }) => {
    await assertProof(context, viewer, input);
    return requestExport(context, viewer);
  });
  on(calls.askPasskey, ({ viewer }) => askForPasskey(context, 'passkey_again', viewer.id));
  on(calls.beginMove, async ({ viewer, input }) => {
    await assertProof(context, viewer, input);
    return createSignInCode(context, viewer);
  });
  on(calls.factors, ({ viewer }) => describeFactors(context, viewer));
  on(calls.beginTotp, async ({ viewer, input }) => {
    await assertProof(context, viewer, input);
    return beginTotp(context, viewer);
  });
  on(calls.confirmTotp, ({ viewer, input, exchange: { userAgent } }) =>
    confirmTotp(context, viewer, { code: input.code, userAgent }),
  );
  on(calls.removeTotp, async ({ viewer, input, exchange }) => {
    await assertProof(context, viewer, input);
    await removeTotp(context, viewer, exchange.userAgent);
    return null;
  });
  on(calls.renewRecoveryCodes, async ({ viewer, input, exchange }) => {
    await assertProof(context, viewer, input);
    return { recoveryCodes: await renewCodes(context, viewer, exchange.userAgent) };
  });
  on(calls.beginPasskey, async ({ viewer, input }) => {
    await assertProof(context, viewer, input);
    return beginPasskey(context, viewer);
  });
  on(calls.addPasskey, ({ viewer, input, exchange: { userAgent } }) =>
    addPasskey(context, viewer, { ...input, userAgent }),
  );
  on(calls.removePasskey, async ({ viewer, input, exchange: { userAgent } }) => {
    await assertProof(context, viewer, input);
    await removePasskey(context, viewer, { publicId: input.id, userAgent });
    return null;
  });
  raw(
    { method: 'GET', path: '/api/user/export/file', credential: 'member' },
    async (request, reply, viewer) => {
      const file = await findExportFile(context, viewer);
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('content-length', file.bytes)
        .type('application/zip');
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.open());
    },
  );
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleExports(context);
    handleErasures(context);
  },
  exports: (context, viewer) => ({
    sessions: () => listSessions(context.db, viewer),
    'second-factors': () => describeFactors(context, viewer),
  }),
  member: {
    onLeave: (tx, { id }, { jobs }) => dropExport(jobs, tx, id),
    onStartEmpty: (tx, id, { jobs }) => dropExport(jobs, tx, id),
  },
};
