import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { nameMembers } from './usernames.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('name-members', () => nameMembers(context.db, context.shutdownSignal), {
      atStart: true,
    });
  },
};
