import * as calls from '../../../contract/verification.ts';
import type { Feature, Routes } from '../../feature.ts';
import { decideRequest, listRequests } from './decide.ts';
import { decideName, listNames, forgetRequests } from './names.ts';
import { ownRequests, submitRequest } from './request.ts';
import { listDoubtfulVouches } from '../members/vouch.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.submit, ({ viewer, input }) => submitRequest(context, viewer, input));
  on(calls.list, ({ viewer, input }) => listRequests(context, viewer, input));
  on(calls.decide, ({ viewer, input }) => decideRequest(context.db, viewer, input));
  on(calls.names, ({ viewer, input }) => listNames(context, viewer, input, 'all'));
  on(calls.vouchedNames, ({ viewer, input }) => listNames(context, viewer, input, 'vouched'));
  on(calls.doubtfulVouches, ({ viewer, input }) => listDoubtfulVouches(context, viewer, input));
  on(calls.decideName, async ({ viewer, input }) => {
    await decideName(context, viewer, input, 'all');
    return null;
  });
  on(calls.decideVouchedName, async ({ viewer, input }) => {
    await decideName(context, viewer, input, 'vouched');
    return null;
  });
};

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ verification: () => ownRequests(db.read, viewer) }),
  member: { onLeave: (tx, { id }) => forgetRequests(tx, id), onStartEmpty: forgetRequests },
};
