import * as calls from '../../../contract/moderation.ts';
import type { Routes } from '../../routes.ts';
import { decideReport } from './decide.ts';
import { actOnMember, listManaged } from './members.ts';
import { correctNotes, deleteReport, listReports, openReport, readReport } from './reports.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.members, ({ viewer, input }) => listManaged(house, viewer, input));
  on(calls.actOnMember, ({ viewer, input }) => actOnMember(house.db, viewer, input));
  on(calls.reports, ({ viewer, input }) => listReports(house, viewer, input));
  on(calls.report, ({ viewer, input }) => readReport(house.db, viewer, input.id));
  on(calls.open, ({ viewer, input }) => openReport(house.db, viewer, input.id));
  on(calls.correctNotes, ({ viewer, input }) => correctNotes(house.db, viewer, input));
  on(calls.decide, ({ viewer, input }) => decideReport(house, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deleteReport(house, viewer, input.id);
    return null;
  });
};
