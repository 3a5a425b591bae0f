import type { RegisterJobs } from '../../feature.ts';
import { sweepBlockedMemberships } from './block.ts';

export const registerJobs: RegisterJobs = (context) => {
  context.jobs.handle('sweep-blocked-memberships', () => sweepBlockedMemberships(context.db), {
    every: 60 * 60_000,
  });
};
