import { counted, nounFor, numbered } from './plural.ts';

/** Counts are exact to here; the server says one more where there are more. */
const exactTo = 1_000;

const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

const upTo = (count: number) => (count > exactTo ? `${numbered(exactTo)}+` : numbered(count));

export const posts = {
  you: {
    label: 'You',
    profile: 'Your profile',
    count: numbered,
    memories: (count: number) => nounFor(count, 'memory shared', 'memories shared'),
    connections: (count: number) => nounFor(count, 'connection made', 'connections made'),
    share: 'Share Your Moment',
  },
  feed: {
    title: 'Your Feed',
    show: 'Show',
    all: 'All Circles',
    sharedWithYou: 'Shared with you',
    sortBy: (chosen: string) => `Sort: ${chosen}`,
    sorts: { newest: 'Newest First', oldest: 'Oldest First', popular: 'Most Popular' },
    priority: 'Closest first',
    showing: (matching: number, total: number) => `Showing ${upTo(matching)} of ${upTo(total)} posts`,
    clear: 'Clear filter',
    loading: 'Loading your feed...',
    failed: 'Your feed could not be loaded',
    failedText: 'Circle was not reached. Please try again in a moment.',
    more: 'Show more',
    moreBusy: 'Loading...',
    moreFailed: 'The next posts could not be loaded.',
    shown: (count: number) => `${counted(count, 'post', 'posts')} shown`,
    end: 'That is everything, back to the beginning.',
    endOldest: 'That is everything, up to now.',
    endPopular: 'That is everything.',
    empty: 'No posts yet',
    emptyText: 'This is where the people in your circles will turn up. Someone has to go first.',
    emptyAction: 'Share Your First Moment',
    emptyCircle: 'No posts in this circle',
    emptyCircleText: 'Nobody has shared anything here yet, or not since you came.',
    emptyMatch: 'No posts match your filters',
    emptyMatchText: 'What people share with you through lists of their own turns up here.',
    lost: 'This circle is gone, or no longer for you.',
  },
  priority: {
    title: 'Closest first',
    intro: 'Your circles, in the order you chose.',
    set: 'Set Priorities',
    loading: 'Loading your circles...',
    posts: (total: number) => (total === 1 ? '1 post' : `${upTo(total)} posts`),
    shown: (count: number) => `${numbered(count)} shown`,
    newest: 'newest:',
    none: 'No posts yet',
    emptyCircle: 'Nobody has shared anything here yet, or not since you came.',
    seeAll: (total: number) => `See all ${upTo(total)} posts`,
    seeAllIn: (circle: string) => `in ${circle}`,
  },
  card: {
    by: (name: string) => `Post by ${name}`,
    profileOf: (name: string) => `${name}, profile`,
    onlyYou: 'Only you',
    options: 'Post options',
    audience: 'Who can see this',
    delete: 'Delete Post',
    mute: (name: string) => `Don't show me moments from ${name}`,
    readOn: 'Read on',
  },
  mute: {
    done: (name: string) => `You no longer see moments from ${name}`,
    text: 'They are not told.',
    undo: 'Undo',
    undoHint: 'To undo, press F8 and then Tab.',
    undone: (name: string) => `You see moments from ${name} again`,
    failed: 'Error',
  },
  deleteDialog: {
    title: 'Delete Post',
    text: 'Are you sure you want to delete this post? This action cannot be undone.',
    action: 'Delete Post',
    busy: 'Deleting...',
    done: 'Post deleted',
    failed: 'Error',
  },
  audienceDialog: {
    title: 'Who can see this',
    loading: 'Looking who can see this...',
    failed: 'The list could not be loaded.',
    people: (count: number) =>
      count === 0
        ? 'Only you can see this.'
        : `${counted(count, 'person besides you can', 'people besides you can')} see this. Nobody else.`,
    list: 'People who can see this',
    through: (circles: readonly string[]) => `Through ${names.format(circles)}`,
    since: (date: string) => `since ${date}`,
    circles: 'Shared with',
    remove: 'Take away',
    removeFrom: (circle: string) => `Take away ${circle}`,
    confirm: (circle: string) => `Take away ${circle}?`,
    confirmText: (circle: string) =>
      `Whoever sees this moment only through ${circle} will no longer see it, nor what was said there. You cannot add a circle again.`,
    removeBusy: 'Taking away...',
    removed: (circle: string) => `No longer shared with ${circle}`,
    removeFailed: 'Error',
  },
  photo: {
    by: (name: string) => `Photo by ${name}`,
    open: (at: number, total: number, alt: string) => `Open photo ${at} of ${total}: ${alt}`,
    openMore: (at: number, total: number, more: number, alt: string) =>
      `Open photo ${at} of ${total}, +${more} more: ${alt}`,
    more: (count: number) => `+${count}`,
    viewer: 'Photos',
    at: (at: number, total: number, alt: string) => `Photo ${at} of ${total}: ${alt}`,
    close: 'Close',
    zoom: 'Zoom',
    download: 'Download this photo',
    previous: 'Previous photo',
    next: 'Next photo',
  },
  page: {
    back: 'Back to your feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment by ${name}`,
    loading: 'Loading the moment...',
    failed: 'The moment could not be loaded',
  },
};
