import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleEnds } from './end.ts';
import { sweepBlockedMembers } from './sweep.ts';
import { knownCircles } from './export.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleEnds(context);
    context.jobs.handle('sweep-blocked-members', () => sweepBlockedMembers(context.db), {
      every: 60 * 60_000,
    });
  },
  exports: ({ db }, viewer) => ({ circles: () => knownCircles(db, viewer) }),
};
