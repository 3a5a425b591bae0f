import type { Logger } from '../log.ts';
import type { Database } from './database.ts';

/**
 * Opens the database that the settings name: PostgreSQL by its URL, else SQLite in `dataDir`. Only the one that is
 * used is loaded.
 */
export const openDatabase = async (
  settings: { databaseUrl: string | null; dataDir: string },
  log: Logger,
): Promise<Database> => {
  if (settings.databaseUrl !== null)
    return (await import('./postgres.ts')).openPostgres(settings.databaseUrl, log);
  return (await import('./sqlite.ts')).openSqlite(settings.dataDir);
};
