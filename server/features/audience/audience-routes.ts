import * as calls from '../../../contract/audience/audience.ts';
import type { Routes } from '../../feature.ts';
import { countReadersOf, listAudience, listCommentAudience } from './audience.ts';
import { listVisiblePosts } from './visible-posts.ts';
import { findWhoSees, seePostAs } from './see-as.ts';

export const audienceRoutes: Routes = ({ on }, context) => {
  on(calls.countAudience, ({ viewer, input }) => countReadersOf(context.db, viewer, input));
  on(calls.audience, ({ viewer, input }) => listAudience(context, viewer, input));
  on(calls.commentAudience, ({ viewer, input }) => listCommentAudience(context, viewer, input));
  on(calls.seeAs, ({ viewer, input }) => seePostAs(context, viewer, input));
  on(calls.whoSees, ({ viewer, input }) => findWhoSees(context, viewer, input));
  on(calls.visiblePosts, ({ viewer, input }) => listVisiblePosts(context, viewer, input));
};
