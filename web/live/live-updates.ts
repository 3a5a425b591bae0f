import type { QueryClient } from '@tanstack/react-query';
import { type LiveEvent, staleKeysOf, changedPostIds } from './stale-keys.ts';
import { refreshPost } from '../data/refresh-posts.ts';
import { listenToEvents } from './event-stream.ts';
import { renewPush } from './push.ts';
import { setStreamUp } from './stream-state.ts';

const collectMs = 250;

/** Keeps the page up to date while a member is signed in; returns a function that stops it. */
export const startLive = (client: QueryClient): (() => void) => {
  renewPush().catch((error: unknown) => console.warn(error));
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    const events = waiting;
    waiting = [];
    timer = undefined;
    for (const queryKey of staleKeysOf(events)) void client.invalidateQueries({ queryKey });
    for (const id of changedPostIds(events)) void refreshPost(client, id);
  };
  const stop = listenToEvents({
    onEvent: (event) => {
      waiting.push(event);
      timer ??= setTimeout(apply, collectMs);
    },
    onState: (up, missed) => {
      setStreamUp(up);
      if (missed) void client.invalidateQueries();
    },
  });
  return () => {
    clearTimeout(timer);
    stop();
    setStreamUp(false);
  };
};
