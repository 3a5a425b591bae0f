import { sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { type RateName, rates } from '../../../contract/limits.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Eventual } from '../eventual.ts';
import { Problem } from '../problem.ts';
import { hashOf } from '../text/ids.ts';

export interface Limits {
  /**
   * Counts `points` (default one) of `name` by `key`; with 0 it only checks.
   * @throws Problem `tooMany` with `retryAfter` in whole seconds, once the window's points are used up
   */
  consume(name: RateName, key: string, points?: number): Eventual<void>;
  /**
   * Like `consume` with one point of a limit kept in the database, in the transaction of what it counts: if that fails, it counts
   * nothing.
   */
  consumeIn(tx: Tx, name: RateName, key: string): Promise<void>;
  /** Like `consumeIn`, for work that is dropped when the limit is reached. @returns whether it is allowed */
  tryConsumeIn(tx: Tx, name: RateName, key: string): Promise<boolean>;
  /** Like `consume` with one point, for work that is dropped when the limit is reached. @returns whether it is allowed */
  tryConsume(name: RateName, key: string): Promise<boolean>;
  /** Like `consume`, for something that has already happened: never refuses. */
  count(name: RateName, key: string, points: number): Promise<void>;
  /** Whether another use would still be allowed; counts nothing. */
  allows(name: RateName, key: string): Promise<boolean>;
}

/** Clocks of several nodes differ by less. */
const minute = 60_000;

const tooMany = (milliseconds: number): Problem =>
  new Problem('tooMany', messages.tooManyRequests, {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1_000)),
  });

interface Window {
  points: number;
  /** By the monotonic clock. */
  readonly resetsAt: number;
}

/** The windows of this process. Expired ones are deleted whenever their number has doubled. */
const createWindows = () => {
  const windows = new Map<string, Window>();
  let sweepAt = 1_000;
  return {
    open: (key: string, milliseconds: number): Window => {
      const now = performance.now();
      const known = windows.get(key);
      if (known && known.resetsAt > now) return known;
      const window = { points: 0, resetsAt: now + milliseconds };
      windows.set(key, window);
      if (windows.size > sweepAt) {
        for (const [name, { resetsAt }] of windows) if (resetsAt <= now) windows.delete(name);
        sweepAt = Math.max(1_000, 2 * windows.size);
      }
      return window;
    },
  };
};

/** Rate limits (`contract/limits.ts`), each multiplied by `factor`; a factor of 0 turns them off. */
export const createLimits = (db: Database, factor: number): Limits => {
  const windows = createWindows();
  const pointsOf = (name: RateName) => Math.max(1, Math.round(rates[name].points * factor));

  // Addresses and e-mails are hashed: this table outlives the request and names nobody.
  const rowKey = (name: RateName, key: string) => `${name}:${hashOf(key).slice(0, 32)}`;

  /** @returns the refusal if the window's points are used up */
  const addPoints = async (
    { q }: Tx,
    name: RateName,
    key: string,
    points: number,
  ): Promise<Problem | null> => {
    const now = Date.now();
    const resetsAt = now + rates[name].seconds * 1_000;
    // The window expired, or `resets_at` is too far ahead because the clock was set back since.
    const isOver = sql`(rate_limits.resets_at <= ${now} or rate_limits.resets_at > ${resetsAt + minute})`;
    const row = await q
      .insertInto('rate_limits')
      .values({ key: rowKey(name, key), points, resets_at: resetsAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          points: sql<number>`case when ${isOver} then excluded.points else rate_limits.points + excluded.points end`,
          resets_at: sql<number>`case when ${isOver} then excluded.resets_at else rate_limits.resets_at end`,
        }),
      )
      .returning(['points', 'resets_at'])
      .executeTakeFirstOrThrow();
    return row.points > pointsOf(name) ? tooMany(row.resets_at - now) : null;
  };

  const refuse = (problem: Problem | null): void => {
    if (problem) throw problem;
  };

  const consume: Limits['consume'] = (name, key, points = 1) => {
    if (factor === 0) return;
    if (rates[name].kept === 'database')
      return db.write((tx) => addPoints(tx, name, key, points)).then(refuse);
    const window = windows.open(`${name}:${key}`, rates[name].seconds * 1_000);
    window.points += points;
    if (window.points > pointsOf(name)) throw tooMany(window.resetsAt - performance.now());
  };

  const tryConsume = async (name: RateName, key: string, points = 1): Promise<boolean> => {
    try {
      await consume(name, key, points);
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'tooMany') throw error;
      return false;
    }
  };

  return {
    consume,
    consumeIn: async (tx, name, key) => {
      if (factor > 0) refuse(await addPoints(tx, name, key, 1));
    },
    tryConsumeIn: async (tx, name, key) => factor === 0 || (await addPoints(tx, name, key, 1)) === null,
    tryConsume,
    count: async (name, key, points) => {
      await tryConsume(name, key, points);
    },
    allows: async (name, key) => {
      if (factor === 0) return true;
      if (rates[name].kept === 'process') {
        return windows.open(`${name}:${key}`, rates[name].seconds * 1_000).points < pointsOf(name);
      }
      const row = await db.read
        .selectFrom('rate_limits')
        .select(['points', 'resets_at'])
        .where('key', '=', rowKey(name, key))
        .executeTakeFirst();
      const now = Date.now();
      const isOver =
        !row || row.resets_at <= now || row.resets_at > now + rates[name].seconds * 1_000 + minute;
      return isOver || row.points < pointsOf(name);
    },
  };
};
