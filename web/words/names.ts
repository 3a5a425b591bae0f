import { words } from './words.ts';

/** For a sentence that names people: two names, and how many more there are. */
export const firstTwo = (names: readonly string[]): readonly string[] =>
  names.length > 2 ? [...names.slice(0, 2), words.compose.others({ count: names.length - 2 })] : names;

/** The members whose frames show a moment: first names, how many others, and whether one is the reader's. */
interface Framed {
  names: readonly string[];
  others: number;
  isOwn: boolean;
}

/** The gaps of a sentence about picture frames. */
export const framesOf = ({ names, others, isOwn }: Framed) => {
  const { ofOthers, ofYou } = words.frames;
  const all = [...names, ...(others > 0 ? [ofOthers({ count: others })] : []), ...(isOwn ? [ofYou] : [])];
  return { names: all, count: all.length, isOwn };
};
