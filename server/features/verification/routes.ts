import * as calls from '../../../contract/verification.ts';
import type { Routes } from '../../routes.ts';
import { decideRequest, listRequests } from './decide.ts';
import { decideName, listNames } from './names.ts';
import { submitRequest } from './request.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.submit, ({ viewer, input }) => submitRequest(house, viewer, input));
  on(calls.list, ({ viewer, input }) => listRequests(house, viewer, input));
  on(calls.decide, ({ viewer, input }) => decideRequest(house.db, viewer, input));
  on(calls.names, ({ viewer, input }) => listNames(house, viewer, input));
  on(calls.decideName, async ({ viewer, input }) => {
    await decideName(house.db, viewer, input);
    return null;
  });
};
