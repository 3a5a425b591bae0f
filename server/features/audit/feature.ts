import * as calls from '../../../contract/audit.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listAuditEntries } from './list.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.list, ({ viewer, input }) => listAuditEntries(context, viewer, input));
};

export const feature: Feature = {
  routes,
};
