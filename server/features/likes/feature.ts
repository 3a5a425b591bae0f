import * as calls from '../../../contract/likes.ts';
import type { Feature, Routes } from '../../feature.ts';
import { findLiked, likePost, unlikePost } from './like.ts';
import { listLikes } from './list.ts';
import { placeEarlierLikes } from './place-earlier.ts';
import { ownLikes } from './export.ts';

const routes: Routes = ({ on }, { db, cursors }) => {
  on(calls.liked, ({ viewer, input }) => findLiked(db, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listLikes({ db, cursors }, viewer, input));
  on(calls.like, ({ viewer, input }) => likePost(db, viewer, input.id));
  on(calls.unlike, ({ viewer, input }) => unlikePost(db, viewer, input.id));
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('place-earlier-likes', () => placeEarlierLikes(context.db, context.shutdownSignal), {
      atStart: true,
    });
  },
  exports: ({ db }, viewer) => ({ likes: () => ownLikes(db.read, viewer) }),
};
