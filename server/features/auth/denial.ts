import type { Output } from '../../../contract/endpoint.ts';
import type * as contract from '../../../contract/auth.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { readPerson, time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import { lockMembers } from '../../platform/db/locks.ts';
import { conflict } from '../../platform/problem.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { findAdded } from '../circles/find-added.ts';
import { takeFromCircle } from '../circles/members.ts';
import { listSentWithin, withdrawSentWithin } from '../invitations/list-sent.ts';

interface Span {
  since: number;
  until: number;
}

const findSpan = async (q: Queries, userId: number): Promise<Span | null> => {
  const row = await q
    .selectFrom('denials')
    .select(['since', 'until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
};

/** Records since when somebody else was in the account, if people were added or invited meanwhile. */
export const recordDenial = async (tx: Tx, userId: number, since: number | null): Promise<void> => {
  if (since === null || Number.isNaN(since)) return;
  const before = await findSpan(tx.q, userId);
  const span = { since: Math.min(since, before?.since ?? since), until: Date.now() };
  const added = await findAdded(tx.q, userId, span);
  const sent = await listSentWithin(tx.q, userId, span);
  if (added.length === 0 && sent.length === 0) return;
  await tx.q
    .insertInto('denials')
    .values({ user_id: userId, ...span })
    .onConflict((on) => on.column('user_id').doUpdateSet(span))
    .execute();
};

/** The people added and the invitations sent while somebody else was in the viewer's account. */
export const findDenial = async (db: Database, { id }: Viewer): Promise<Output<typeof contract.denial>> => {
  const q = db.read;
  const span = await findSpan(q, id);
  if (!span) return { since: null, until: null, people: [], invitations: [] };
  const added = await findAdded(q, id, span);
  return {
    since: time(span.since),
    until: time(span.until),
    people: added.flatMap(({ member, circle }) =>
      member === null
        ? []
        : { member: readPerson(member), circle: { id: circle.publicId, name: circle.name } },
    ),
    invitations: await listSentWithin(q, id, span),
  };
};

/**
 * Removes these people and withdraws these invitations, or keeps them. Neither are listed again.
 * @throws conflict if nothing was asked
 */
export const settleDenial = (db: Database, viewer: Viewer, undo: boolean): Promise<void> =>
  db.write(async (tx) => {
    await lockMembers(tx, [viewer.id]);
    const span = await findSpan(tx.q, viewer.id);
    if (!span) throw conflict(messages.claimAnswered);
    if (undo) {
      for (const { circle, userId } of await findAdded(tx.q, viewer.id, span)) {
        await takeFromCircle(tx, circle, userId);
      }
      await withdrawSentWithin(tx, viewer.id, span);
      await recordAuditEntry(tx, 'member.denial_undone', { actorId: viewer.id, target: viewer.publicId });
    }
    await tx.q.deleteFrom('denials').where('user_id', '=', viewer.id).execute();
  });
