import type { Dialect } from '../dialect.ts';

/** The columns of each table that are the same for everybody who sees a row. */
const shown = {
  posts: ['public_id', 'content', 'created_at'],
  users: ['public_id', 'username', 'first_name', 'last_name', 'verification_status', 'avatar_id'],
  circles: ['public_id', 'name', 'color'],
};
const shownOfImages = [
  'public_id',
  'post_id',
  'position',
  'alt',
  'width',
  'height',
  'placeholder',
  'variants',
  'full_bytes',
];

const tables = Object.entries(shown);

const onSqlite = (): string[] => {
  const renew = (table: string, id: string) =>
    `update ${table} set revision = random() & 9007199254740991 where id = ${id};`;
  return [
    ...tables.flatMap(([table, columns]) => [
      `alter table ${table} add column revision integer not null default 0`,
      `create trigger ${table}_revised after update of ${columns.join(', ')} on ${table}
        begin ${renew(table, 'new.id')} end`,
    ]),
    `create trigger image_added after insert on images when new.post_id is not null
      begin ${renew('posts', 'new.post_id')} end`,
    `create trigger image_changed after update of ${shownOfImages.join(', ')} on images
      begin ${renew('posts', 'old.post_id')} ${renew('posts', 'new.post_id')} end`,
    `create trigger image_removed after delete on images when old.post_id is not null
      begin ${renew('posts', 'old.post_id')} end`,
  ];
};

const onPostgres = (): string[] => {
  const drawn = `(random() * 9007199254740991)::bigint`;
  return [
    `create or replace function renew_revision() returns trigger language plpgsql as $$ begin
      new.revision := ${drawn};
      return new;
    end $$`,
    `create or replace function renew_revision_of_post() returns trigger language plpgsql as $$ begin
      update posts set revision = ${drawn} where id in (old.post_id, new.post_id);
      return null;
    end $$`,
    ...tables.flatMap(([table, columns]) => [
      `alter table ${table} add column revision bigint not null default 0`,
      // After a failover to a server that lacked the last rows, their keys are given out a second time.
      `alter table ${table} alter column revision set default ${drawn}`,
      `create trigger ${table}_revised before update of ${columns.join(', ')} on ${table}
        for each row execute function renew_revision()`,
    ]),
    `create trigger image_revised after insert or delete or update of ${shownOfImages.join(', ')} on images
      for each row execute function renew_revision_of_post()`,
  ];
};

/**
 * `revision` is a random number that the database renews with every change of the columns that are shown of a row, so
 * that the server may keep what it built from them (docs/decisions/0018). A counter could return after a failover.
 * The second index finds whom a member was added by, and replaces the first.
 */
export const revisions = ({ pick }: Dialect): string[] => [
  ...pick({ sqlite: onSqlite, postgres: onPostgres })(),
  'create index circles_of_member_by_adder on circle_members (user_id, added_by, circle_id)',
  'drop index circles_of_member',
];
