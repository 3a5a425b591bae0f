import { compareFiles, type FileReport } from '../media/expected-files.ts';
import { describeUndecidable } from '../reporting/report.ts';
import { countMembers } from '../auth/operator.ts';
import type { House } from '../../house.ts';
import { findDamage, findMiscounts } from '../../platform/db/counters.ts';
import { CommandError } from '../../command-error.ts';

/** Lines to print at most; the total is printed with them. */
const mostLines = 30;

const inWords = (members: number, { images, files, bytes }: FileReport): string => {
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return `${members} members, ${images} photos in ${files} files (${megabytes} MB)`;
};

/** @returns what was looked at. @throws CommandError with what is wrong, a line each */
export const checkEverything = async (house: House): Promise<string> => {
  const damage = await findDamage(house.db);
  const miscounts = await findMiscounts(house.db.read);
  const report = await compareFiles(house);
  const looked = inWords(await countMembers(house.db.read), report);
  const troubles = [...damage, ...miscounts, ...report.troubles];
  const undecidable = await describeUndecidable(house.db.read);
  const notes = undecidable === null ? [] : [undecidable];
  if (troubles.length === 0) return [`${looked}: all is well.`, ...notes].join('\n');
  const more = troubles.length > mostLines ? [`… and ${troubles.length - mostLines} more.`] : [];
  throw new CommandError(
    [
      `${looked}: ${troubles.length === 1 ? 'one thing is' : `${troubles.length} things are`} wrong.`,
      ...troubles.slice(0, mostLines).map((line) => `  ${line}`),
      ...more,
      ...notes,
    ].join('\n'),
  );
};
