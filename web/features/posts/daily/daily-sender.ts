import * as posts from '../../../../contract/posts.ts';
import { userKey } from '../../../app/session.tsx';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { upload } from '../../../data/upload.ts';
import { Refused, type Sender } from '../../../outbox/kinds.ts';
import { itemsIn } from '../../../outbox/outbox.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import { dailyPlace, takeBackDaily, dailyForm, DailyInput } from './daily-item.ts';

/** Shares daily photos. The server remembers their audience. */
export const sender: Sender = {
  send: async ({ input, key }, { file, onProgress, signal }) => {
    const photo = await file();
    if (!photo) throw new Refused(words.compose.photos.lost);
    const form = dailyForm(DailyInput.parse(input), photo);
    const { id } = await upload(posts.create, form, onProgress, { signal, idempotencyKey: key });
    return id;
  },
  arrived: (_, __, { client }) => {
    toast({ title: words.compose.done });
    void refreshPosts(client);
    void client.invalidateQueries({ queryKey: userKey });
  },
  explain: (status, { input }) => {
    if (status !== 404) return null;
    const { circles, leftOut } = words.compose;
    return (DailyInput.parse(input).leftOut.length > 0 ? leftOut : circles).gone;
  },
  takeBack: (item) => {
    if (itemsIn(dailyPlace).length > 0) return null;
    takeBackDaily(item);
    return '/camera';
  },
};
