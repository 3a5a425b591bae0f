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

export type Device = 'ios' | 'android' | 'desktop';

/** Which guide fits a browser. An iPad calls itself a Mac, but no Mac has several touch points. */
export const deviceOf = (browser: { userAgent: string; maxTouchPoints: number }): Device => {
  if (/iPhone|iPad|iPod/.test(browser.userAgent)) return 'ios';
  if (/Macintosh/.test(browser.userAgent) && browser.maxTouchPoints > 1) return 'ios';
  return /Android/.test(browser.userAgent) ? 'android' : 'desktop';
};

/** Whether Circle runs from a home screen instead of in a tab. */
export const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);
