import type { byLetter as english } from '../../en/people/by-letter.ts';

export const byLetter = {
  badge: 'per Brief',
  text: (name: string) => `${name} ist per Brief dabei, liest und antwortet also per E-Mail.`,
} satisfies typeof english;
