import type { comments as english } from '../../en/moments/comments.ts';
import { numbered } from '../app/plural.ts';

export const comments = {
  open: (count: number) => `Kommentare, ${numbered(count)}`,
  count: numbered,
  loading: 'Kommentare werden geladen …',
} satisfies typeof english;
