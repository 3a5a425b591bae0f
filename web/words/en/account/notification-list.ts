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
  intro: 'What happened in your circles, newest first.',
};
