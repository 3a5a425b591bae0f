import path from 'node:path';
import { postgresDialect, sqliteDialect } from '../../server/platform/db/dialect.ts';
import { readSources, root } from '../setup/sources.ts';

/** Places where the two databases run different SQL. */
const isPicked = /\.pick\(/;
/** Places where they report the same error in different ways. */
const isErrorMet = /\.isUniqueViolation\(/;

/** The places as `file:line`. Migrations run on both databases before every test. */
const placesOf = (kind: RegExp): string[] =>
  readSources()
    .filter(
      ({ path: file }) => file.startsWith('server/') && !/\/(?:baseline|migrations)\/|\.test[.-]/.test(file),
    )
    .flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, at) => (kind.test(line) ? [`${file}:${at + 1}`] : [])),
    );

/**
 * A sentence for each place that these tests have not run on both databases. An error that no test can provoke on SQLite,
 * which has one writer, is not asked for.
 */
export const missingTexts = (ranInTests: readonly string[]): string[] => {
  const all = new Set(ranInTests);
  const missing = (database: 'sqlite' | 'postgres') => (place: string) => !all.has(`${database} ${place}`);
  const errors = placesOf(isErrorMet).filter((place) => all.has(`sqlite ${place}`));
  const picked = placesOf(isPicked);
  return [
    ...picked.filter(missing('sqlite')).map((place) => `no test ran ${place} on SQLite.`),
    ...[...picked, ...errors]
      .filter(missing('postgres'))
      .map((place) => `no test ran ${place} on PostgreSQL.`),
  ];
};

/** The places that this process has run since `takeRan` was last called, as `sqlite file:line`. */
const ran = new Set<string>();

export const takeRan = (): string[] => {
  const taken = [...ran];
  ran.clear();
  return taken;
};

/** The place in the product that calls this function. */
const callerOf = (called: (...given: never[]) => unknown): string => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  const holder = { stack: '' };
  Error.captureStackTrace(holder, called);
  Error.stackTraceLimit = stackTraceLimit;
  const [, file = '', line = ''] = /(?:file:\/\/)?(\/[^:)]+):(\d+):\d+\)?$/.exec(holder.stack) ?? [];
  return `${path.relative(root, file)}:${line}`;
};

/** Notes the places that run on each database. A place that handles an error counts once it has met that error. */
export const watchTwoTexts = (): void => {
  for (const dialect of [sqliteDialect, postgresDialect]) {
    const { name, pick, isUniqueViolation } = dialect;
    const watched = {
      pick: <T>(spellings: { sqlite: T; postgres: T }): T => {
        ran.add(`${name} ${callerOf(watched.pick)}`);
        return pick(spellings);
      },
      isUniqueViolation: (error: unknown): boolean => {
        const isIt = isUniqueViolation(error);
        if (isIt) ran.add(`${name} ${callerOf(watched.isUniqueViolation)}`);
        return isIt;
      },
    };
    Object.assign(dialect, watched);
  }
};
