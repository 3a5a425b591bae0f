import * as calls from '../../../contract/frames.ts';
import { findCircle } from '../../access/find/circles.ts';
import { findOwnFrames } from './find.ts';
import { listFramers } from '../../access/readers/framers.ts';
import type { Feature, Routes } from '../../feature.ts';
import { endFrame, sweepFrames } from './end.ts';
import { pairFrame } from './pair.ts';
import { pages } from './pages/routes.ts';
import { sweepFramePhotos } from './photos.ts';

const routes: Routes = ({ on }, context) => {
  const { db } = context;
  on(calls.list, async ({ viewer }) => ({
    items: await findOwnFrames(db.read, viewer),
    nextCursor: null,
  }));
  on(calls.create, ({ viewer, input }) => pairFrame(context, viewer, input));
  on(calls.end, async ({ viewer, input }) => {
    await endFrame(db, viewer, input.id);
    return null;
  });
  on(calls.ofCircle, async ({ viewer, input }) =>
    listFramers(db.read, viewer, await findCircle(db.read, viewer, input.id)),
  );
};

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
