import * as calls from '../../../contract/mentions.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listInCircles, listUnderPost } from './list.ts';
import type { Tx } from '../../platform/db/database.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.underPost, ({ viewer, input }) => listUnderPost(context, viewer, input));
  on(calls.inCircles, ({ viewer, input }) => listInCircles(context, viewer, input));
};

/** Deletes the mentions of a member, when the account passes to its address's owner. Their texts say 'somebody'. */
const forgetMentionsOf = async ({ q }: Tx, userId: number): Promise<void> => {
  await q.deleteFrom('post_mentions').where('user_id', '=', userId).execute();
  await q.deleteFrom('comment_mentions').where('user_id', '=', userId).execute();
};

export const feature: Feature = {
  routes,
  member: { onStartEmpty: forgetMentionsOf },
};
