/** The service worker's only texts: it loads no other words. */
export const push = {
  title: 'Something new in Circle',
  text: 'Open Circle to see it.',
};
