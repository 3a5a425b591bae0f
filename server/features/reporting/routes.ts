import * as calls from '../../../contract/reporting.ts';
import type { Routes } from '../../routes.ts';
import { makeReport } from './report.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.create, ({ viewer, input }) => makeReport(db, viewer, input));
};
