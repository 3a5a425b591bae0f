import * as calls from '../../../contract/audience/take-back.ts';
import type { Routes } from '../../feature.ts';
import { listReceipts, loadReceipt } from './receipts.ts';
import { takeBackPost } from './take-back.ts';

export const takeBackRoutes: Routes = ({ on }, context) => {
  on(calls.takeBack, ({ viewer, input, repeatKey }) => takeBackPost(context, viewer, input, repeatKey));
  on(calls.receipt, ({ viewer, input }) => loadReceipt(context.settings, context.db.read, viewer, input.id));
  on(calls.receipts, ({ viewer, input }) => listReceipts(context, viewer, input));
};
