import { counted, numbered } from '../app/plural.ts';
import { upTo } from './posts.ts';

const names = /* @__PURE__ */ new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Texts about moments that the first screen does not need. */
export const postPages = {
  priority: {
    title: 'Closest first',
    intro: 'Your circles, in the order you chose.',
    set: 'Set Priorities',
    loading: 'Loading your circles...',
    posts: (total: number) => (total === 1 ? '1 post' : `${upTo(total)} posts`),
    shown: (count: number) => `${numbered(count)} shown`,
    newest: 'newest:',
    none: 'No posts yet',
    emptyCircle: 'Nobody has shared anything here since you joined.',
    seeAll: (total: number) => `See all ${upTo(total)} posts`,
    seeAllIn: (circle: string) => `in ${circle}`,
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
    loading: 'Loading the list...',
    failed: 'The list could not be loaded.',
    people: (count: number) =>
      count === 0
        ? 'Only you can see this.'
        : `${counted(count, 'person besides you can', 'people besides you can')} see this. Nobody else.`,
    list: 'People who can see this',
    through: (circles: readonly string[]) => `Through ${names.format(circles)}`,
    since: (date: string) => `since ${date}`,
    circles: 'Shared with',
    remove: 'Remove',
    removeFrom: (circle: string) => `Remove ${circle}`,
    confirm: (circle: string) => `Remove ${circle}?`,
    confirmText: (circle: string) =>
      `People who see this moment only through ${circle} will no longer see it or its comments. You can’t add a circle back.`,
    removeBusy: 'Removing...',
    removed: (circle: string) => `No longer shared with ${circle}`,
    removeFailed: 'Error',
  },
  page: {
    back: 'Back to your feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment by ${name}`,
    loading: 'Loading the moment...',
    failed: 'The moment could not be loaded',
  },
};
