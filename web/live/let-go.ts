import type { QueryClient } from '@tanstack/react-query';
import './let-go.css';
import { cachedPostIds, dropUnseenPosts } from '../data/refresh-posts.ts';
import { askToLetGo, forgetKeptPhotos, keepPhotos, tellMoments } from '../offline/worker-messages.ts';

/** A page that was hidden for longer asks when it is shown again. */
const longHiddenMs = 60_000;

/** Time for the page to draw without the dropped moments. */
const redrawMs = 50;

const warn = (error: unknown) => console.warn(error);

/** Milliseconds before the first retry of an unanswered question, and the longest backoff. */
const retryMs = { first: 1_000, longest: 10_000 };

/** Milliseconds before asking again: a browser says that it is online before the network is there. */
const networkMs = [100, 300, 900];

let latest: Promise<void> = Promise.resolve();
let turn = 0;
let isUnanswered = false;

/** Whether the last question did not reach the server. */
export const hasUnanswered = (): boolean => isUnanswered;

const ask = async (client: QueryClient, when: Parameters<typeof askToLetGo>[1]) => {
  const answer = await askToLetGo(cachedPostIds(client), when);
  if (Array.isArray(answer)) dropUnseenPosts(client, answer);
  return answer;
};

const askAgain = async (client: QueryClient, when: 'now' | 'soon', mine: number): Promise<void> => {
  for (let wait = retryMs.first; ; wait = Math.min(2 * wait, retryMs.longest)) {
    const answer = await ask(client, when);
    isUnanswered = answer === 'unreachable';
    if (answer !== 'refused') return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    // A later question goes on in place of this one.
    if (mine !== turn) return latest;
  }
};

/** Deletes from this browser, and from the page's memory, what the member no longer sees. Retries a refused question. */
export const letGo = (client: QueryClient, when: 'now' | 'soon' = 'now'): Promise<void> => {
  turn += 1;
  latest = askAgain(client, when, turn);
  return latest;
};

/** Questions that hide moments and photos. */
let asking = 0;
const countAsking = (change: 1 | -1): void => {
  asking += change;
  document.documentElement.toggleAttribute('data-asking', asking > 0);
};

/** Hides moments and photos until the server has said which of them the member still sees, or cannot be reached. */
const letGoUnseen = async (client: QueryClient): Promise<void> => {
  countAsking(1);
  try {
    await letGo(client);
    for (const ms of networkMs) {
      if (!isUnanswered || !navigator.onLine) break;
      await new Promise((resolve) => setTimeout(resolve, ms));
      await letGo(client);
    }
  } finally {
    setTimeout(() => countAsking(-1), redrawMs);
  }
};

/** Asks when the connection or the page comes back. `keepsPhotos` is false in a browser that asks for privacy. */
export const letGoOnReturn = (
  client: QueryClient,
  { userId, keepsPhotos }: { userId: string; keepsPhotos: boolean },
): (() => void) => {
  // Without https, pages show what they have until they have refetched it.
  if (!('serviceWorker' in navigator)) return () => undefined;
  if (keepsPhotos) keepPhotos(userId).catch(warn);
  else forgetKeptPhotos().then(() => letGo(client), warn);
  const stop = new AbortController();
  const { signal } = stop;
  let hiddenAt = performance.now();
  const onReturn = () => void letGoUnseen(client).catch(warn);
  addEventListener('online', onReturn, { signal });
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === tellMoments) ask(client, 'answer').catch(warn);
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal });
  navigator.serviceWorker.startMessages();
  addEventListener(
    'pageshow',
    (event) => {
      if (event instanceof PageTransitionEvent && event.persisted) onReturn();
    },
    { signal },
  );
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') hiddenAt = performance.now();
      else if (performance.now() - hiddenAt > longHiddenMs) letGo(client).catch(warn);
    },
    { signal },
  );
  return () => stop.abort();
};
