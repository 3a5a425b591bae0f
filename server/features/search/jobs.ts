import type { RegisterJobs } from '../../feature.ts';
import { indexPosts } from './index-posts.ts';

export const registerJobs: RegisterJobs = ({ db, jobs, shutdownSignal }) => {
  jobs.handle('index-posts', () => indexPosts(db, Infinity, shutdownSignal), {
    every: 5 * 60_000,
  });
};
