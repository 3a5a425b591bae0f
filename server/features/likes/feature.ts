import * as calls from '../../../contract/likes.ts';
import type { Feature, Routes } from '../../feature.ts';
import { findLiked, likePost, unlikePost } from './like.ts';
import { likePhoto, unlikePhoto } from './like-photo.ts';
import { listHearts, listLikes } from './list.ts';
import { placeEarlierLikes } from './place-earlier.ts';
import { ownHearts, ownLikes } from './export.ts';
import { withdrawLikesOf } from './account-deletion.ts';
import { countLikesOf, replaceLikeActor } from './count.ts';

const routes: Routes = ({ on }, { db, cursors }) => {
  on(calls.liked, ({ viewer, input }) => findLiked(db, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listLikes({ db, cursors }, viewer, input));
  on(calls.like, ({ viewer, input }) => likePost(db, viewer, input.id));
  on(calls.unlike, ({ viewer, input }) => unlikePost(db, viewer, input.id));
  on(calls.listOfPhoto, ({ viewer, input }) => listHearts({ db, cursors }, viewer, input));
  on(calls.likePhoto, ({ viewer, input }) => likePhoto(db, viewer, input.id));
  on(calls.unlikePhoto, ({ viewer, input }) => unlikePhoto(db, viewer, input.id));
};

export const feature: Feature = {
  routes,
  jobs: (context) => {
    context.jobs.handle('place-earlier-likes', () => placeEarlierLikes(context.db, context.shutdownSignal), {
      atStart: true,
    });
  },
  exports: ({ db }, viewer) => ({
    likes: () => ownLikes(db.read, viewer),
    'photo-likes': () => ownHearts(db.read, viewer),
  }),
  member: {
    onLeave: (tx, { id }) => withdrawLikesOf(tx, id),
    onStartEmpty: (tx, id) => withdrawLikesOf(tx, id),
    onBan: async (tx, id) => {
      await countLikesOf(tx, id, -1);
      await replaceLikeActor(tx, id);
    },
    onUnban: (tx, id) => countLikesOf(tx, id, 1),
  },
};
