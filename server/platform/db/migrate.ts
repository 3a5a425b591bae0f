import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from './database.ts';
import type { Dialect } from './dialect.ts';
import { start } from './migrations/0001-start.ts';
import { findMembers } from './migrations/0002-find-members.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { payments } from './migrations/0006-payments.ts';
import { verification } from './migrations/0004-verification.ts';
import { moderation } from './migrations/0005-moderation.ts';
import { tools } from './migrations/0007-tools.ts';
import { banned } from './migrations/0008-banned.ts';
import { findBanned } from './migrations/0009-find-banned.ts';
import { push } from './migrations/0013-push.ts';
import { secondFactors } from './migrations/0014-second-factors.ts';
import { denials } from './migrations/0018-denials.ts';
import { claims } from './migrations/0021-claims.ts';
import { nameRequests } from './migrations/0024-name-requests.ts';
import { invitationsWithdrawnAt } from './migrations/0025-invitations-withdrawn-at.ts';
import { likesKeepToCircles } from './migrations/0027-likes-keep-to-circles.ts';
import { revisions } from './migrations/0029-revisions.ts';
import { authorsInCircles } from './migrations/0030-authors-in-circles.ts';
import { languageAndTimeZoneOfMembers } from './migrations/0031-language-and-time-zone-of-members.ts';
import { directoryAndUsernames } from './migrations/0037-directory-and-usernames.ts';
import { letters } from './migrations/0038-letters.ts';
import { letterRefusals } from './migrations/0039-letter-refusals.ts';
import { videos } from './migrations/0040-videos.ts';
import { mailboxMembers } from './migrations/0041-mailbox-members.ts';
import { takingBack } from './migrations/0042-taking-back.ts';
import { authorsPostsInCircles } from './migrations/0043-authors-posts-in-circles.ts';
import { beginningsOfEndedMemberships } from './migrations/0044-beginnings-of-ended-memberships.ts';
import { receipts } from './migrations/0045-receipts.ts';
import { accountsOnReceipts } from './migrations/0046-accounts-on-receipts.ts';
import { lastingReceipts } from './migrations/0047-lasting-receipts.ts';
import { albumsAndDays } from './migrations/0048-albums-and-days.ts';
import { search } from './migrations/0049-search.ts';
import { pictureFrames } from './migrations/0051-picture-frames.ts';
import { videoDays } from './migrations/0052-video-days.ts';
import { archives } from './migrations/0053-archives.ts';
import { laterPhotos } from './migrations/0054-later-photos.ts';
import { photosByAdder } from './migrations/0055-photos-by-adder.ts';
import { videosOfImports } from './migrations/0056-videos-of-imports.ts';
import { searchByWord } from './migrations/0057-search-by-word.ts';
import { stoppedAskers } from './migrations/0058-stopped-askers.ts';
import { oneSpelling } from './migrations/0059-one-spelling.ts';
import { partiesOfMails } from './migrations/0060-parties-of-mails.ts';
import { uncountedPushFailures } from './migrations/0061-uncounted-push-failures.ts';
import { unmailedInvitations } from './migrations/0062-unmailed-invitations.ts';
import { contentsOfRepeatedCalls } from './migrations/0064-contents-of-repeated-calls.ts';
import { vouching } from './migrations/0035-vouching.ts';
import { editedAt } from './migrations/0032-edited-at.ts';
import { answers } from './migrations/0033-answers.ts';
import { mentions } from './migrations/0034-mentions.ts';
import { followedConversations } from './migrations/0036-followed-conversations.ts';
import { renameSeesFromAndRank } from './migrations/0026-rename-sees-from-and-rank.ts';
import { operating } from './migrations/0016-operating.ts';
import { countPushFailures } from './migrations/0019-count-push-failures.ts';
import { withdrawnNews } from './migrations/0022-withdrawn-news.ts';
import { blockedMemberships } from './migrations/0023-blocked-memberships.ts';
import { notificationIndexesWithoutNulls } from './migrations/0028-notification-indexes-without-nulls.ts';
import { membersInOrder } from './migrations/0020-members-in-order.ts';
import { scenarioOrigins } from './migrations/0012-scenario-origins.ts';
import { reportReviewers } from './migrations/0017-report-reviewers.ts';
import { imports } from './migrations/0050-imports.ts';
import { actsAbout } from './migrations/0011-acts-about.ts';

/**
 * Sorted by name, and never edited once released: every change of the schema is a new entry. No version ever
 * had a 0010 or 0015; they stay unused, because databases apply what they lack in this order.
 */
const migrations: readonly { name: string; statements: (dialect: Dialect) => string[] }[] = [
  { name: '0001-start', statements: ({ columns }) => start(columns) },
  { name: '0002-find-members', statements: findMembers },
  { name: '0003-accounts', statements: ({ columns }) => accounts(columns) },
  { name: '0004-verification', statements: ({ columns }) => verification(columns) },
  { name: '0005-moderation', statements: ({ columns }) => moderation(columns) },
  { name: '0006-payments', statements: ({ columns }) => payments(columns) },
  { name: '0007-tools', statements: ({ columns }) => tools(columns) },
  { name: '0008-banned', statements: banned },
  { name: '0009-find-banned', statements: findBanned },
  { name: '0011-acts-about', statements: ({ columns }) => actsAbout(columns) },
  { name: '0012-scenario-origins', statements: ({ columns }) => scenarioOrigins(columns) },
  { name: '0013-push', statements: ({ columns }) => push(columns) },
  { name: '0014-second-factors', statements: ({ columns }) => secondFactors(columns) },
  { name: '0016-operating', statements: operating },
  { name: '0017-report-reviewers', statements: ({ columns }) => reportReviewers(columns) },
  { name: '0018-denials', statements: ({ columns }) => denials(columns) },
  { name: '0019-count-push-failures', statements: ({ columns }) => countPushFailures(columns) },
  { name: '0020-members-in-order', statements: membersInOrder },
  { name: '0021-claims', statements: ({ columns }) => claims(columns) },
  { name: '0022-withdrawn-news', statements: ({ columns }) => withdrawnNews(columns) },
  { name: '0023-blocked-memberships', statements: ({ columns }) => blockedMemberships(columns) },
  { name: '0024-name-requests', statements: ({ columns }) => nameRequests(columns) },
  { name: '0025-invitations-withdrawn-at', statements: ({ columns }) => invitationsWithdrawnAt(columns) },
  { name: '0026-rename-sees-from-and-rank', statements: renameSeesFromAndRank },
  { name: '0027-likes-keep-to-circles', statements: ({ columns }) => likesKeepToCircles(columns) },
  { name: '0028-notification-indexes-without-nulls', statements: notificationIndexesWithoutNulls },
  { name: '0029-revisions', statements: revisions },
  { name: '0030-authors-in-circles', statements: ({ columns }) => authorsInCircles(columns) },
  {
    name: '0031-language-and-time-zone-of-members',
    statements: ({ columns }) => languageAndTimeZoneOfMembers(columns),
  },
  { name: '0032-edited-at', statements: editedAt },
  { name: '0033-answers', statements: ({ columns }) => answers(columns) },
  { name: '0034-mentions', statements: ({ columns }) => mentions(columns) },
  { name: '0035-vouching', statements: ({ columns }) => vouching(columns) },
  { name: '0036-followed-conversations', statements: ({ columns }) => followedConversations(columns) },
  { name: '0037-directory-and-usernames', statements: ({ columns }) => directoryAndUsernames(columns) },
  { name: '0038-letters', statements: ({ columns }) => letters(columns) },
  { name: '0039-letter-refusals', statements: ({ columns }) => letterRefusals(columns) },
  { name: '0040-videos', statements: ({ columns }) => videos(columns) },
  { name: '0041-mailbox-members', statements: mailboxMembers },
  { name: '0042-taking-back', statements: takingBack },
  { name: '0043-authors-posts-in-circles', statements: authorsPostsInCircles },
  {
    name: '0044-beginnings-of-ended-memberships',
    statements: ({ columns }) => beginningsOfEndedMemberships(columns),
  },
  { name: '0045-receipts', statements: ({ columns }) => receipts(columns) },
  { name: '0046-accounts-on-receipts', statements: ({ columns }) => accountsOnReceipts(columns) },
  { name: '0047-lasting-receipts', statements: ({ columns }) => lastingReceipts(columns) },
  { name: '0048-albums-and-days', statements: albumsAndDays },
  { name: '0049-search', statements: search },
  { name: '0050-imports', statements: ({ columns }) => imports(columns) },
  { name: '0051-picture-frames', statements: pictureFrames },
  { name: '0052-video-days', statements: ({ columns }) => videoDays(columns) },
  { name: '0053-archives', statements: archives },
  { name: '0054-later-photos', statements: ({ columns }) => laterPhotos(columns) },
  { name: '0055-photos-by-adder', statements: photosByAdder },
  { name: '0056-videos-of-imports', statements: ({ columns }) => videosOfImports(columns) },
  { name: '0057-search-by-word', statements: searchByWord },
  { name: '0058-stopped-askers', statements: stoppedAskers },
  { name: '0059-one-spelling', statements: oneSpelling },
  { name: '0060-parties-of-mails', statements: partiesOfMails },
  { name: '0061-uncounted-push-failures', statements: uncountedPushFailures },
  { name: '0062-unmailed-invitations', statements: unmailedInvitations },
  { name: '0064-contents-of-repeated-calls', statements: contentsOfRepeatedCalls },
];

/** A newer version of Circle has written to this database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** A move into this database is unfinished. It is refused wherever a newer database is. */
class HalfMovedError extends NewerDatabaseError {
  override name = 'HalfMovedError';
}

/** Listed among the applied migrations until a move is finished, so that no server starts on half of the data. */
export const moveUnderWay = '9999-move-under-way';

const appliedMigrations = async (q: Queries): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(q);
  return rows.map((row) => row.name);
};

/** The names of all migrations of this version, in order. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name);

/**
 * Applies the missing ones of the first `count` migrations, within a transaction.
 * @throws NewerDatabaseError when the database knows a migration that this program does not.
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
  const unknown = applied.find((name) => !knownMigrations.includes(name));
  if (unknown === moveUnderWay) {
    throw new HalfMovedError(
      'The move into this database is not finished. Call `npm run circle -- move` again where it was called.',
    );
  }
  if (unknown) {
    throw new NewerDatabaseError(
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
 * @throws NewerDatabaseError when the database knows a migration that this program does not.
 */
export const migrate = (db: Database): Promise<void> =>
  changeSchema(db, ({ q }) => migrateWithin(q, db.dialect));

/** Lets concurrent nodes continue one after the other, each when the transaction of the previous one has ended. */
export const takeNodeLock = async (q: Queries, { nodeLock }: Dialect): Promise<void> => {
  if (nodeLock) await sql.raw(nodeLock).execute(q);
};
