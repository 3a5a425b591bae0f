import * as posts from '../../../../contract/posts.ts';
import { api, isRefusal } from '../../../data/api.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { NeedsAgain, Refused, type Sender } from '../../../outbox/kinds.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { idsOf } from '../../media/photo-request.ts';
import { isDraftEmpty } from './draft.ts';
import { momentForm, MomentInput } from './moment-request.ts';
import { takeBackMoment } from './share-moment.ts';

const texts = words.compose;

/** Shares moments whose photos and videos are uploaded. */
export const sender: Sender = {
  send: async ({ input, key }, { results, signal }) => {
    const photoIds = idsOf(results);
    if (photoIds.length < results.length) throw new Refused(texts.photos.missing);
    const form = momentForm(MomentInput.parse(input), photoIds);
    try {
      const { id } = await api(posts.create, form, { signal, idempotencyKey: key });
      return id;
    } catch (error) {
      // The server deletes an unshared photo after a day.
      if (isRefusal(error) && error.issues.some(({ path }) => path === 'photoIds' || path === 'voiceId'))
        throw new NeedsAgain('', { cause: error });
      throw error;
    }
  },
  arrived: (_, __, { client }) => {
    toast({ title: texts.done });
    void refreshPosts(client);
  },
  explain: (status, { input }) => {
    if (status !== 404) return null;
    const { named, question, leftOut } = MomentInput.parse(input);
    if (question) return words.questions.over;
    if (leftOut.length > 0) return texts.leftOut.gone;
    return named.length > 0 ? words.mentions.gone : texts.circles.gone;
  },
  takeBack: (item) => {
    if (!isDraftEmpty(item.owner)) return null;
    takeBackMoment(item);
    return '/create-post';
  },
};
