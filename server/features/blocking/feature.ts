import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { sweepBlockedMemberships } from './block.ts';
import { listBlocks } from './block.ts';
import { listMutes } from './mute.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('sweep-blocked-memberships', () => sweepBlockedMemberships(context.db), {
      every: 60 * 60_000,
    });
  },
  exports: ({ db }, viewer) => ({
    blocked: () => listBlocks(db, viewer),
    muted: () => listMutes(db, viewer),
  }),
};
