import { numbered } from '../app/plural.ts';
import { upTo } from './posts.ts';

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
  page: {
    back: 'Back to your feed',
    title: 'Moment',
    titleBy: (name: string) => `Moment by ${name}`,
    loading: 'Loading the moment...',
    failed: 'The moment could not be loaded',
  },
};
