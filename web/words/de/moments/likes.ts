import type { likes as english } from '../../en/moments/likes.ts';
import { counted, numbered } from '../app/plural.ts';

const likesOf = (count: number) => counted(count, 'Like', 'Likes');

export const likes = {
  like: (count: number) => `Gefällt mir, ${likesOf(count)}`,
  unlike: (count: number) => `Gefällt mir nicht mehr, ${likesOf(count)}`,
  count: numbered,
  show: (count: number) => `Zeigen, wem das gefällt, ${numbered(count)}`,
  error: 'Das hat nicht geklappt',
} satisfies typeof english;
