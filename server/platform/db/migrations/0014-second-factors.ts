import type { ColumnTypes } from '../dialect.ts';

/** Second factors, and single-use tickets. */
export const secondFactors = ({ key, int, text }: ColumnTypes): string[] => [
  `create table totp_secrets (
    user_id ${int} primary key references users(id) on delete cascade,
    secret ${text} not null,
    created_at ${int} not null,
    confirmed_at ${int},
    last_step ${int} not null default 0
  )`,
  `create table recovery_codes (
    id ${key},
    user_id ${int} not null references users(id) on delete cascade,
    code_hash ${text} not null unique
  )`,
  `create index recovery_codes_of_user on recovery_codes (user_id)`,
  `create table passkeys (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    credential_id ${text} not null unique,
    public_key ${text} not null,
    counter ${int} not null,
    transports ${text} not null,
    name ${text} not null,
    created_at ${int} not null,
    last_used_at ${int}
  )`,
  `create index passkeys_of_user on passkeys (user_id)`,
  `create table tickets (
    token_hash ${text} primary key,
    kind ${text} not null,
    user_id ${int} references users(id) on delete cascade,
    data ${text} not null,
    expires_at ${int} not null
  )`,
  `create index tickets_of_user on tickets (user_id)`,
  `create index tickets_by_end on tickets (expires_at)`,
];
