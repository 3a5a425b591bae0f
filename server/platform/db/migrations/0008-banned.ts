/** An index of the few banned members, because every count of moments leaves theirs out. */
export const banned = (): string[] => ['create index users_banned on users (id) where banned_at is not null'];
