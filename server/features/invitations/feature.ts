import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { sweepInvitations } from './account-deletion.ts';
import { handleInvitations } from './send.ts';
import { listAskedByMail, listSent } from './list-sent.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleInvitations(context);
    context.jobs.handle('sweep-invitations', () => sweepInvitations(context.db), { every: 60 * 60_000 });
  },
  exports: ({ db }, viewer) => ({
    invitations: () => listSent(db, viewer),
    'asked-by-mail': () => listAskedByMail(db, viewer),
  }),
};
