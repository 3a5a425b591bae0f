/**
 * The few who are banned, from the index alone. SQLite took the index of all names for that, because the one before
 * this did not hold what is asked for.
 */
export const findBanned = (): string[] => [
  'drop index users_banned',
  'create index users_banned on users (banned_at, id) where banned_at is not null',
];
