import type { RegisterJobs } from '../../feature.ts';
import { placeEarlierLikes } from './place-earlier.ts';

export const registerJobs: RegisterJobs = (context) => {
  context.jobs.handle('place-earlier-likes', () => placeEarlierLikes(context.db, context.shutdownSignal), {
    atStart: true,
  });
};
