import type { QueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import * as posts from '../../../contract/posts.ts';
import { changeCached, postsKey, withoutPost } from '../../data/cached-posts.ts';
import { queryKey } from '../../data/query.ts';
import { notificationsKey } from '../notifications/key.ts';

/** Refetches after a post was added or deleted: every list that may hold it, notifications, and the member's counts. */
export const refreshPosts = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: postsKey }),
    client.invalidateQueries({ queryKey: queryKey(account.stats, {}) }),
    client.invalidateQueries({ queryKey: notificationsKey }),
  ]);

/** Removes a deleted post from every cached list without a refetch. */
export const dropPost = (client: QueryClient, id: string): void => {
  client.removeQueries({ queryKey: queryKey(posts.get, { id }) });
  changeCached(client, (data) => withoutPost(data, id));
  void refreshPosts(client);
};
