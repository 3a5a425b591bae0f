import * as takeBack from '../../../contract/audience/take-back.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listReceipts, loadReceipt } from './receipts.ts';
import { takeBackPost } from './take-back.ts';
import * as calls from '../../../contract/audience/audience.ts';
import { countReadersOf, listAudience, listCommentAudience } from './audience.ts';
import { listVisiblePosts } from './visible-posts.ts';
import { findWhoSees, seePostAs } from './see-as.ts';
import * as kept from '../../../contract/audience/let-go.ts';
import { findToLetGo } from './let-go.ts';
import { ownTakeBacks } from './receipts.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.countAudience, ({ viewer, input }) => countReadersOf(context.db, viewer, input));
  on(calls.audience, ({ viewer, input }) => listAudience(context, viewer, input));
  on(calls.commentAudience, ({ viewer, input }) => listCommentAudience(context, viewer, input));
  on(calls.seeAs, ({ viewer, input }) => seePostAs(context, viewer, input));
  on(calls.whoSees, ({ viewer, input }) => findWhoSees(context, viewer, input));
  on(calls.visiblePosts, ({ viewer, input }) => listVisiblePosts(context, viewer, input));
  on(takeBack.takeBack, ({ viewer, input, repeatKey }) => takeBackPost(context, viewer, input, repeatKey));
  on(takeBack.receipt, ({ viewer, input }) =>
    loadReceipt(context.settings, context.db.read, viewer, input.id),
  );
  on(takeBack.receipts, ({ viewer, input }) => listReceipts(context, viewer, input));
  on(kept.letGo, ({ viewer, input }) => findToLetGo(context.db, viewer, input));
};

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ 'taken-back': () => ownTakeBacks(db.read, viewer) }),
};
