// Loads after the first screen.

/** Milliseconds without a finished request after which the first screen has what it needs. */
const quietMs = 1_000;
const maxWaitMs = 20_000;

/** Resolves when the page has stopped loading, or keeps loading for long. */
const whenQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    let timer = setTimeout(resolve, quietMs);
    const requests = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    });
    requests.observe({ type: 'resource' });
    setTimeout(() => {
      requests.disconnect();
      resolve();
    }, maxWaitMs);
  });

/** Takes the language that the page was requested in out of its URL (`open-in-language.ts`). */
const dropLanguage = (): void => {
  const url = new URL(location.href);
  if (!url.searchParams.has('language')) return;
  url.searchParams.delete('language');
  history.replaceState(history.state, '', url);
};

/**
 * Installs the service worker of the page's language, which downloads the whole app, after the first screen has its
 * photos. It replaces the worker of another language.
 */
export const installServiceWorker = async (): Promise<void> => {
  dropLanguage();
  await whenQuiet();
  await navigator.serviceWorker.register(`/sw.${document.documentElement.lang}.js`);
};
