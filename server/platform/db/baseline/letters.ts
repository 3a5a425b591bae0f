import type { ColumnTypes } from '../dialect.ts';

/** Tables of letters, and of members who take part by mail. */
export const letters = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table told_posts (
    circle_id ${int} not null,
    user_id ${int} not null,
    post_id ${int} not null references posts(id) on delete cascade,
    primary key (circle_id, user_id, post_id),
    foreign key (circle_id, user_id) references circle_members(circle_id, user_id) on delete cascade
  )${clustered}`,
  'create index told_posts_of_post on told_posts (post_id)',

  `create table told_albums (
    user_id ${int} not null references users(id) on delete cascade,
    post_id ${int} not null references posts(id) on delete cascade,
    addition_id ${int} not null,
    primary key (user_id, post_id)
  )${clustered}`,
  'create index told_albums_of_post on told_albums (post_id)',

  `create table letters (
    user_id ${int} primary key references users(id) on delete cascade,
    message_id ${text} not null,
    state ${text} not null,
    includes_sunday ${int} not null,
    to_post_id ${int} not null,
    made_at ${int} not null,
    ended_at ${int},
    refusals ${int} not null default 0,
    to_addition_id ${int} not null default 0
  )`,

  `create table posts_in_letters (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (post_id, user_id)
  )${clustered}`,
  'create index posts_in_letters_by_user on posts_in_letters (user_id)',

  `create table letter_photos (
    image_id ${int} primary key references images(id) on delete cascade,
    bytes ${int} not null,
    made_at ${int} not null
  )`,
  'create index letter_photos_by_made_at on letter_photos (made_at)',

  `create table letter_browsers (
    token_hash ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    expires_at ${int} not null,
    primary key (token_hash, user_id)
  )${clustered}`,
  'create index letter_browsers_of_member on letter_browsers (user_id)',
  'create index letter_browsers_by_expires_at on letter_browsers (expires_at)',

  `create table mailbox_invitations (
    id ${key},
    public_id ${text} not null unique,
    circle_id ${int} not null references circles(id) on delete cascade,
    inviter_id ${int} not null references users(id) on delete cascade,
    email ${text} not null,
    first_name ${text} not null,
    last_name ${text} not null,
    verifies ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null,
    answer ${text}
  )`,
  'create index mailbox_invitations_of_circle on mailbox_invitations (circle_id, email)',
  'create index mailbox_invitations_of_member on mailbox_invitations (inviter_id)',
  'create index mailbox_invitations_by_expires_at on mailbox_invitations (expires_at)',
  'create index mailbox_invitations_by_email on mailbox_invitations (email)',

  `create table stopped_askers (
    address_hash ${text} not null,
    inviter_id ${int} not null,
    primary key (address_hash, inviter_id)
  )${clustered}`,

  `create table taken_mails (
    message_id_hash ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    taken_at ${int} not null,
    primary key (user_id, message_id_hash)
  )${clustered}`,
  'create index taken_mails_by_taken_at on taken_mails (taken_at)',

  `create table incoming_mails (
    public_id ${text} not null primary key,
    received_at ${int} not null,
    party ${int} not null default 0,
    reply_key ${text} not null default '',
    network_hash ${text},
    waits_for_dns ${int} not null default 0
  )${clustered}`,
  'create index incoming_mails_by_received_at on incoming_mails (received_at)',
];
