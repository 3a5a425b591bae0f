/** The list of notifications, which opens from the bell. */
export const notificationList = {
  title: 'Notifications',
  list: 'Notification list',
  unread: 'Unread:',
  markAll: 'Mark all read',
  all: 'See all',
  more: 'Show more',
  loading: 'Loading notifications...',
  empty: 'Nothing new',
  emptyText: 'Likes, comments and invitations appear here.',
  failed: 'The notifications could not be loaded.',
  error: 'Error',
  unfollow: 'Stop telling me about this moment',
  follow: 'Tell me about this moment again',
  unfollowed: 'You won’t be told about this moment any more',
  followed: 'You’ll be told about new comments again',
  intro: 'What happened in your circles, newest first.',
};
