import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { handleFullCopies } from './full-copy.ts';
import { handleMediaJobs } from './remove.ts';
import { sweepVideos } from './video-uploads.ts';

export const feature: Feature = {
  routes,
  jobs: (context) => {
    handleMediaJobs(context);
    handleFullCopies(context);
    sweepVideos(context);
  },
};
