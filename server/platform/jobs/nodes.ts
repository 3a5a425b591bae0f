import type { Database, Queries } from '../db/database.ts';
import type { Logger } from '../log.ts';

interface Announced {
  db: Database;
  nodeId: string;
  log: Logger;
  settings: { version: string };
}

export interface Node {
  id: string;
  version: string;
  startedAt: number;
  seenAt: number;
}

/** Milliseconds between two heartbeats. */
const heartbeatMs = 60_000;
/** A node that is silent for this long counts as down. */
const deadAfterMs = 3 * heartbeatMs;

/** Lists this node as running, until the returned function is called. */
export const announceNode = async ({
  db,
  nodeId,
  log,
  settings,
}: Announced): Promise<() => Promise<void>> => {
  const { version } = settings;
  const startedAt = Date.now();
  const say = async (): Promise<void> => {
    const now = Date.now();
    await db.write(async ({ q }) => {
      await q
        .insertInto('nodes')
        .values({ id: nodeId, version, started_at: startedAt, seen_at: now })
        .onConflict((on) => on.column('id').doUpdateSet({ version, started_at: startedAt, seen_at: now }))
        .execute();
      await q
        .deleteFrom('nodes')
        .where('seen_at', '<', now - deadAfterMs)
        .execute();
    });
  };
  await say();
  const timer = setInterval(() => {
    say().catch((error: unknown) => log.warn({ err: error }, 'This node could not be listed as up'));
  }, heartbeatMs);
  return async () => {
    clearInterval(timer);
    try {
      await db.write(({ q }) => q.deleteFrom('nodes').where('id', '=', nodeId).execute());
    } catch (error) {
      // The database may be down already; then the row expires.
      log.warn({ err: error }, 'This node stays listed as up for some minutes');
    }
  };
};

/** The nodes with a recent heartbeat, by their random ids, in a fixed order without meaning. */
export const nodesUp = async (q: Queries): Promise<Node[]> => {
  const rows = await q
    .selectFrom('nodes')
    .selectAll()
    .where('seen_at', '>=', Date.now() - deadAfterMs)
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    startedAt: row.started_at,
    seenAt: row.seen_at,
  }));
};
