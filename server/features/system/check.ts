import { compareFiles, type FileReport } from '../media/expected-files.ts';
import { describeUndecidable } from '../reporting/report.ts';
import { countMembers } from '../auth/operator.ts';
import type { AppContext } from '../../app-context.ts';
import { findDamage, findMiscounts } from '../../platform/db/check-counters.ts';
import { CommandError } from '../../command-error.ts';

/** Lines to print at most; the total is printed with them. */
const maxLines = 30;

const inWords = (members: number, { images, files, bytes }: FileReport): string => {
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return `${members} members, ${images} photos in ${files} files (${megabytes} MB)`;
};

/** @returns what was looked at. @throws CommandError with what is wrong, a line each */
export const checkEverything = async (context: Pick<AppContext, 'db' | 'storage'>): Promise<string> => {
  const damage = await findDamage(context.db);
  const miscounts = await findMiscounts(context.db.read);
  const report = await compareFiles(context);
  const looked = inWords(await countMembers(context.db.read), report);
  const troubles = [...damage, ...miscounts, ...report.faults];
  const undecidable = await describeUndecidable(context.db.read);
  const notes = undecidable === null ? [] : [undecidable];
  if (troubles.length === 0) return [`${looked}: all is well.`, ...notes].join('\n');
  const more = troubles.length > maxLines ? [`… and ${troubles.length - maxLines} more.`] : [];
  throw new CommandError(
    [
      `${looked}: ${troubles.length === 1 ? 'one thing is' : `${troubles.length} things are`} wrong.`,
      ...troubles.slice(0, maxLines).map((line) => `  ${line}`),
      ...more,
      ...notes,
    ].join('\n'),
  );
};
