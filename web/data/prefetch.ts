import { recall } from './browser-storage.ts';

/**
 * Requests of the first screen, sent while the app's code is still loading, which saves 1.5 s on a slow line. The
 * first caller takes each answer; old answers are dropped.
 */
const early = new Map<string, { answer: Promise<Response>; at: number }>();

/** Milliseconds after which an early answer is stale. */
const old = 10_000;

const ask = (url: string): Promise<Response> => {
  const answer = fetch(url, { credentials: 'include' });
  early.set(url, { answer, at: performance.now() });
  return answer;
};

/** The answer that is under way to this address, if there is one. */
export const takeEarly = (url: string): Promise<Response> | null => {
  const found = early.get(url);
  early.delete(url);
  return found && performance.now() - found.at < old ? found.answer : null;
};

/** Asks who is there and, of a member who opens their home, what is new; and fetches the code to show it. */
export const askEarly = async (): Promise<void> => {
  // Another member's session has to be ended first.
  if (recall('owedSignOut') !== null) return;
  try {
    const { ok } = await ask('/api/user');
    if (!ok || !['/', '/home'].includes(location.pathname) || location.search !== '') return;
    await Promise.all([ask('/api/posts/feed'), import('../features/posts/feed/feed.tsx')]);
  } catch {
    // The code that takes the answer, or imports the module, reports the failure.
  }
};
