import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/audience/take-back.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import { findPost, findTakeBack, type FoundTakeBack } from '../../access/find/posts.ts';
import { time, timeOrNull } from '../../access/show/present.ts';
import { bind, col, seesPerson } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { onlyRow, type Queries } from '../../platform/db/database.ts';
import { heldByBackups, nightlyState } from '../../platform/db/nightly-state.ts';
import type { Settings } from '../../settings.ts';
import { pageOf } from '../../platform/text/cursor.ts';

/**
 * A receipt counts devices and letters only if at least this many people with accounts lost the post: fewer would tell
 * something about one of them. Mailbox members have no sessions.
 */
export const countedFrom = 3;

/** How long browsers keep photos in their ordinary cache without https. */
const browsersKeepMs = 7 * 24 * 60 * 60_000;

/** Until when browsers may keep photos in their ordinary cache (epoch ms); null if they do not any more. */
export const inBrowsersUntil = (publicUrl: string, takenBackAt: number, now: number): number | null => {
  const until = takenBackAt + browsersKeepMs;
  return publicUrl.startsWith('https:') || until < now ? null : until;
};

const countDevices = async (q: Queries, { id }: FoundTakeBack) => {
  const { rows } = await sql<{ may_have: number; let_go: number; not_online: number }>`
    select count(*) as may_have, count(d.let_go_at) as let_go,
      count(case when d.let_go_at is null and d.online_at is null then 1 end) as not_online
    from take_back_devices d where d.take_back_id = ${id}`.execute(q);
  const { may_have: mayHave, let_go: letGo, not_online: notOnline } = onlyRow(rows);
  return { mayHave, letGo, notOnline };
};

/** The people who lost the moment and whose letters left with it: mailbox members, and the number of others. */
const findLetters = async (q: Queries, viewer: Viewer, { id, postId }: FoundTakeBack) => {
  const { rows } = await sql<{ by_letter: number; name: string | null }>`
    select lost.by_letter, case when ${seesPerson(bind(viewer.id), col('u.id'))} then u.first_name end as name
    from take_back_people lost
    join posts_in_letters sent on sent.post_id = ${postId} and sent.user_id = lost.user_id
    join users u on u.id = lost.user_id
    where lost.take_back_id = ${id}
    order by u.first_name, u.id`.execute(q);
  const byLetter = rows.filter((row) => row.by_letter === 1);
  return {
    mailboxMembers: byLetter.flatMap(({ name }) => name ?? []),
    others: rows.length - byLetter.length,
  };
};

/** Loads what taking a moment back did, as far as the server knows it now. @throws missing */
export const loadReceipt = async (
  settings: Pick<Settings, 'publicUrl' | 'backup'>,
  q: Queries,
  viewer: Viewer,
  publicId: string,
): Promise<contract.Receipt> => {
  const found = await findTakeBack(q, viewer, publicId);
  const { takenBackAt, sharedAt, people, takenFrom } = found;
  // The author could undo the request, and compare its numbers with those of another one.
  const isFinal = takenFrom !== 'people' || takenBackAt < Date.now() - limits.undoHiddenMs;
  const isCounted = isFinal && found.accounts >= countedFrom;
  const { mailboxMembers, others } = await findLetters(q, viewer, found);
  const backups = heldByBackups(await nightlyState(q), {
    since: sharedAt,
    until: takenBackAt,
    keep: settings.backup?.keep ?? null,
  });
  return {
    id: publicId,
    takenBackAt: time(takenBackAt),
    takenFrom,
    people,
    hasUncounted: found.leftCircles > 0,
    isFinal,
    devices: isCounted ? await countDevices(q, found) : null,
    letters: {
      mailboxMembers,
      others: isCounted ? others : null,
      isComplete: found.lettersRecorded === 1,
    },
    isHeldByBackups: backups.isHeld,
    backupsUntil: timeOrNull(backups.until),
    browsersKeepUntil:
      found.hasPhotos === 1 ? timeOrNull(inBrowsersUntil(settings.publicUrl, takenBackAt, Date.now())) : null,
  };
};

/** A page of the receipts of the viewer's moment, newest first. @throws missing, forbidden */
export const listReceipts = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  { id, cursor, limit: size = limits.pageDefault }: Input<typeof contract.receipts>,
): Promise<Output<typeof contract.receipts>> => {
  const post = await findPost(db, viewer, id);
  assertIsAuthor(viewer, post);
  const list = `receipts of ${id}`;
  const [before] = cursor ? cursors.open(list, cursor) : [];
  const rows = await db.read
    .selectFrom('take_backs')
    .select(['id', 'public_id', 'taken_from', 'people_count', 'taken_back_at'])
    .where('post_id', '=', post.id)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.id));
  return {
    items: page.map((row) => ({
      id: row.public_id,
      takenBackAt: time(row.taken_back_at),
      takenFrom: row.taken_from,
      people: row.people_count,
    })),
    nextCursor,
  };
};

/** When the viewer took which of their moments back, for the export, oldest first. */
export const ownTakeBacks = async (q: Queries, viewer: Viewer) => {
  const rows = await q
    .selectFrom('take_backs as t')
    .innerJoin('posts as p', 'p.id', 't.post_id')
    .select(['t.public_id', 'p.public_id as post', 't.taken_from', 't.people_count', 't.taken_back_at'])
    .where('p.author_id', '=', viewer.id)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    post: row.post,
    takenFrom: row.taken_from,
    people: row.people_count,
    takenBackAt: time(row.taken_back_at),
  }));
};
