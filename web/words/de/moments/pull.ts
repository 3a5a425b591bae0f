import type { pull as english } from '../../en/moments/pull.ts';

/** Pulling the feed down to have it looked at again. */
export const pull = {
  busy: 'Wird nach neuen Momenten gesehen …',
  done: 'Dein Feed ist auf dem neuesten Stand.',
} satisfies typeof english;
