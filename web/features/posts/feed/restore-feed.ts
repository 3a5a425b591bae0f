// Separate from offline-feed.ts: loads only offline, because the schemas are as large as the feed's own code.
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import * as posts from '../../../../contract/posts.ts';
import { type CurrentUser, Notification } from '../../../../contract/shapes.ts';
import { setOfflineDataAt } from '../../../offline/offline-data-at.ts';
import { readOffline } from '../../../offline/offline-db.ts';
import { recall } from '../../../data/browser-storage.ts';
import { circleList, feed, feedHash, feedRecordKey, news, userQuery } from './offline-feed.ts';

/** One stored page of the feed and of notifications, for the member who saw it last in this browser. */
const Kept = z.object({
  /** The id that must equal the entry in `browser-storage.ts`; deleting that entry invalidates this page. */
  mark: z.string(),
  at: z.number(),
  user: auth.currentUser.output,
  page: posts.feed.output,
  circles: circles.list.output,
  news: z.optional(z.array(Notification)),
});

/** Milliseconds after which the stored page expires. */
const maxAgeMs = 14 * 24 * 60 * 60_000;

const readKept = async (): Promise<z.output<typeof Kept> | null> => {
  const mark = recall('keptFeed');
  // A page that was closed during a sign-out has deleted nothing.
  if (mark === null || recall('owedSignOut') !== null) return null;
  const kept = Kept.safeParse(await readOffline('feed', feedRecordKey));
  if (!kept.success || kept.data.mark !== mark || Date.now() - kept.data.at > maxAgeMs) return null;
  return kept.data;
};

/** Shows the stored page while there is no connection. */
export const restoreFeed = async (client: QueryClient): Promise<void> => {
  const kept = await readKept();
  // Null means that nobody is signed in.
  const known = client.getQueryData<CurrentUser | null>(userQuery.queryKey);
  // Never show another member's page, and never replace fresher data.
  if (!kept || (known !== undefined && known?.id !== kept.user.id)) return;
  if (client.getQueryData(feed.queryKey)) return;
  const { at, user, page } = kept;
  const asOf = { updatedAt: at };
  if (!client.getQueryData(circleList.queryKey)) client.setQueryData(circleList.queryKey, kept.circles, asOf);
  client.setQueryData(feed.queryKey, { pages: [page], pageParams: [null] }, asOf);
  if (kept.news && !client.getQueryData(news.queryKey)) {
    const newest = { items: kept.news, nextCursor: null };
    client.setQueryData(news.queryKey, { pages: [newest], pageParams: [null] }, asOf);
  }
  if (!known) client.setQueryData(userQuery.queryKey, user, asOf);
  setOfflineDataAt(at);
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== feedHash) return;
    if (event.action.type !== 'success' || event.action.manual === true) return;
    stop();
    stopWaiting();
    setOfflineDataAt(null);
  });
  const stopWaiting = onlineManager.subscribe((online) => {
    if (!online) return;
    void client.invalidateQueries();
    // Refetch the feed also while another page is shown: until the feed is fresh, the frame says that it is not.
    void client.refetchQueries({ queryKey: feed.queryKey, type: 'inactive' });
  });
};
