import { CommandError } from '../command-error.ts';
import type { AppContext } from '../app-context.ts';
import { countMembers } from '../features/auth/operator.ts';
import { nameOfDatabase } from '../platform/db/open.ts';
import { lastStart } from '../platform/db/update/last-start.ts';

/**
 * Opening a place makes an empty one where there is none: with other settings than those of the server, a backup would hold
 * nothing, and a check would find nothing wrong.
 * @throws CommandError for a place without members in which no server was ever started
 */
export const assertUsed = async ({ db, settings }: Pick<AppContext, 'db' | 'settings'>): Promise<void> => {
  if ((await lastStart(db.read)) !== null || (await countMembers(db.read)) > 0) return;
  throw new CommandError(
    `No server was ever started on ${nameOfDatabase(settings)}. Call this with the settings of your server (DATA_DIR, DATABASE_URL).`,
  );
};
