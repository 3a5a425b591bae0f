import * as calls from '../../../contract/audit.ts';
import type { Routes } from '../../feature.ts';
import { listAuditEntries } from './list.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.list, ({ viewer, input }) => listAuditEntries(context, viewer, input));
};
