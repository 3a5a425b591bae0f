import * as posts from '../../../../contract/posts.ts';
import type * as z from 'zod/mini';
import { api, isRefusal } from '../../../data/api.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { NeedsAgain, Refused, type Sender } from '../../../outbox/kinds.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { uploadedOf } from '../../media/photo-sender.ts';
import { toContent } from '../../mentions/written.ts';
import { isDraftEmpty } from './draft.ts';
import { MomentInput, takeBackMoment } from './share-moment.ts';

const texts = words.compose;

const formOf = (moment: z.infer<typeof MomentInput>, photoIds: readonly string[]): FormData => {
  const { circleIds, withoutLetters, leftOut, keepsDays, alts } = moment;
  const form = new FormData();
  const { content, mentions } = toContent(moment);
  if (content !== '') form.append('content', content);
  if (mentions.length > 0) form.append('mentions', JSON.stringify(mentions));
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (photoIds.length > 0) {
    if (!keepsDays) form.append('keepsDays', 'false');
    form.append('photoIds', JSON.stringify(photoIds));
  }
  if (alts.some((alt) => alt !== '')) form.append('alts', JSON.stringify(alts));
  return form;
};

/** Shares moments whose photos and videos are uploaded. */
export const sender: Sender = {
  send: async ({ input, key }, { results, signal }) => {
    const photoIds = results.flatMap((result) => uploadedOf(result)?.id ?? []);
    if (photoIds.length < results.length) throw new Refused(texts.photos.missing);
    const form = formOf(MomentInput.parse(input), photoIds);
    try {
      const { id } = await api(posts.create, form, { signal, idempotencyKey: key });
      return id;
    } catch (error) {
      // The server deletes an unshared photo after a day.
      if (isRefusal(error) && error.issues.some(({ path }) => path === 'photoIds'))
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
    return MomentInput.parse(input).named.length > 0 ? words.mentions.gone : texts.circles.gone;
  },
  takeBack: (item) => {
    if (!isDraftEmpty(item.owner)) return null;
    takeBackMoment(item);
    return '/create-post';
  },
};
