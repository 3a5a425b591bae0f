import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from './database.ts';
import { baseline } from './baseline/baseline.ts';
import type { Dialect } from './dialect.ts';
import { oneSearchIndex } from './migrations/0065-one-search-index.ts';
import { pushesWithoutKeys } from './migrations/0067-pushes-without-keys.ts';
import { albumsOfCircles } from './migrations/0068-albums-of-circles.ts';
import { placesOfCircles } from './migrations/0069-places.ts';
import { keepers } from './migrations/0070-keepers.ts';
import { faces } from './migrations/0071-faces.ts';
import { meantFor } from './migrations/0072-meant-for.ts';
import { mailsInMyName } from './migrations/0073-mails-in-my-name.ts';
import { talkAboutPhotos } from './migrations/0074-talk-about-photos.ts';
import { unmailedQuestions } from './migrations/0075-unmailed-questions.ts';
import { aboutWhosePhoto } from './migrations/0076-about-whose-photo.ts';
import { questions } from './migrations/0077-questions.ts';
import { voices } from './migrations/0078-voices.ts';
import { postsInCircle } from './migrations/0079-posts-in-circle.ts';
import { queueHeldUntilCommit } from './migrations/0080-queue-held-until-commit.ts';

interface Migration {
  readonly name: string;
  readonly statements: (dialect: Dialect) => string[];
}

const firstRelease = '0064-first-release';

/** Sorted by name, and never edited once released. Every change of the schema is a new file, which exports its statements. */
const migrations: readonly Migration[] = [
  { name: firstRelease, statements: baseline },
  { name: '0065-one-search-index', statements: oneSearchIndex },
  { name: '0067-pushes-without-keys', statements: pushesWithoutKeys },
  { name: '0068-albums-of-circles', statements: albumsOfCircles },
  { name: '0069-places', statements: placesOfCircles },
  { name: '0070-keepers', statements: keepers },
  { name: '0071-faces', statements: faces },
  { name: '0072-meant-for', statements: meantFor },
  { name: '0073-mails-in-my-name', statements: mailsInMyName },
  { name: '0074-talk-about-photos', statements: talkAboutPhotos },
  { name: '0075-unmailed-questions', statements: unmailedQuestions },
  { name: '0076-about-whose-photo', statements: aboutWhosePhoto },
  { name: '0077-questions', statements: questions },
  { name: '0078-voices', statements: voices },
  { name: '0079-posts-in-circle', statements: postsInCircle },
  { name: '0080-queue-held-until-commit', statements: queueHeldUntilCommit },
];

/** The names of all migrations of this version, in order. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name);

/** The last of 61 steps before the first release. It left the schema of the baseline. */
const lastBefore = '0064-contents-of-repeated-calls';
/** The commit of a version that takes those steps. */
export const lastVersionBefore = 'fea51353';

/** The names of applied migrations, with the first release in place of the steps that led to its schema. */
export const sinceFirstRelease = (applied: string[]): string[] =>
  applied.includes(lastBefore) ? [firstRelease, ...applied.filter((name) => name > lastBefore)] : applied;

/** This version must not write to the database; the message says why, and what to do. */
export class RefusedDatabaseError extends Error {
  override name = 'RefusedDatabaseError';
}

/** Listed among the applied migrations until a move is finished, so that no server starts on half of the data. */
export const moveUnderWay = '9999-move-under-way';

const appliedMigrations = async (q: Queries): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(q);
  return rows.map((row) => row.name);
};

/**
 * Applies the missing ones of the first `count` migrations, within a transaction.
 * @throws RefusedDatabaseError for a database of a newer version, from before the first release, or of an unfinished move
 */
export const migrateWithin = async (
  q: Queries,
  dialect: Dialect,
  count: number = migrations.length,
): Promise<void> => {
  const { columns } = dialect;
  await sql
    .raw(
      `create table if not exists migrations (name ${columns.text} primary key, at ${columns.int} not null)`,
    )
    .execute(q);
  const applied = await appliedMigrations(q);
  if (applied.includes(lastBefore)) {
    await sql`delete from migrations where name <= ${lastBefore}`.execute(q);
    await sql`insert into migrations (name, at) values (${firstRelease}, ${Date.now()})`.execute(q);
    return migrateWithin(q, dialect, count);
  }
  const unknown = applied.find((name) => !knownMigrations.includes(name));
  if (unknown === moveUnderWay) {
    throw new RefusedDatabaseError(
      'The move into this database is not finished. Call `npm run circle -- move` again where it was called.',
    );
  }
  if (unknown && unknown < firstRelease) {
    throw new RefusedDatabaseError(
      `This database is too old (its last step is ${applied.at(-1)}). Start the version ${lastVersionBefore} on it once, as the release notes of 2.0.0 say.`,
    );
  }
  if (unknown) {
    throw new RefusedDatabaseError(
      `This database was written by a newer Circle (it knows ${unknown}). Start that version, or restore a backup.`,
    );
  }
  // Compare by name, not by count: migrations that were developed in parallel may have been applied in another order.
  for (const migration of migrations.slice(0, count).filter(({ name }) => !applied.includes(name))) {
    for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(q);
    await sql`insert into migrations (name, at) values (${migration.name}, ${Date.now()})`.execute(q);
  }
};

/** Milliseconds for which a change of the schema is tried again, and the longest pause between two tries. */
const changeTimes = { timeout: 180_000, pause: 500 };

/**
 * Changes the schema in one transaction. Nodes that start together wait for the first one. It locks table after table
 * while running servers read and write several at a time, so on PostgreSQL each would often wait for the other: it gives
 * up soon and tries again, until it meets a moment in which nobody is in its way.
 */
export const changeSchema = async (db: Database, change: (tx: Tx) => Promise<void>): Promise<void> => {
  const until = Date.now() + changeTimes.timeout;
  for (;;) {
    try {
      return await db.write(async (tx) => {
        await takeNodeLock(tx.q, tx.dialect);
        if (tx.dialect.briefLocks) await sql.raw(tx.dialect.briefLocks).execute(tx.q);
        await change(tx);
      });
    } catch (error) {
      if (Date.now() > until || !db.dialect.isWorthRetrying(error)) throw error;
      await wait(Math.random() * changeTimes.pause);
    }
  }
};

/**
 * Brings the schema up to date.
 * @throws RefusedDatabaseError for a database of a newer version, from before the first release, or of an unfinished move
 */
export const migrate = (db: Database): Promise<void> =>
  changeSchema(db, ({ q }) => migrateWithin(q, db.dialect));

/** Lets concurrent nodes continue one after the other, each when the transaction of the previous one has ended. */
export const takeNodeLock = async (q: Queries, { nodeLock }: Dialect): Promise<void> => {
  if (nodeLock) await sql.raw(nodeLock).execute(q);
};
