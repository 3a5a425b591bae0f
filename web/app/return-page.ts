import { forget, keep, recall } from '../data/browser-storage.ts';

/** A page of ours and nothing else: no other site, no page that signs in. */
export const isReturnPage = (page: string): boolean =>
  /^\/(?![/\\])/.test(page) && !/^\/(?:auth|login|signin|sign-in|signup|register)(?:[/?#]|$)/.test(page);

/** Remembers the page that was asked for while nobody was signed in. */
export const rememberReturn = (page: string): void => {
  if (isReturnPage(page)) keep('returnTo', page);
};

/** The page to open after signing in; asked once. */
export const takeReturn = (): string => {
  const page = recall('returnTo');
  forget('returnTo');
  return page !== null && isReturnPage(page) ? page : '/';
};
