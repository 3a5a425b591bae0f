import type { pull as english } from '../../en/moments/pull.ts';

/** Pulling the feed down to have it looked at again. */
export const pull = {
  busy: 'Neue Momente werden geladen …',
  done: 'Dein Feed ist auf dem neuesten Stand.',
} satisfies typeof english;
