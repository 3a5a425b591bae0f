import { counted } from '../app/plural.ts';

export const search = {
  title: 'Search moments',
  intro: 'Words of moments, titles of albums and descriptions of photos that you can see.',
  placeholder: 'Search for words...',
  circle: 'Circle',
  allCircles: 'All circles',
  year: 'Year',
  allYears: 'All years',
  hint: 'Enter at least two letters. Put words that follow each other in "quotation marks".',
  loading: 'Searching...',
  found: (count: number, hasMore: boolean) =>
    `${counted(count, 'moment', 'moments')} found${hasMore ? ' so far' : ''}`,
  none: 'Nothing found',
  noneText: 'No moment that you can see has all these words. Try fewer of them, or only their beginnings.',
  failed: 'The search did not work. Please try again in a moment.',
  by: (name: string) => `Moment by ${name}`,
  inCaption: 'In the description of a photo',
};
