import { words } from './words.ts';

/** Counts are exact to here; the server says one more where there are more. */
const exactTo = 1_000;

/** A count, up to where counts are exact: `1,000+`. */
export const upTo = (count: number, isExact = count <= exactTo): string =>
  isExact ? words.number(count) : words.posts.upTo({ count: exactTo });
