import type { QueryClient } from '@tanstack/react-query';
import * as account from '../../../contract/account.ts';
import * as posts from '../../../contract/posts.ts';
import { changeCached, postsKey, withoutPost } from '../../live-posts.ts';
import { keyOf } from '../../query.ts';
import { notificationsKey } from '../notifications/key.ts';

/** After a post came or went: every list that may hold it, the news of it, and the member's own figures. */
export const refreshPosts = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: postsKey }),
    client.invalidateQueries({ queryKey: keyOf(account.stats, {}) }),
    client.invalidateQueries({ queryKey: notificationsKey }),
  ]);

/** Takes a deleted post out of everything shown, without asking for it once more. */
export const dropPost = (client: QueryClient, id: string): void => {
  client.removeQueries({ queryKey: keyOf(posts.get, { id }) });
  changeCached(client, (data) => withoutPost(data, id));
  void refreshPosts(client);
};
