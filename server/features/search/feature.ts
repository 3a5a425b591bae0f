import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { indexPosts } from './index-posts.ts';

export const feature: Feature = {
  routes,
  jobs: ({ db, jobs, shutdownSignal }) => {
    jobs.handle('index-posts', () => indexPosts(db, Infinity, shutdownSignal), {
      every: 5 * 60_000,
    });
  },
};
