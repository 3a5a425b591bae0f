import * as calls from '../../../contract/moderation.ts';
import type { Feature, Routes } from '../../feature.ts';
import { decideReport } from './decide.ts';
import { actOnMember, listManaged } from './members.ts';
import { correctNotes, deleteReport, listReports, openReport, readReport } from './reports.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.members, ({ viewer, input }) => listManaged(context, viewer, input));
  on(calls.actOnMember, ({ viewer, input }) => actOnMember(context, viewer, input));
  on(calls.reports, ({ viewer, input }) => listReports(context, viewer, input));
  on(calls.report, ({ viewer, input }) => readReport(context.db, viewer, input.id));
  on(calls.open, ({ viewer, input }) => openReport(context.db, viewer, input.id));
  on(calls.correctNotes, ({ viewer, input }) => correctNotes(context.db, viewer, input));
  on(calls.decide, ({ viewer, input }) => decideReport(context, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deleteReport(context, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
};
