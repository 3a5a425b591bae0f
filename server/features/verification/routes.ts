import * as calls from '../../../contract/verification.ts';
import type { Routes } from '../../feature.ts';
import { decideRequest, listRequests } from './decide.ts';
import { decideName, listNames } from './names.ts';
import { submitRequest } from './request.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.submit, ({ viewer, input }) => submitRequest(context, viewer, input));
  on(calls.list, ({ viewer, input }) => listRequests(context, viewer, input));
  on(calls.decide, ({ viewer, input }) => decideRequest(context.db, viewer, input));
  on(calls.names, ({ viewer, input }) => listNames(context, viewer, input));
  on(calls.decideName, async ({ viewer, input }) => {
    await decideName(context.db, viewer, input);
    return null;
  });
};
