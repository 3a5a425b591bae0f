import type { ColumnTypes } from '../dialect.ts';

/** Tables of circles, their members and invitations. */
export const circles = ({ key, int, text, clustered }: ColumnTypes): string[] => [
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
    created_at ${int} not null,
    revision ${int} not null default 0,
    letters_carry ${text} not null default 'names'
  )`,
  'create index circles_of_owner on circles (owner_id)',
  'create unique index one_contacts_circle on circles (owner_id) where is_contacts = 1',

  `create table circle_members (
    circle_id ${int} not null references circles(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    priority ${int} not null,
    sees_after_post_id ${int} not null,
    added_by ${int} not null,
    added_at ${int} not null,
    delivery ${text} not null default 'evening',
    told_post_id ${int} not null default 0,
    stopped_post_id ${int},
    told_addition_id ${int} not null default 0,
    stopped_addition_id ${int},
    primary key (circle_id, user_id)
  )${clustered}`,
  'create index circle_members_in_order on circle_members (circle_id, added_at, user_id)',
  'create index circles_of_member_by_adder on circle_members (user_id, added_by, circle_id)',

  `create table ended_memberships (
    circle_id ${int} not null,
    user_id ${int} not null references users(id) on delete cascade,
    sees_after_post_id ${int} not null,
    to_post_id ${int} not null,
    ended_at ${int} not null,
    added_at ${int},
    primary key (circle_id, user_id, sees_after_post_id)
  )${clustered}`,
  'create index ended_memberships_of_member on ended_memberships (user_id)',

  `create table blocked_memberships (
    circle_id ${int} not null references circles(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    sees_after_post_id ${int} not null,
    added_by ${int} not null,
    added_at ${int} not null,
    ended_at ${int} not null,
    primary key (circle_id, user_id)
  )${clustered}`,
  'create index blocked_memberships_of_user on blocked_memberships (user_id, circle_id)',
  'create index blocked_memberships_by_time on blocked_memberships (ended_at)',

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
    accepted_at ${int},
    withdrawn_at ${int},
    vouches ${int} not null default 0,
    unmailed ${int} not null default 0
  )`,
  'create index invitations_of_inviter on invitations (inviter_id, id)',
  'create index invitations_to_circle on invitations (circle_id)',
  'create index invitations_accepted_by on invitations (accepted_by)',
];
