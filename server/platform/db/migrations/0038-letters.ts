import type { ColumnTypes } from '../dialect.ts';

/**
 * When the moments of each circle reach a member, and letters. Everything shared until now counts as told: the first
 * letter does not bring ten years. A `letter_due_at` of 0 is computed by the next evening run.
 */
export const letters = ({ int, text, clustered }: ColumnTypes): string[] => [
  `alter table circles add column letters_carry ${text} not null default 'names'`,
  `alter table post_circles add column carries_content ${int} not null default 0`,
  `alter table circle_members add column delivery ${text} not null default 'evening'`,
  `alter table circle_members add column told_post_id ${int} not null default 0`,
  'update circle_members set told_post_id = (select coalesce(max(id), 0) from posts)',
  `alter table users add column shared_delivery ${text} not null default 'evening'`,
  `alter table users add column letter_hour ${int} not null default 18`,
  `alter table users add column letter_due_at ${int} not null default 0`,
  'create index users_by_letter_due_at on users (letter_due_at)',
  `create table told_posts (
    circle_id ${int} not null,
    user_id ${int} not null,
    post_id ${int} not null references posts(id) on delete cascade,
    primary key (circle_id, user_id, post_id),
    foreign key (circle_id, user_id) references circle_members(circle_id, user_id) on delete cascade
  )${clustered}`,
  'create index told_posts_of_post on told_posts (post_id)',
  `create table letters (
    user_id ${int} primary key references users(id) on delete cascade,
    message_id ${text} not null,
    state ${text} not null,
    includes_sunday ${int} not null,
    to_post_id ${int} not null,
    made_at ${int} not null,
    ended_at ${int}
  )`,
  `create table letter_photos (
    image_id ${int} primary key references images(id) on delete cascade,
    bytes ${int} not null,
    made_at ${int} not null
  )`,
  'create index letter_photos_by_made_at on letter_photos (made_at)',
  `alter table notifications add column first_post_id ${int}`,
  `alter table notifications add column last_post_id ${int}`,
];
