/** Few are banned, and every count of moments leaves theirs out. */
export const banned = (): string[] => ['create index users_banned on users (id) where banned_at is not null'];
