import type { RegisterJobs } from '../../feature.ts';
import { handlePayments } from './follow-up.ts';

export const registerJobs: RegisterJobs = handlePayments;
