import type { ColumnTypes } from '../dialect.ts';

/** Tables of accounts, and of the ways into them. */
export const accounts = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table users (
    id ${key},
    public_id ${text} not null unique,
    email ${text} not null,
    email_key ${text} not null unique,
    email_confirmed_at ${int},
    password_hash ${text} not null,
    username ${text} unique,
    first_name ${text} not null,
    last_name ${text} not null,
    bio ${text} not null default '',
    phone_number ${text},
    avatar_id ${int},
    search_text ${text} not null,
    is_admin ${int} not null,
    account_status ${text} not null default 'trial',
    verification_status ${text} not null default 'none',
    verification_submitted_at ${int},
    verification_notes ${text},
    findable_by_email ${int} not null default 1,
    daily_circles ${text},
    suspended_until ${int},
    banned_at ${int},
    posts_count ${int} not null default 0,
    created_at ${int} not null,
    claim_asked_at ${int},
    revision ${int} not null default 0,
    language ${text},
    time_zone ${text},
    vouched_by ${int} references users(id) on delete set null,
    in_directory ${int} not null default 1,
    username_chosen ${int} not null default 0,
    shared_delivery ${text} not null default 'evening',
    letter_hour ${int} not null default 18,
    letter_due_at ${int} not null default 0,
    by_letter ${int} not null default 0,
    letters_paused_at ${int},
    bounces ${int} not null default 0
  )`,
  'create index members_by_name on users (search_text, id, suspended_until, banned_at)',
  'create index users_banned on users (banned_at, id) where banned_at is not null',
  'create index users_unclaimed on users (claim_asked_at, id) where claim_asked_at is not null',
  'create index users_vouched_by on users (vouched_by) where vouched_by is not null',
  'create index users_by_letter_due_at on users (letter_due_at)',

  `create table sessions (
    id ${key},
    public_id ${text} not null unique,
    token_hash ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    device ${text} not null,
    created_at ${int} not null,
    last_seen_at ${int} not null,
    expires_at ${int} not null
  )`,
  'create index sessions_of_user on sessions (user_id)',
  'create index sessions_by_expiry on sessions (expires_at)',

  `create table known_browsers (
    id ${key},
    user_id ${int} not null references users(id) on delete cascade,
    token_hash ${text} not null,
    created_at ${int} not null,
    last_seen_at ${int} not null,
    unique (user_id, token_hash)
  )`,
  'create index known_browsers_by_time on known_browsers (last_seen_at)',

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
  'create index recovery_codes_of_user on recovery_codes (user_id)',

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
  'create index passkeys_of_user on passkeys (user_id)',

  `create table tickets (
    token_hash ${text} primary key,
    kind ${text} not null,
    user_id ${int} references users(id) on delete cascade,
    data ${text} not null,
    expires_at ${int} not null
  )`,
  'create index tickets_of_user on tickets (user_id)',
  'create index tickets_by_end on tickets (expires_at)',

  `create table denials (
    user_id ${int} primary key references users (id) on delete cascade,
    since ${int} not null,
    until ${int} not null
  )`,

  `create table exports (
    user_id ${int} primary key references users(id) on delete cascade,
    public_id ${text} not null unique,
    status ${text} not null,
    parts ${int} not null,
    bytes ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null
  )`,
  'create index exports_by_expiry on exports (expires_at)',

  `create table verification_requests (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    personal_statement ${text} not null,
    linkedin_profile ${text},
    instagram_handle ${text},
    status ${text} not null,
    notes ${text},
    submitted_at ${int} not null
  )`,
  'create index verification_requests_of_user on verification_requests (user_id)',
  'create index verification_requests_by_status on verification_requests (status, id)',
  "create unique index one_pending_verification on verification_requests (user_id) where status = 'pending'",

  `create table name_requests (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null unique references users (id) on delete cascade,
    first_name ${text} not null,
    last_name ${text} not null,
    asked_at ${int} not null
  )`,

  `create table email_tokens (
    token_hash ${text} primary key,
    kind ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    email ${text} not null,
    expires_at ${int} not null
  )`,
  'create index email_tokens_of_user on email_tokens (user_id)',

  `create table push_subscriptions (
    id ${key},
    user_id ${int} not null references users(id) on delete cascade,
    session_id ${int} not null references sessions(id) on delete cascade,
    endpoint ${text} not null unique,
    p256dh ${text} not null,
    auth ${text} not null,
    created_at ${int} not null
  )`,
  'create index push_subscriptions_of_user on push_subscriptions (user_id)',
  'create index push_subscriptions_of_session on push_subscriptions (session_id)',

  `create table blocks (
    blocker_id ${int} not null references users(id) on delete cascade,
    blocked_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (blocker_id, blocked_id)
  )${clustered}`,
  'create index blocked_by on blocks (blocked_id, blocker_id)',

  `create table mutes (
    muter_id ${int} not null references users(id) on delete cascade,
    muted_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (muter_id, muted_id)
  )${clustered}`,
  'create index muted_by on mutes (muted_id)',

  `create table withdrawn_news (
    user_id ${int} not null references users(id) on delete cascade,
    group_key ${text} not null,
    actor_id ${int} not null references users(id) on delete cascade,
    is_read ${int},
    notified_at ${int},
    withdrawn_at ${int} not null,
    primary key (user_id, group_key, actor_id)
  )${clustered}`,
  'create index withdrawn_news_of_actor on withdrawn_news (actor_id)',
  'create index withdrawn_news_by_time on withdrawn_news (withdrawn_at)',
];
