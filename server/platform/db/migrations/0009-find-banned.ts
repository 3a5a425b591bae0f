/**
 * Makes the index of banned members contain all columns of its query. SQLite had chosen the index of all names,
 * because the first version of this index lacked `id`.
 */
export const findBanned = (): string[] => [
  'drop index users_banned',
  'create index users_banned on users (banned_at, id) where banned_at is not null',
];
