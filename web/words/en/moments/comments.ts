import { numbered } from '../app/plural.ts';

/** Sentences about comments on the first screen. */
export const comments = {
  open: (count: number) => `Comments, ${numbered(count)}`,
  count: numbered,
  loading: 'Loading comments...',
};
