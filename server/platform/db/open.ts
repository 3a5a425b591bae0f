import path from 'node:path';
import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import type { Snapshot } from './snapshot.ts';
import type { TakeTurn } from '../turns.ts';
import { withHost } from '../text/with-host.ts';

/**
 * Opens the database that the settings name: PostgreSQL by its URL, else SQLite in `dataDir`. Only the one that is
 * used is loaded.
 */
export const openDatabase = async (
  settings: { databaseUrl: string | null; dataDir: string },
  log: Logger,
  takeTurn?: TakeTurn,
): Promise<Database> => {
  if (settings.databaseUrl !== null)
    return (await import('./postgres.ts')).openPostgres(settings.databaseUrl, log);
  return (await import('./sqlite.ts')).openSqlite(settings.dataDir, takeTurn);
};

/** A text that identifies the database of the settings: equal for equal databases. */
export const nameOfDatabase = (settings: { databaseUrl: string | null; dataDir: string }): string => {
  if (settings.databaseUrl === null) return `the file ${path.join(settings.dataDir, 'circle.db')}`;
  const url = new URL(withHost(settings.databaseUrl));
  return `PostgreSQL at ${url.searchParams.get('host') ?? url.host}${url.pathname}`;
};

/** @throws InUseError while a server uses the database that the settings name */
export const mustBeAlone = async (settings: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<void> => {
  if (settings.databaseUrl === null) (await import('./snapshot-sqlite.ts')).mustBeAlone(settings.dataDir);
  else await (await import('./snapshot-postgres.ts')).mustBeAloneAt(settings.databaseUrl);
};

/**
 * Opens a snapshot of the database that the settings name. While open, it keeps old versions of rows on disk.
 * @throws InUseError when it is to be read `alone` and a server is at work
 */
export const openSnapshot = async (
  settings: {
    databaseUrl: string | null;
    dataDir: string;
  },
  { alone = false }: { alone?: boolean } = {},
): Promise<Snapshot> => {
  if (settings.databaseUrl !== null)
    return (await import('./snapshot-postgres.ts')).snapshotOfPostgres(settings.databaseUrl, alone);
  return (await import('./snapshot-sqlite.ts')).snapshotOfSqlite(settings.dataDir, alone);
};
