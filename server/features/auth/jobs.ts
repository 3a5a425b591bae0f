import type { RegisterJobs } from '../../feature.ts';
import { handleChangeMails } from './confirm-email.ts';
import { handleResetMails } from './reset.ts';
import { sweepExpired } from './session.ts';

export const registerJobs: RegisterJobs = (context) => {
  handleResetMails(context);
  handleChangeMails(context);
  context.jobs.handle('sweep-expired', () => sweepExpired(context.db), { every: 60 * 60_000 });
};
