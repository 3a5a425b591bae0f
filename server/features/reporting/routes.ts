import * as calls from '../../../contract/reporting.ts';
import type { Routes } from '../../feature.ts';
import { makeReport } from './report.ts';

export const routes: Routes = ({ on }, context) => {
  on(calls.create, ({ viewer, input }) => makeReport(context, viewer, input));
};
