import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as notifications from '../../../contract/notifications.ts';
import { queryFor, unreadPollMs } from '../../data/query.ts';
import { useStreamUp } from '../../live/stream-state.ts';

/** The number of unread notifications. It is polled every 30 s, but only while the event stream is down. */
export const useUnread = (): number => {
  const streamUp = useStreamUp();
  const { data } = useQuery({
    ...queryFor(notifications.unread, {}),
    refetchInterval: streamUp ? false : unreadPollMs,
  });
  const count = data?.count;
  useEffect(() => {
    // Show the number on the app's icon, where the browser supports it.
    if (count === undefined || !('setAppBadge' in navigator)) return;
    navigator.setAppBadge(count).catch((error: unknown) => console.warn(error));
  }, [count]);
  return count ?? 0;
};
