import * as calls from '../../../contract/account.ts';
import type { Routes } from '../../routes.ts';
import { editAccount } from './edit.ts';
import { changePassword } from './password.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { findStats } from './stats.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.stats, ({ viewer }) => findStats(db, viewer));
  on(calls.edit, ({ viewer, input }) => editAccount(db, viewer, input));
  on(calls.changePassword, async ({ viewer, input, exchange }) => {
    await changePassword(db, viewer, { ...input, browserToken: exchange.browserToken });
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
};
