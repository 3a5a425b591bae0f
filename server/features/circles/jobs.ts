import type { RegisterJobs } from '../../feature.ts';
import { handleEnds } from './end.ts';
import { sweepBlockedMembers } from './sweep.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleEnds(context);
  context.jobs.handle('sweep-blocked-members', () => sweepBlockedMembers(context.db), { every: 60 * 60_000 });
};
