import { Readable } from 'node:stream';
import * as calls from '../../../contract/account.ts';
import * as auth from '../../../contract/auth.ts';
import type { Routes } from '../../routes.ts';
import { answerClaim, findClaim } from './claim.ts';
import { changeEmail } from './email.ts';
import { editAccount } from './edit.ts';
import { beginTotp, confirmTotp, describeFactors, removeTotp } from './factors.ts';
import { mustBeOneself } from './oneself.ts';
import { changePassword } from './password.ts';
import { removeAccount } from './remove.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { findExport, findExportFile, requestExport } from './export/request.ts';
import { findStats } from './stats.ts';
import { renewCodes } from '../auth/factors.ts';
import { beginMove } from '../auth/move.ts';
import { addPasskey, askForPasskey, beginPasskey, removePasskey } from '../auth/passkeys.ts';

export const routes: Routes = ({ on, raw }, house) => {
  const { db } = house;
  on(calls.stats, ({ viewer }) => findStats(db, viewer));
  on(calls.edit, ({ viewer, input }) => editAccount(house, viewer, input));
  on(calls.changeEmail, ({ viewer, input }) => changeEmail(house, viewer, input));
  on(calls.changePassword, async ({ viewer, input, exchange }) => {
    const { browserToken, userAgent } = exchange;
    await changePassword(house, viewer, { ...input, browserToken, userAgent });
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
    await mustBeOneself(house, viewer, input);
    await removeAccount(house, viewer);
    exchange.clearSession();
    exchange.header('clear-site-data', '"cache"');
    return null;
  });
  on(auth.claim, ({ viewer }) => findClaim(db, viewer));
  on(auth.answerClaim, ({ viewer, input }) => answerClaim(house, viewer, input.mine));
  on(calls.exportState, ({ viewer }) => findExport(db, viewer));
  on(calls.requestExport, async ({ viewer, input }) => {
    await mustBeOneself(house, viewer, input);
    return requestExport(house, viewer);
  });
  on(calls.askPasskey, ({ viewer }) => askForPasskey(house, 'passkey_again', viewer.id));
  on(calls.beginMove, async ({ viewer, input }) => {
    await mustBeOneself(house, viewer, input);
    return beginMove(house, viewer);
  });
  on(calls.factors, ({ viewer }) => describeFactors(house, viewer));
  on(calls.beginTotp, async ({ viewer, input }) => {
    await mustBeOneself(house, viewer, input);
    return beginTotp(house, viewer);
  });
  on(calls.confirmTotp, ({ viewer, input, exchange: { userAgent } }) =>
    confirmTotp(house, viewer, { code: input.code, userAgent }),
  );
  on(calls.removeTotp, async ({ viewer, input, exchange }) => {
    await mustBeOneself(house, viewer, input);
    await removeTotp(house, viewer, exchange.userAgent);
    return null;
  });
  on(calls.renewRecoveryCodes, async ({ viewer, input, exchange }) => {
    await mustBeOneself(house, viewer, input);
    return { recoveryCodes: await renewCodes(house, viewer, exchange.userAgent) };
  });
  on(calls.beginPasskey, async ({ viewer, input }) => {
    await mustBeOneself(house, viewer, input);
    return beginPasskey(house, viewer);
  });
  on(calls.addPasskey, ({ viewer, input, exchange: { userAgent } }) =>
    addPasskey(house, viewer, { ...input, userAgent }),
  );
  on(calls.removePasskey, async ({ viewer, input, exchange: { userAgent } }) => {
    await mustBeOneself(house, viewer, input);
    await removePasskey(house, viewer, { publicId: input.id, userAgent });
    return null;
  });
  raw(
    { method: 'GET', path: '/api/user/export/file', credential: 'member' },
    async (request, reply, viewer) => {
      const file = await findExportFile(house, viewer);
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('content-length', file.bytes)
        .type('application/zip');
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.open());
    },
  );
};
