import * as calls from '../../../contract/comments.ts';
import type { Routes } from '../../routes.ts';
import { listComments } from './list.ts';
import { addComment, deleteComment } from './write.ts';

export const routes: Routes = ({ on }, house) => {
  on(calls.list, ({ viewer, input }) => listComments(house, viewer, input));
  on(calls.add, ({ viewer, input, repeatKey }) => addComment(house.db, viewer, input, repeatKey));
  on(calls.remove, async ({ viewer, input }) => {
    await deleteComment(house.db, viewer, input.id);
    return null;
  });
};
