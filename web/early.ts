import { recall } from './stores.ts';

/**
 * What the first screen will ask the server, asked while the app itself is still on its way: on a slow line that is a
 * second and a half. Each answer is for whoever asks first, and for nobody once it is old.
 */
const early = new Map<string, { answer: Promise<Response>; at: number }>();

/** Milliseconds after which the question is asked anew. */
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
  // Whose session it is has to end first.
  if (recall('owedSignOut') !== null) return;
  try {
    const { ok } = await ask('/api/user');
    if (!ok || !['/', '/home'].includes(location.pathname) || location.search !== '') return;
    await Promise.all([ask('/api/posts/feed'), import('./features/posts/feed.tsx')]);
  } catch {
    // Whoever takes the answer, or loads that code, tells of it.
  }
};
