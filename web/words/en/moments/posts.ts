import { counted, nounFor, numbered } from '../app/plural.ts';

/** Counts are exact to here; the server says one more where there are more. */
const exactTo = 1_000;

/** A count, up to where counts are exact. */
export const upTo = (count: number) => (count > exactTo ? `${numbered(exactTo)}+` : numbered(count));

export const posts = {
  you: {
    label: 'You',
    profile: 'Your profile',
    count: numbered,
    memories: (count: number) => nounFor(count, 'memory shared', 'memories shared'),
    connections: (count: number) => nounFor(count, 'connection made', 'connections made'),
    share: 'Share Your Moment',
    daily: 'Daily photo',
    administration: 'Administration',
  },
  feed: {
    title: 'Your Feed',
    show: 'Show',
    all: 'All Circles',
    sharedWithYou: 'Shared with you',
    sortBy: (chosen: string) => `Sort: ${chosen}`,
    sorts: { newest: 'Newest First', oldest: 'Oldest First', popular: 'Most Popular' },
    photos: 'Photos',
    priority: 'Closest first',
    showing: (matching: number, total: number) => `Showing ${upTo(matching)} of ${upTo(total)} posts`,
    clear: 'Clear filter',
    loading: 'Loading your feed...',
    failed: 'Your feed could not be loaded',
    failedText: 'Circle can’t be reached. Please try again in a moment.',
    moreFailed: 'The next posts could not be loaded.',
    shown: (count: number) => `${counted(count, 'post', 'posts')} shown`,
    end: 'That is everything, back to the beginning.',
    endOldest: 'That is everything, up to now.',
    endPopular: 'That is everything.',
  },
  card: {
    by: (name: string, begins: string) => `Post by ${name}${begins === '' ? '' : `: ${begins}`}`,
    profileOf: (name: string) => `${name}, profile`,
    onlyYou: 'Only you',
    options: 'Post options',
    readOn: 'Read more',
  },
  photo: {
    by: (name: string, at: number, total: number) =>
      total === 1 ? `Photo by ${name}` : `Photo ${at} of ${total} by ${name}`,
    open: (at: number, total: number, more: number, what: { alt: string | null; name: string }) =>
      `Open photo ${at} of ${total}${more ? `, +${more} more` : ''}${what.alt ? `: ${what.alt}` : ` by ${what.name}`}`,
    more: (count: number) => `+${count}`,
  },
};
