import type { muting as english } from '../../en/people/muting.ts';

export const muting = {
  mute: (name: string) => `Keine Momente von ${name} zeigen`,
  unmute: (name: string) => `Momente von ${name} zeigen`,
  done: (name: string) => `Du siehst keine Momente von ${name} mehr`,
  text: 'Du bekommst auch keine Benachrichtigungen über Likes und Kommentare dieser Person. Niemand erfährt davon.',
  undo: 'Rückgängig',
  undoHint: 'Rückgängig machen: F8 drücken, dann Tab.',
  undone: (name: string) => `Du siehst wieder Momente von ${name}`,
  failed: 'Das hat nicht geklappt',
} satisfies typeof english;
