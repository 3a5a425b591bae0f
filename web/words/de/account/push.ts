import type { push as english } from '../../en/account/push.ts';

/** The service worker's only texts: it loads no other words. */
export const push = {
  title: 'Neues in Circle',
  text: 'Öffne Circle, um es zu sehen.',
} satisfies typeof english;
