import type { QueryClient } from '@tanstack/react-query';
import { type LiveEvent, endsSight, staleKeysOf, changedPostIds } from './stale-keys.ts';
import { refreshPost } from '../data/refresh-posts.ts';
import { listenToEvents } from './event-stream.ts';
import { hasUnanswered, letGo, letGoOnReturn } from './let-go.ts';
import { renewPush } from './push.ts';
import { setStreamUp } from './stream-state.ts';

const collectMs = 250;

const warn = (error: unknown) => console.warn(error);

/** Keeps the page up to date while a member is signed in; returns a function that stops it. */
export const startLive = (
  client: QueryClient,
  member: { userId: string; keepsPhotos: boolean },
): (() => void) => {
  renewPush().catch(warn);
  const stopReturns = letGoOnReturn(client, member);
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = () => {
    const events = waiting;
    waiting = [];
    timer = undefined;
    for (const queryKey of staleKeysOf(events)) void client.invalidateQueries({ queryKey });
    for (const id of changedPostIds(events)) void refreshPost(client, id);
    if (events.some(({ kind }) => endsSight(kind))) letGo(client, 'soon').catch(warn);
  };
  const stop = listenToEvents({
    onEvent: (event) => {
      waiting.push(event);
      timer ??= setTimeout(apply, collectMs);
    },
    onState: (up, missed) => {
      setStreamUp(up);
      if (missed) void client.invalidateQueries();
      if (missed || (up && hasUnanswered())) letGo(client).catch(warn);
    },
  });
  return () => {
    clearTimeout(timer);
    stop();
    stopReturns();
    setStreamUp(false);
  };
};
