import type { Dialect } from '../dialect.ts';

/**
 * Mailbox members take part by e-mail alone. A post can leave members out, at first the mailbox members of its circles.
 * The revision of a member is renewed with `by_letter`, which everybody is shown.
 */
export const mailboxMembers = ({ pick, columns: { key, int, text, clustered } }: Dialect): string[] => [
  `alter table users add column by_letter ${int} not null default 0`,
  `alter table users add column letters_paused_at ${int}`,
  `alter table users add column bounces ${int} not null default 0`,
  pick({
    sqlite: `create trigger users_revised_by_letter after update of by_letter on users
      begin update users set revision = random() & 9007199254740991 where id = new.id; end`,
    postgres: `create trigger users_revised_by_letter before update of by_letter on users
      for each row execute function renew_revision()`,
  }),
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
  `create table post_hidden_from (
    post_id ${int} not null references posts(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (post_id, user_id)
  )${clustered}`,
  'create index post_hidden_from_member on post_hidden_from (user_id, post_id)',
  `create table letter_browsers (
    token_hash ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    expires_at ${int} not null,
    primary key (token_hash, user_id)
  )${clustered}`,
  'create index letter_browsers_of_member on letter_browsers (user_id)',
  'create index letter_browsers_by_expires_at on letter_browsers (expires_at)',
  `create table taken_mails (
    message_id_hash ${text} not null,
    user_id ${int} not null references users(id) on delete cascade,
    taken_at ${int} not null,
    primary key (user_id, message_id_hash)
  )${clustered}`,
  'create index taken_mails_by_taken_at on taken_mails (taken_at)',
  `create table incoming_mails (
    public_id ${text} not null primary key,
    received_at ${int} not null
  )${clustered}`,
  'create index incoming_mails_by_received_at on incoming_mails (received_at)',
];
