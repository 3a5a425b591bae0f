import type { Feature } from '../../feature.ts';
import { routes } from './routes.ts';
import { pages } from './pages/routes.ts';
import { sweepFrames } from './end.ts';
import { sweepFramePhotos } from './photos.ts';
import { findOwnFrames } from './find.ts';

export const feature: Feature = {
  routes,
  pages,
  jobs: (context) => {
    context.jobs.handle(
      'sweep-frames',
      async () => {
        await sweepFrames(context.db);
        await sweepFramePhotos(context);
      },
      { every: 60 * 60_000 },
    );
  },
  exports: ({ db }, viewer) => ({ frames: () => findOwnFrames(db.read, viewer) }),
};
