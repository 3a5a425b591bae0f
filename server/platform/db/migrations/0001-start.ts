import type { ColumnTypes } from '../dialect.ts';

/** The first schema. Internal integer keys for joins and order; `public_id` is all that leaves. */
export const start = ({ key, int, text, clustered }: ColumnTypes): string[] => [
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
    created_at ${int} not null
  )`,

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
  `create index sessions_of_user on sessions (user_id)`,
  `create index sessions_by_expiry on sessions (expires_at)`,

  `create table circles (
    id ${key},
    public_id ${text} not null unique,
    owner_id ${int} not null references users(id),
    kind ${text} not null,
    is_contacts ${int} not null default 0,
    name ${text} not null,
    description ${text} not null,
    color ${text} not null,
    shows_earlier ${int} not null,
    member_count ${int} not null,
    created_at ${int} not null
  )`,
  `create index circles_of_owner on circles (owner_id)`,
  `create unique index one_contacts_circle on circles (owner_id) where is_contacts = 1`,

  `create table circle_members (
    circle_id ${int} not null references circles(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    priority ${int} not null,
    sees_from ${int} not null,
    added_by ${int} not null,
    added_at ${int} not null,
    primary key (circle_id, user_id)
  )${clustered}`,
  `create index circles_of_member on circle_members (user_id, circle_id)`,

  `create table posts (
    id ${key},
    public_id ${text} not null unique,
    author_id ${int} not null references users(id) on delete cascade,
    content ${text} not null,
    likes_count ${int} not null default 0,
    comments_count ${int} not null default 0,
    created_at ${int} not null
  )`,
  `create index posts_of_author on posts (author_id, id)`,

  `create table post_circles (
    circle_id ${int} not null references circles(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    comments_count ${int} not null default 0,
    rank ${int} not null,
    primary key (circle_id, post_id)
  )${clustered}`,
  `create index circles_of_post on post_circles (post_id, circle_id)`,
  `create index popular_in_circle on post_circles (circle_id, rank)`,

  `create table images (
    id ${key},
    public_id ${text} not null unique,
    owner_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    post_id ${int} references posts(id) on delete cascade,
    position ${int} not null,
    alt ${text},
    width ${int} not null,
    height ${int} not null,
    placeholder ${text} not null,
    variants ${text} not null,
    full_bytes ${int},
    bytes ${int} not null,
    created_at ${int} not null
  )`,
  `create index images_of_post on images (post_id, position)`,
  `create index images_of_owner on images (owner_id)`,
  `create index images_unattached on images (created_at) where post_id is null`,

  `create table comments (
    id ${key},
    public_id ${text} not null unique,
    post_id ${int} not null references posts(id) on delete cascade,
    author_id ${int} not null references users(id) on delete cascade,
    content ${text} not null,
    created_at ${int} not null
  )`,
  `create index comments_of_post on comments (post_id, id)`,
  `create index comments_of_author on comments (author_id, post_id)`,

  `create table comment_circles (
    comment_id ${int} not null references comments(id) on delete cascade,
    circle_id ${int} not null references circles(id) on delete cascade,
    primary key (comment_id, circle_id)
  )${clustered}`,
  `create index comments_of_circle on comment_circles (circle_id)`,

  `create table likes (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (post_id, user_id)
  )${clustered}`,
  `create index likes_of_user on likes (user_id)`,

  `create table blocks (
    blocker_id ${int} not null references users(id) on delete cascade,
    blocked_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (blocker_id, blocked_id)
  )${clustered}`,
  `create index blocked_by on blocks (blocked_id, blocker_id)`,

  `create table mutes (
    muter_id ${int} not null references users(id) on delete cascade,
    muted_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (muter_id, muted_id)
  )${clustered}`,
  `create index muted_by on mutes (muted_id)`,

  `create table invitations (
    id ${key},
    public_id ${text} not null unique,
    code_hash ${text} not null unique,
    inviter_id ${int} references users(id) on delete cascade,
    circle_id ${int} references circles(id) on delete cascade,
    email ${text},
    message ${text},
    makes_admin ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null,
    accepted_by ${int} references users(id) on delete set null,
    accepted_at ${int}
  )`,
  `create index invitations_of_inviter on invitations (inviter_id, id)`,
  `create index invitations_to_circle on invitations (circle_id)`,
  `create index invitations_accepted_by on invitations (accepted_by)`,

  `create table notifications (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    group_key ${text} not null,
    actor_id ${int} references users(id) on delete cascade,
    post_id ${int} references posts(id) on delete cascade,
    comment_id ${int} references comments(id) on delete cascade,
    circle_id ${int} references circles(id) on delete cascade,
    invitation_id ${int} references invitations(id) on delete cascade,
    is_read ${int} not null,
    created_at ${int} not null,
    unique (user_id, group_key)
  )`,
  `create index notifications_newest on notifications (user_id, created_at, id)`,
  `create index notifications_unread on notifications (user_id) where is_read = 0`,
  `create index notifications_by_actor on notifications (actor_id)`,
  `create index notifications_of_post on notifications (post_id)`,
  `create index notifications_of_comment on notifications (comment_id)`,
  `create index notifications_of_circle on notifications (circle_id)`,
  `create index notifications_of_invitation on notifications (invitation_id)`,

  `create table email_tokens (
    token_hash ${text} primary key,
    kind ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    email ${text} not null,
    expires_at ${int} not null
  )`,
  `create index email_tokens_of_user on email_tokens (user_id)`,

  `create table jobs (
    id ${key},
    kind ${text} not null,
    payload ${text} not null,
    user_id ${int} references users(id) on delete cascade,
    unique_key ${text} unique,
    run_at ${int} not null,
    attempts ${int} not null default 0,
    leased_until ${int},
    failed_at ${int},
    last_error ${text},
    created_at ${int} not null
  )`,
  `create index jobs_due on jobs (run_at) where failed_at is null`,
  `create index jobs_of_user on jobs (user_id)`,

  `create table audit (
    id ${key},
    public_id ${text} not null unique,
    at ${int} not null,
    actor_id ${int},
    act ${text} not null,
    target ${text}
  )`,
  `create index audit_by_time on audit (at, id)`,

  `create table repeated_calls (
    user_id ${int} not null references users(id) on delete cascade,
    key ${text} not null,
    made ${text} not null,
    created_at ${int} not null,
    primary key (user_id, key)
  )${clustered}`,
  `create index repeated_calls_by_time on repeated_calls (created_at)`,

  `create table rate_limits (
    key ${text} primary key,
    points ${int} not null,
    resets_at ${int} not null
  )`,
  `create index rate_limits_by_time on rate_limits (resets_at)`,

  `create table meta (
    key ${text} primary key,
    value ${text} not null
  )`,
];
