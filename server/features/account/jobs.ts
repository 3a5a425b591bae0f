import type { RegisterJobs } from '../../feature.ts';
import { handleExports } from './export/make.ts';
import { handleErasures } from './remove.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleExports(context);
  handleErasures(context);
};
