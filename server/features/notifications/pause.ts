import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { SqlRef } from '../../access/rules/sees.ts';
import { insertUniqueJobs } from '../../platform/jobs/insert.ts';

/** The time between a moment and its notification: several photos in a row make one notification. */
export const pauseMs = 3 * 60_000;

interface Pause {
  /** The key of a circle or album. */
  of: SqlRef;
  /** The key of its last post or addition whose pause ends. */
  due: SqlRef;
  /** The member whose change of choices queues it; 0 for something new. */
  member: SqlRef;
  runAt: SqlRef;
  now: SqlRef;
}

/**
 * Queues a job that ends a pause, for each row of `rows`, which begins with `from` or `where`. Each post and addition has its
 * own pause (NOTIFY-14): the end of a common one would tell that it began with something that the reader does not see.
 */
export const insertPauses = (
  kind: string,
  { of, due, member, runAt, now }: Pause,
  rows: RawBuilder<unknown>,
): RawBuilder<never> => {
  const payload = sql`'[' || cast(${of} as bigint) || ',' || cast(${due} as bigint) || ']'`;
  return insertUniqueJobs(sql`
    select ${sql.lit(kind)}, ${payload}, ${sql.lit(`${kind}:`)} || ${payload} || ':' || cast(${member} as bigint),
      cast(${runAt} as bigint), cast(${now} as bigint) ${rows}`);
};

// An earlier version queued the circle or album alone.
const Payload = z.union([z.tuple([z.number(), z.number()]), z.number()]);

/** Reads the payload of a job that ends a pause. */
export const readPause = (payload: unknown): { of: number; due: number } => {
  const pause = Payload.parse(payload);
  const [of, due] = typeof pause === 'number' ? [pause, Number.MAX_SAFE_INTEGER] : pause;
  return { of, due };
};
