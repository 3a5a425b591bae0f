import type { RegisterJobs } from '../../feature.ts';
import { handleNightly } from './backup/nightly.ts';

export const registerJobs: RegisterJobs = handleNightly;
