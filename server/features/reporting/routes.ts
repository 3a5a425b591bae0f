import * as calls from '../../../contract/reporting.ts';
import type { Routes } from '../../routes.ts';
import { makeReport } from './report.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.create, ({ viewer, input }) => makeReport(house, viewer, input));
};
