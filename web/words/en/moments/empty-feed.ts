/** The feed when it has nothing to show. */
export const emptyFeed = {
  empty: 'No posts yet',
  emptyText: 'This is where the people in your circles will turn up. Someone has to go first.',
  emptyAction: 'Share Your First Moment',
  emptyCircle: 'No posts in this circle',
  emptyCircleText: 'Nobody has shared anything here since you joined.',
  emptyMatch: 'No posts match your filters',
  emptyMatchText: 'Moments that people share with you from their private circles appear here.',
  lost: 'This circle no longer exists, or you’re no longer in it.',
};
