import type { RegisterJobs } from '../../feature.ts';
import { sweepBlockedMembers } from './sweep.ts';

export const registerJobs: RegisterJobs = (context) => {
  context.jobs.handle('sweep-blocked-members', () => sweepBlockedMembers(context.db), { every: 60 * 60_000 });
};
