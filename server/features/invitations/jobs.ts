import type { RegisterJobs } from '../../feature.ts';
import { sweepInvitations } from './account-deletion.ts';
import { handleInvitations } from './send.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleInvitations(context);
  context.jobs.handle('sweep-invitations', () => sweepInvitations(context.db), { every: 60 * 60_000 });
};
