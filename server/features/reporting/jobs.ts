import type { RegisterJobs } from '../../feature.ts';
import { handleEvidence } from './evidence.ts';

export const registerJobs: RegisterJobs = handleEvidence;
