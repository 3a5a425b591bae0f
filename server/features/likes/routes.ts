import * as calls from '../../../contract/likes.ts';
import type { Routes } from '../../feature.ts';
import { findLiked, likePost, unlikePost } from './like.ts';

export const routes: Routes = ({ on }, { db }) => {
  on(calls.liked, ({ viewer, input }) => findLiked(db, viewer, input.id));
  on(calls.like, ({ viewer, input }) => likePost(db, viewer, input.id));
  on(calls.unlike, ({ viewer, input }) => unlikePost(db, viewer, input.id));
};
