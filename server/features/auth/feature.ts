import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { renewKeys } from './address.ts';
import { handleChangeMails } from './confirm-email.ts';
import { handleResetMails } from './reset.ts';
import { sweepExpired } from './session.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleResetMails(context);
    handleChangeMails(context);
    context.jobs.handle('renew-address-keys', () => renewKeys(context), { atStart: true });
    context.jobs.handle('sweep-expired', () => sweepExpired(context.db), { every: 60 * 60_000 });
  },
};
