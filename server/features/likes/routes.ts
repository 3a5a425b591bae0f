import * as calls from '../../../contract/likes.ts';
import type { Routes } from '../../feature.ts';
import { findLiked, likePost, unlikePost } from './like.ts';
import { listLikes } from './list.ts';

export const routes: Routes = ({ on }, { db, cursors }) => {
  on(calls.liked, ({ viewer, input }) => findLiked(db, viewer, input.id));
  on(calls.list, ({ viewer, input }) => listLikes({ db, cursors }, viewer, input));
  on(calls.like, ({ viewer, input }) => likePost(db, viewer, input.id));
  on(calls.unlike, ({ viewer, input }) => unlikePost(db, viewer, input.id));
};
