import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { placeEarlierLikes } from './place-earlier.ts';
import { ownLikes } from './export.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('place-earlier-likes', () => placeEarlierLikes(context.db, context.shutdownSignal), {
      atStart: true,
    });
  },
  exports: ({ db }, viewer) => ({ likes: () => ownLikes(db.read, viewer) }),
};
