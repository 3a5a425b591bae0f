import * as calls from '../../../contract/scenarios.ts';
import type { Routes } from '../../routes.ts';
import { proposeIdeas } from './ideas.ts';
import { listScenarios } from './list.ts';
import { findRun, findRuns, startRun } from './run.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.list, () => listScenarios(house));
  on(calls.generate, () => proposeIdeas(house));
  on(calls.run, () => startRun(house));
  on(calls.status, () => findRun(house));
  on(calls.runs, () => findRuns(house));
};
