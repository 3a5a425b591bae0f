import type { Database } from '../../platform/db/database.ts';
import { lastStart } from '../../platform/db/update/last-start.ts';
import { mustBeAlone, openDatabase } from '../../platform/db/open.ts';
import { InUseError } from '../../platform/db/snapshot.ts';
import {
  forgetTablesBefore,
  keepTablesBefore,
  putBackTablesBefore,
} from '../../platform/db/update/tables-before.ts';
import { createLog } from '../../platform/log.ts';
import type { Settings } from '../../settings.ts';
import { CommandError } from '../../command-error.ts';
import type { OutsideCommand } from '../command.ts';

const acts: Readonly<Record<string, (db: Database) => Promise<string>>> = {
  'last-start': async (db) => (await lastStart(db.read)) ?? 'never',
  keep: async (db) => {
    await keepTablesBefore(db);
    return 'All tables are copied.';
  },
  'put-back': async (db) => {
    if (!(await putBackTablesBefore(db))) throw new CommandError('There is no copy of the tables.');
    return 'All tables are as they were.';
  },
  forget: async (db) => {
    await forgetTablesBefore(db);
    return 'The copy is deleted.';
  },
};

/** @throws CommandError while a node runs: it would go on writing */
const assertAlone = async (settings: Settings): Promise<void> => {
  try {
    await mustBeAlone(settings);
  } catch (error) {
    if (error instanceof InUseError) throw new CommandError(`Stop all nodes first: ${error.message}.`);
    throw error;
  }
};

export const beforeUpdate: OutsideCommand = {
  usage: 'before-update keep|put-back|forget|last-start',
  about:
    'steps of `update`: a copy of all tables within a database at DATABASE_URL, for the way back; last-start names the last start of a server',
  runOutside: async (settings, [word = '', ...more], say) => {
    const act = Object.hasOwn(acts, word) ? acts[word] : undefined;
    if (!act || more.length > 0) throw new CommandError('Say keep, put-back, forget or last-start.');
    const isOfCopy = word !== 'last-start';
    if (isOfCopy && settings.databaseUrl === null)
      throw new CommandError('Only a database at DATABASE_URL has this copy.');
    if (word !== 'forget') await assertAlone(settings);
    const db = await openDatabase(settings, createLog('warn'));
    try {
      say(await act(db));
    } finally {
      await db.close();
    }
  },
};
