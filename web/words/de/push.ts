import type { push as english } from '../en/push.ts';

/** What the service worker says by itself: it loads no other words. */
export const push = {
  title: 'Neues in Circle',
  text: 'Öffne Circle, um es zu sehen.',
} satisfies typeof english;
