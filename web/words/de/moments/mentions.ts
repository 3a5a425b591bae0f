import type { mentions as english } from '../../en/moments/mentions.ts';

export const mentions = {
  somebody: 'jemand',
  list: 'Leute, die du erwähnen kannst',
  offered: (count: number) =>
    `${count} ${count === 1 ? 'Person' : 'Personen'}. Wähle mit den Pfeiltasten und erwähne mit der Eingabetaste.`,
  gone: 'Jemand, den du erwähnst, ist nicht in diesen Kreisen, oder einen der Kreise gibt es nicht mehr.',
} satisfies typeof english;
