import type { RegisterJobs } from '../../feature.ts';
import { sweepFrames } from './end.ts';
import { sweepFramePhotos } from './photos.ts';

export const registerJobs: RegisterJobs = (context) => {
  context.jobs.handle(
    'sweep-frames',
    async () => {
      await sweepFrames(context.db);
      await sweepFramePhotos(context);
    },
    { every: 60 * 60_000 },
  );
};
