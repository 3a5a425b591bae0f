import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { findAudience } from '../../access/readers/audience.ts';
import type { FoundCircle } from '../../access/find/circles.ts';
import { keepEndedMemberships, keepFormerCircles } from '../../access/readers/former-readers.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish, publishGenericChange } from '../../platform/events/hub.ts';
import { recordAuditEntry } from '../audit/record.ts';

export const endKind = 'end-circle';
export const endKey = (circleId: number): string => `${endKind}:${circleId}`;
/** If the server ends before a deletion does, a job continues it after so many milliseconds. */
export const retryMs = 5 * 60_000;

/** Posts whose rows one transaction takes out of a circle: it blocks the server for less than 50 ms. */
const postsAtOnce = 10;

/** Takes everybody but the owner out of a circle that ends, and lets nobody in, so that nobody sees anything through it. */
export const emptyCircle = async (tx: Tx, viewer: Viewer, circle: FoundCircle): Promise<void> => {
  // First: who is joining by one joins before the others are taken out, or not at all.
  for (const table of ['invitations', 'mailbox_invitations'] as const)
    await tx.q.deleteFrom(table).where('circle_id', '=', circle.id).execute();
  const told = await findAudience(tx.q, { circle: circle.id });
  const inside = await tx.q
    .selectFrom('circle_members')
    .select('user_id')
    .where('circle_id', '=', circle.id)
    .execute();
  await keepEndedMemberships(tx, sql`circle_id = ${circle.id}`);
  await keepFormerCircles(tx, sql`circle_id = ${circle.id}`);
  await tx.q
    .deleteFrom('circle_members')
    .where('circle_id', '=', circle.id)
    .where('user_id', '<>', viewer.id)
    .execute();
  await tx.q.updateTable('circles').set({ member_count: 1 }).where('id', '=', circle.id).execute();
  await recordAuditEntry(tx, 'circle.deleted', { actorId: viewer.id, target: circle.publicId });
  // Members of a private circle lose its posts too, but must not learn of the circle: their pages only refetch.
  const others = inside.map((row) => row.user_id).filter((member) => !told.includes(member));
  await publish(tx, { kind: 'circle', id: circle.publicId, to: { members: told } });
  await publishGenericChange(tx, others);
};

/** Deletes what is left of a circle that nobody but its owner is in. */
export const endInSteps = async (db: Database, circleId: number): Promise<void> => {
  for (;;) {
    const { numDeletedRows } = await db.write(({ q }) =>
      q
        .deleteFrom('post_circles')
        .where('circle_id', '=', circleId)
        .where('post_id', 'in', (e) =>
          e
            .selectFrom('post_circles as some')
            .select('some.post_id')
            .where('some.circle_id', '=', circleId)
            .limit(postsAtOnce),
        )
        .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) break;
    await nextTurn();
  }
  await db.write(({ q }) => q.deleteFrom('circles').where('id', '=', circleId).execute());
};

/** Continues deletions that a crash has interrupted. */
export const handleEnds = ({ db, jobs }: AppContext): void =>
  jobs.handle(endKind, (payload) => endInSteps(db, z.number().parse(payload)));
