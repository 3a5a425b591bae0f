import * as calls from '../../../contract/reporting.ts';
import type { Feature, Routes } from '../../feature.ts';
import { makeReport } from './report.ts';
import { deleteReportsAbout, handleEvidence } from './evidence.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.create, ({ viewer, input }) => makeReport(context, viewer, input));
};

export const feature: Feature = {
  routes,
  jobs: handleEvidence,
  member: { onLeave: (tx, { id }, { jobs }) => deleteReportsAbout(jobs, tx, id) },
};
