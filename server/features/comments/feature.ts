import * as calls from '../../../contract/comments.ts';
import type { Feature, Routes } from '../../feature.ts';
import { listComments } from './list.ts';
import { deleteComment } from './delete.ts';
import { addComment, editComment } from './write.ts';
import { ownComments } from './export.ts';
import { deleteCommentsOf } from './account-deletion.ts';
import { countCommentsOf } from './count.ts';

const routes: Routes = ({ on }, context) => {
  on(calls.list, ({ viewer, input }) => listComments(context, viewer, input));
  on(calls.add, ({ viewer, input, repeatKey }) => addComment(context.db, viewer, input, repeatKey));
  on(calls.edit, ({ viewer, input }) => editComment(context.db, viewer, input));
  on(calls.remove, async ({ viewer, input }) => {
    await deleteComment(context, viewer, input.id);
    return null;
  });
};

export const feature: Feature = {
  routes,
  exports: ({ db }, viewer) => ({ comments: () => ownComments(db.read, viewer) }),
  member: {
    onLeave: (tx, { id }) => deleteCommentsOf(tx, id),
    onStartEmpty: (tx, id) => deleteCommentsOf(tx, id),
    onBan: (tx, id) => countCommentsOf(tx, id, -1),
    onUnban: (tx, id) => countCommentsOf(tx, id, 1),
  },
};
