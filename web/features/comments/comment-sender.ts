import * as comments from '../../../contract/comments.ts';
import { api, isRefusal } from '../../data/api.ts';
import { NeedsAgain, Refused, type Sender } from '../../outbox/kinds.ts';
import { words } from '../../words/words.ts';
import { idsOf } from '../media/photo-request.ts';
import { showAddedComment } from './cache.ts';
import { commentFields, CommentInput, hasBegun, keepDraft, takeBackComment } from './comment-draft.ts';

/** Sends comments whose recording is uploaded. */
export const sender: Sender = {
  send: async ({ input, key }, { client, signal, results }) => {
    const comment = CommentInput.parse(input);
    const voiceIds = idsOf(results);
    if (voiceIds.length < results.length) throw new Refused(words.conversation.unspoken);
    try {
      const fields = commentFields(comment, voiceIds);
      const added = await api(comments.add, fields, { idempotencyKey: key, signal });
      showAddedComment(client, comment.postId, added);
      return null;
    } catch (error) {
      // The server deletes an unshared recording after a day.
      if (isRefusal(error) && error.issues.some(({ path }) => path === 'voiceId'))
        throw new NeedsAgain('', { cause: error });
      throw error;
    }
  },
  explain: (status) => (status === 404 ? words.conversation.gone : null),
  takeBack: (item) => {
    const { postId } = CommentInput.parse(item.input);
    // If the moment is still there, the comment is changed under it.
    if (item.problem?.status === 404) return `/post/${postId}`;
    // On the page of the moment, whose form sends it about its photo again. The viewer of photos is not open there.
    if (hasBegun(item.owner, postId)) return null;
    keepDraft(item.owner, postId, takeBackComment(item));
    return `/post/${postId}`;
  },
};
