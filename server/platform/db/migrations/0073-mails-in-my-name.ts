import type { Dialect } from '../dialect.ts';

/**
 * Mails of members with accounts count, unless they have a second factor. What a mail became is kept beside the note that it was
 * taken, without a foreign key: queries ask whether it is still there.
 */
export const mailsInMyName = ({ columns: { int, clustered } }: Dialect): string[] => [
  `alter table users add column mail_in_my_name ${int} not null default 1`,
  `update users set mail_in_my_name = 0 where id in (select user_id from totp_secrets where confirmed_at is not null)
    or id in (select user_id from passkeys)`,
  `alter table taken_mails add column post_id ${int}`,
  `alter table taken_mails add column comment_id ${int}`,
  `create table mail_addresses (
    user_id ${int} not null references users(id) on delete cascade,
    circle_id ${int} not null references circles(id) on delete cascade,
    number ${int} not null,
    primary key (user_id, circle_id)
  )${clustered}`,
  'create index mail_addresses_by_circle on mail_addresses (circle_id)',
];
