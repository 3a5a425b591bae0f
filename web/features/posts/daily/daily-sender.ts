import * as posts from '../../../../contract/posts.ts';
import { userKey } from '../../../app/session.tsx';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { upload } from '../../../data/upload.ts';
import { Refused, type Sender } from '../../../outbox/kinds.ts';
import { itemsIn } from '../../../outbox/outbox.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { DailyInput, dailyPlace, takeBackDaily } from './daily-item.ts';

/** The title that marks a daily photo. */
const content = 'Daily photo share';

const formOf = (input: DailyInput, file: Blob): FormData => {
  const { name, takenOn, circleIds, withoutLetters, leftOut, keepsDays } = input;
  const form = new FormData();
  form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (leftOut.length > 0) form.append('hiddenFrom', JSON.stringify(leftOut.map(({ id }) => id)));
  if (!keepsDays) form.append('keepsDays', 'false');
  else if (takenOn !== null) form.append('takenOn', takenOn);
  form.append('image', file, name);
  return form;
};

/** Shares daily photos. The server remembers their audience. */
export const sender: Sender = {
  send: async ({ input, key }, { file, onProgress, signal }) => {
    const photo = await file();
    if (!photo) throw new Refused(words.compose.photos.lost);
    const form = formOf(DailyInput.parse(input), photo);
    const { id } = await upload(posts.create, form, onProgress, { signal, idempotencyKey: key });
    return id;
  },
  arrived: (_, __, { client }) => {
    toast({ title: words.compose.done });
    void refreshPosts(client);
    void client.invalidateQueries({ queryKey: userKey });
  },
  explain: (status) => (status === 404 ? words.compose.circles.gone : null),
  takeBack: (item) => {
    if (itemsIn(dailyPlace).length > 0) return null;
    takeBackDaily(item);
    return '/camera';
  },
};
