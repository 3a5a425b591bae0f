import type { notificationList as english } from '../../en/account/notification-list.ts';

export const notificationList = {
  title: 'Benachrichtigungen',
  list: 'Liste der Benachrichtigungen',
  unread: 'Ungelesen:',
  markAll: 'Alle als gelesen markieren',
  all: 'Alle ansehen',
  more: 'Mehr zeigen',
  loading: 'Benachrichtigungen werden geladen …',
  empty: 'Nichts Neues',
  emptyText: 'Hier findest du Likes, Kommentare und Einladungen.',
  failed: 'Die Benachrichtigungen konnten nicht geladen werden.',
  error: 'Das hat nicht geklappt',
  unfollow: 'Nicht mehr über diesen Moment benachrichtigen',
  follow: 'Wieder über diesen Moment benachrichtigen',
  unfollowed: 'Du wirst über diesen Moment nicht mehr benachrichtigt',
  followed: 'Du wirst wieder über neue Kommentare benachrichtigt',
  intro: 'Was in deinen Kreisen passiert ist, das Neueste zuerst.',
} satisfies typeof english;
