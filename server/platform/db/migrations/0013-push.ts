import type { ColumnTypes } from '../dialect.ts';

/** Push subscriptions of browsers, each bound to a session. */
export const push = ({ key, int, text }: ColumnTypes): string[] => [
  `create table push_subscriptions (
    id ${key},
    user_id ${int} not null references users(id) on delete cascade,
    session_id ${int} not null references sessions(id) on delete cascade,
    endpoint ${text} not null unique,
    p256dh ${text} not null,
    auth ${text} not null,
    created_at ${int} not null
  )`,
  `create index push_subscriptions_of_user on push_subscriptions (user_id)`,
  `create index push_subscriptions_of_session on push_subscriptions (session_id)`,
];
