/** What the service worker says by itself: it loads no other words. */
export const push = {
  title: 'Something new in Circle',
  text: 'Open Circle to see it.',
};
