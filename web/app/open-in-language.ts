// Loads only where the language changes.

/** Whether this document was requested in a language. */
const wasRequestedIn = (language: string): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).searchParams.get('language') === language;
};

/**
 * Opens this page again in another language, and does not resolve then. The server chooses the language of a member by
 * their session, and the service worker leaves requests with `?language=` to the server; the page that comes replaces
 * the worker.
 */
const openInLanguage = async (language: string): Promise<void> => {
  // A server that lacks the language would answer in English again and again.
  if (wasRequestedIn(language)) return;
  const url = new URL(location.href);
  url.searchParams.set('language', language);
  location.replace(url);
  await new Promise<never>(() => undefined);
};

/** Opens this page again if it is in another language than the member reads, such as after a sign-in. */
export const followLanguage = async ({ language }: { language: string }): Promise<void> => {
  // The development server has one language.
  if (import.meta.env.PROD && language !== document.documentElement.lang) await openInLanguage(language);
};
