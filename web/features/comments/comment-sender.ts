import * as comments from '../../../contract/comments.ts';
import { api } from '../../data/api.ts';
import type { Sender } from '../../outbox/kinds.ts';
import { removeItems } from '../../outbox/outbox.ts';
import { words } from '../../words/words.ts';
import { showAddedComment } from './cache.ts';
import {
  isEmptyDraft,
  keepDraft,
  readDraft,
  commentFields,
  CommentInput,
  draftFrom,
} from './comment-draft.ts';

/** Sends comments. */
export const sender: Sender = {
  send: async ({ input, key }, { client, signal }) => {
    const comment = CommentInput.parse(input);
    const added = await api(comments.add, commentFields(comment), { idempotencyKey: key, signal });
    showAddedComment(client, comment.postId, added);
    return null;
  },
  explain: (status) => (status === 404 ? words.conversation.gone : null),
  takeBack: (item) => {
    const { postId, about } = CommentInput.parse(item.input);
    // If the moment is still there, the comment is changed under it.
    if (item.problem?.status === 404) return `/post/${postId}`;
    if (!isEmptyDraft(readDraft(item.owner, postId, about))) return null;
    keepDraft(item.owner, postId, draftFrom(item), about);
    removeItems([item.id]);
    return `/post/${postId}`;
  },
};
