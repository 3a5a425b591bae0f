import * as calls from '../../../contract/scenarios.ts';
import type { Feature, Routes } from '../../feature.ts';
import { proposeIdeas } from './ideas.ts';
import { findRun, findRuns, listScenarios, startRun } from './run.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.list, () => listScenarios(context.db));
  on(calls.generate, () => proposeIdeas(context));
  on(calls.run, () => startRun(context));
  on(calls.status, () => findRun(context.db));
  on(calls.runs, () => findRuns(context.db));
};

export const feature: Feature = {
  routes,
};
