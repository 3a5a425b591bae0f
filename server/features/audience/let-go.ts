import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import type { Input, Output } from '../../../contract/endpoint.ts';
import type { letGo } from '../../../contract/audience/let-go.ts';
import { findStillSeen } from '../../access/find/still-seen.ts';
import type { Viewer } from '../../access/viewer.ts';

/**
 * The keys of the receipts that wait for a session. Read them before asking what its device has to let go: what is
 * taken back in between is not let go yet.
 */
const findOpenReceipts = async (q: Queries, sessionId: number): Promise<number[]> => {
  const rows = await q
    .selectFrom('take_back_devices as d')
    .innerJoin('sessions as s', 's.public_id', 'd.session')
    .select('d.take_back_id')
    .where('s.id', '=', sessionId)
    .where('d.let_go_at', 'is', null)
    .execute();
  return rows.map((row) => row.take_back_id);
};

/** Notes that a session's device keeps nothing any more of what these receipts are about. */
const noteLetGo = async (
  { q }: Tx,
  sessionId: number,
  receipts: readonly number[],
  at: number,
): Promise<void> => {
  if (receipts.length === 0) return;
  await q
    .updateTable('take_back_devices')
    .set({ let_go_at: at })
    .where('take_back_id', 'in', receipts)
    .where('session', '=', (e) => e.selectFrom('sessions').select('public_id').where('id', '=', sessionId))
    .where('let_go_at', 'is', null)
    .execute();
};

/**
 * Notes on the receipts that wait for a session that it was used. They keep it when the session ends: otherwise their
 * number of devices that were not online would rise, and tell of a suspension (TRUTH-45).
 */
export const noteOnline = async ({ q }: Tx, sessionId: number, at: number): Promise<void> => {
  await sql`
    update take_back_devices set online_at = ${at}
    where session = (select s.public_id from sessions s where s.id = ${sessionId})
      and online_at is null and let_go_at is null
      and exists (select 1 from take_backs t where t.id = take_back_devices.take_back_id and t.taken_back_at <= ${at})
  `.execute(q);
};

/** Notes that a session's device has let go of everything: its member signed out, and the answer clears the browser. */
export const noteSignedOut = async ({ q }: Tx, session: string): Promise<void> => {
  await q
    .updateTable('take_back_devices')
    .set({ let_go_at: Date.now() })
    .where('session', '=', session)
    .where('let_go_at', 'is', null)
    .execute();
};

/**
 * Finds the kept photos and posts of a device that its member does not see now (TRUTH-70). A device that keeps
 * nothing but what its member sees has let go of everything that was taken back before (TRUTH-45).
 */
export const findToLetGo = async (
  db: Database,
  viewer: Viewer,
  kept: Input<typeof letGo>,
): Promise<Output<typeof letGo>> => {
  const receipts = kept.everything ? await findOpenReceipts(db.read, viewer.sessionId) : [];
  const seen = await findStillSeen(db, viewer, kept);
  const photos = [...new Set(kept.photos)].filter((name) => !seen.photos.has(name));
  const posts = [...new Set(kept.posts)].filter((id) => !seen.posts.has(id));
  if (receipts.length > 0 && photos.length === 0 && posts.length === 0)
    await db.write((tx) => noteLetGo(tx, viewer.sessionId, receipts, Date.now()));
  return { photos, posts };
};
