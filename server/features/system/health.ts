import { sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';

export interface PartsHealth {
  isUp: boolean;
  milliseconds: number;
}

const timed = async (ask: () => Promise<unknown>, failed: (error: unknown) => void): Promise<PartsHealth> => {
  const began = performance.now();
  const isUp = await ask().then(
    () => true,
    (error: unknown) => {
      failed(error);
      return false;
    },
  );
  return { isUp, milliseconds: Math.round(performance.now() - began) };
};

/** Whether the two things that everything needs answer, and how soon. */
export const checkParts = async ({
  db,
  storage,
  log,
}: Pick<AppContext, 'db' | 'storage' | 'log'>): Promise<{ database: PartsHealth; storage: PartsHealth }> => {
  const [forDatabase, forStorage] = await Promise.all([
    timed(
      () => sql`select 1`.execute(db.read),
      (error) => log.warn({ err: error }, 'The database does not answer'),
    ),
    timed(
      () => storage.ready(),
      (error) => log.warn({ err: error }, 'The photo storage does not answer'),
    ),
  ]);
  return { database: forDatabase, storage: forStorage };
};
