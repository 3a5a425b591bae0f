/** The longest `Retry-After` that a page waits for; a longer one is shown as an error. */
const maxWaitMs = 60_000;
const maxRetries = 3;

const retryAfterMs = (response: Response): number | null => {
  if (response.status !== 429) return null;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds * 1_000 <= maxWaitMs ? seconds * 1_000 : null;
};

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

/** Fetches by GET. After a 429 it waits for `Retry-After` and retries, so that a page loads late and not never. */
export const fetchRead = async (
  url: string,
  signal: AbortSignal | undefined,
  first: Promise<Response> | null = null,
): Promise<Response> => {
  let response = await (first ?? fetch(url, { credentials: 'include', signal: signal ?? null }));
  for (let retries = 0; retries < maxRetries; retries++) {
    const waitMs = retryAfterMs(response);
    if (waitMs === null) break;
    // Add up to half a second, so that the reads of a page do not all retry in the same instant.
    await wait(waitMs + Math.random() * 500, signal);
    response = await fetch(url, { credentials: 'include', signal: signal ?? null });
  }
  return response;
};
