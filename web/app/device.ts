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
