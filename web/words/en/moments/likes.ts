import { counted, numbered } from '../app/plural.ts';

const likesOf = (count: number) => counted(count, 'like', 'likes');

export const likes = {
  like: (count: number) => `Like, ${likesOf(count)}`,
  unlike: (count: number) => `Unlike, ${likesOf(count)}`,
  count: numbered,
  show: (count: number) => `Show who likes this, ${numbered(count)}`,
  error: 'Error',
};
