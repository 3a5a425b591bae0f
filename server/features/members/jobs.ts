import type { RegisterJobs } from '../../feature.ts';
import { nameMembers } from './usernames.ts';

export const registerJobs: RegisterJobs = (context) => {
  context.jobs.handle('name-members', () => nameMembers(context.db, context.shutdownSignal), {
    atStart: true,
  });
};
