import type { Dialect } from '../dialect.ts';

/** The columns of each table that are the same for everybody who sees a row. */
const shown = {
  circles: ['public_id', 'name', 'color'],
  posts: ['public_id', 'content', 'created_at', 'edited_at', 'title', 'adds', 'has_others_photos'],
  users: ['public_id', 'username', 'first_name', 'last_name', 'verification_status', 'avatar_id'],
};
const shownOfImages =
  'public_id, post_id, position, alt, width, height, placeholder, variants, full_bytes, taken_day';

/** The name of each trigger that renews the revision of a row, its table, and the columns whose changes count. */
const revised = [
  ...Object.entries(shown).map(
    ([table, columns]) => [`${table}_revised`, table, columns.join(', ')] as const,
  ),
  ['users_revised_by_letter', 'users', 'by_letter'],
] as const;

const revisionsOnSqlite = (): string[] => {
  const renew = (table: string, id: string) =>
    `update ${table} set revision = random() & 9007199254740991 where id = ${id};`;
  return [
    ...revised.map(
      ([name, table, columns]) =>
        `create trigger ${name} after update of ${columns} on ${table} begin ${renew(table, 'new.id')} end`,
    ),
    `create trigger image_added after insert on images when new.post_id is not null
      begin ${renew('posts', 'new.post_id')} end`,
    `create trigger image_changed after update of ${shownOfImages} on images
      begin ${renew('posts', 'old.post_id')} ${renew('posts', 'new.post_id')} end`,
    `create trigger image_removed after delete on images when old.post_id is not null
      begin ${renew('posts', 'old.post_id')} end`,
  ];
};

const revisionsOnPostgres = (): string[] => {
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
    // After a failover to a server that lacked the last rows, their keys are given out a second time.
    ...Object.keys(shown).map((table) => `alter table ${table} alter column revision set default ${drawn}`),
    ...revised.map(
      ([name, table, columns]) =>
        `create trigger ${name} before update of ${columns} on ${table}
          for each row execute function renew_revision()`,
    ),
    `create trigger image_revised after insert or delete or update of ${shownOfImages} on images
      for each row execute function renew_revision_of_post()`,
  ];
};

/** Each deleted row of a table leaves its public id in `deletions`. */
const recordDeletion = (table: string, kind: string, { pick }: Dialect): string[] =>
  pick({
    sqlite: [
      `create trigger ${table}_deleted after delete on ${table} begin
        insert into deletions (kind, public_id, at)
        values ('${kind}', old.public_id, cast(unixepoch('subsec') * 1000 as integer));
      end`,
    ],
    postgres: [
      `create or replace function ${table}_deleted() returns trigger language plpgsql as $$ begin
        insert into deletions (kind, public_id, at)
        select '${kind}', gone.public_id, (extract(epoch from clock_timestamp()) * 1000)::bigint from gone;
        return null;
      end $$`,
      `create trigger ${table}_deleted after delete on ${table} referencing old table as gone
        for each statement execute function ${table}_deleted()`,
    ],
  });

/**
 * When a post or photo that an archive holds leaves the circle, or its member does, a trigger ends the archive in the
 * same transaction. A job deletes the rows of ended archives, so that no request waits for thousands of them, and their
 * files.
 */
const endArchives = ({ pick }: Dialect): string[] => {
  const end = (condition: string) =>
    `update archives set status = 'ended' where ${condition} and status <> 'ended';`;
  const triggers = {
    archive_lost_post: ['archive_posts', end('id = old.archive_id')],
    archive_lost_photo: ['archive_photos', end('id = old.archive_id')],
    archive_lost_member: ['circle_members', end('user_id = old.user_id and circle_id = old.circle_id')],
    archive_removed: ['archives', 'insert into archive_leftovers (public_id) values (old.public_id);'],
  };
  return Object.entries(triggers).flatMap(([name, [table, statement]]) =>
    pick({
      sqlite: [`create trigger ${name} after delete on ${table} begin ${statement} end`],
      postgres: [
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${statement} return null; end $$`,
        `create trigger ${name} after delete on ${table} for each row execute function ${name}()`,
      ],
    }),
  );
};

/**
 * The triggers of the database. `revision` is a random number that is renewed with every change of the columns that
 * are shown of a row, so that the server may cache what it built from them (docs/decisions/0018). A counter could return
 * after a failover.
 */
export const triggers = (dialect: Dialect): string[] => [
  ...dialect.pick({ sqlite: revisionsOnSqlite, postgres: revisionsOnPostgres })(),
  ...recordDeletion('circles', 'circle', dialect),
  ...recordDeletion('posts', 'post', dialect),
  ...recordDeletion('comments', 'comment', dialect),
  ...recordDeletion('images', 'photo', dialect),
  ...endArchives(dialect),
];
