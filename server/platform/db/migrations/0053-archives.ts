import type { Dialect } from '../dialect.ts';

/**
 * Downloads of all that a member may see of a circle. Foreign keys tell what an archive holds: when a post or photo of it
 * leaves the circle, a trigger ends the archive, in the same transaction. A job deletes the rows of ended archives, so
 * that no request waits for thousands of them, and their files.
 */
export const archives = ({ columns: { key, int, text, clustered }, pick }: Dialect): string[] => {
  const end = (condition: string) =>
    `update archives set status = 'ended' where ${condition} and status <> 'ended';`;
  const leave = 'insert into archive_leftovers (public_id) values (old.public_id);';
  const trigger = (name: string, table: string, statement: string): string[] =>
    pick({
      sqlite: [`create trigger ${name} after delete on ${table} begin ${statement} end`],
      postgres: [
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${statement} return null; end $$`,
        `create trigger ${name} after delete on ${table} for each row execute function ${name}()`,
      ],
    });
  return [
    `create table archives (
      id ${key},
      public_id ${text} not null unique,
      user_id ${int} not null references users(id) on delete cascade,
      circle_id ${int} not null references circles(id) on delete cascade,
      status ${text} not null,
      photos_total ${int} not null,
      photos_done ${int} not null,
      part_bytes ${text} not null,
      is_complete ${int} not null,
      created_at ${int} not null,
      expires_at ${int} not null
    )`,
    `create unique index archives_of_member on archives (user_id, circle_id) where status <> 'ended'`,
    'create index archives_of_circle on archives (circle_id)',
    `create table archive_posts (
      archive_id ${int} not null references archives(id) on delete cascade,
      circle_id ${int} not null,
      post_id ${int} not null,
      primary key (archive_id, post_id),
      foreign key (circle_id, post_id) references post_circles(circle_id, post_id) on delete cascade
    )${clustered}`,
    'create index archives_with_post on archive_posts (circle_id, post_id)',
    `create table archive_photos (
      archive_id ${int} not null references archives(id) on delete cascade,
      circle_id ${int} not null,
      day_key ${int} not null,
      primary key (archive_id, day_key),
      foreign key (circle_id, day_key) references circle_photos(circle_id, day_key) on delete cascade
    )${clustered}`,
    'create index archives_with_photo on archive_photos (circle_id, day_key)',
    `create table archive_people (
      archive_id ${int} not null references archives(id) on delete cascade,
      user_id ${int} not null references users(id) on delete cascade,
      primary key (archive_id, user_id)
    )${clustered}`,
    'create index archives_with_person on archive_people (user_id)',
    `create table archive_leftovers (public_id ${text} primary key)`,
    ...trigger('archive_lost_post', 'archive_posts', end('id = old.archive_id')),
    ...trigger('archive_lost_photo', 'archive_photos', end('id = old.archive_id')),
    ...trigger(
      'archive_lost_member',
      'circle_members',
      end('user_id = old.user_id and circle_id = old.circle_id'),
    ),
    ...trigger('archive_removed', 'archives', leave),
  ];
};
