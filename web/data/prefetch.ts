/**
 * Requests that are sent before the code that needs their answers has loaded. The first caller takes each answer; a
 * stale answer is dropped.
 */
const prefetched = new Map<string, { answer: Promise<Response>; at: number }>();

const maxAgeMs = 10_000;

export const prefetch = (url: string): Promise<Response> => {
  const answer = fetch(url, { credentials: 'include' });
  prefetched.set(url, { answer, at: performance.now() });
  return answer;
};

/** Takes the answer of a prefetched URL, if there is one. */
export const takePrefetched = (url: string): Promise<Response> | null => {
  const found = prefetched.get(url);
  prefetched.delete(url);
  return found && performance.now() - found.at < maxAgeMs ? found.answer : null;
};
