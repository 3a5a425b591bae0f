import type { ColumnTypes } from '../dialect.ts';

/** Accounts: known browsers, notification choices, exports, and an index that sums photo storage. */
export const accounts = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table known_browsers (
    id ${key},
    user_id ${int} not null references users(id) on delete cascade,
    token_hash ${text} not null,
    created_at ${int} not null,
    last_seen_at ${int} not null,
    unique (user_id, token_hash)
  )`,
  `create index known_browsers_by_time on known_browsers (last_seen_at)`,

  `create table notification_preferences (
    user_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    bell ${int} not null,
    email ${int} not null,
    push ${int} not null,
    primary key (user_id, kind)
  )${clustered}`,

  `alter table notifications add column in_bell ${int} not null default 1`,

  `alter table notifications add column detail ${text}`,

  `create table exports (
    user_id ${int} primary key references users(id) on delete cascade,
    public_id ${text} not null unique,
    status ${text} not null,
    parts ${int} not null,
    bytes ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null
  )`,
  `create index exports_by_expiry on exports (expires_at)`,

  `create index storage_of_owner on images (owner_id, bytes, full_bytes)`,
  `drop index images_of_owner`,
];
