import type { RegisterJobs } from '../../feature.ts';
import { handleBans } from './ban.ts';

export const registerJobs: RegisterJobs = handleBans;
