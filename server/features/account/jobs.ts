import type { RegisterJobs } from '../../feature.ts';
import { handleExports } from './export/make.ts';

export const registerJobs: RegisterJobs = handleExports;
