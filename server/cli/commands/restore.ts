import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { countLetters, readSheet, type Sheet, sheetLength } from '../../../contract/text/key-sheets.ts';
import { CommandError } from '../../command-error.ts';
import { keyOfSheets, sheetError } from '../../features/system/backup/key-text.ts';
import { checkEverything } from '../../features/system/check.ts';
import { restoreBackup, type Restoring } from '../../features/system/backup/restore.ts';
import { unlessMissing } from '../../platform/storage/durable-files.ts';
import type { OutsideCommand } from '../command.ts';
import { fileAt } from '../file-at.ts';
import { withAppContext } from '../operator-context.ts';
import { replaceData } from '../replace-data.ts';

interface Asked {
  restoring: Restoring;
  replace: boolean;
  /** Two key sheets are typed. */
  sheets: boolean;
}

const read = (words: readonly string[]): Asked => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      snapshot: { type: 'string' },
      key: { type: 'string' },
      sheets: { type: 'boolean', default: false },
      ledger: { type: 'string' },
      'no-ledger': { type: 'boolean' },
      replace: { type: 'boolean', default: false },
    },
  });
  const { snapshot = null, key, sheets, ledger, 'no-ledger': without, replace } = values;
  if (without === true && ledger !== undefined)
    throw new CommandError('Give --ledger or --no-ledger, not both.');
  if (sheets && key !== undefined) throw new CommandError('Give --key or --sheets, not both.');
  const restoring = {
    file: fileAt(positionals),
    snapshot,
    key: key === undefined ? null : path.resolve(key),
    ledger: without === true ? (false as const) : ledger === undefined ? null : path.resolve(ledger),
  };
  return { restoring, replace, sheets };
};

type Say = (line: string) => void;

/** Reads one key sheet, which may take several lines, and asks again until it is right. @throws CommandError at the end of the input */
const typedSheet = async (lines: AsyncIterator<string>, say: Say): Promise<Sheet> => {
  let text = '';
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    text += next.value;
    const letters = countLetters(text);
    if (letters < sheetLength && next.value.trim() !== '') {
      say(`${letters} of ${sheetLength} letters. Go on, or press Enter to begin this sheet again.`);
      continue;
    }
    const sheet = readSheet(text);
    if ('number' in sheet) {
      say(`This is sheet ${sheet.number} of 3.`);
      return sheet;
    }
    say(`${sheetError(sheet)} Type this sheet again:`);
    text = '';
  }
  throw new CommandError('Two key sheets are needed. Nothing was restored.');
};

/** @throws CommandError */
const typedKey = async (say: Say): Promise<string> => {
  const input = createInterface({ input: process.stdin });
  try {
    const lines = input[Symbol.asyncIterator]();
    say(`Type the ${sheetLength} letters of a key sheet:`);
    const first = await typedSheet(lines, say);
    say('Type another of the three sheets:');
    return keyOfSheets(first, await typedSheet(lines, say));
  } finally {
    input.close();
  }
};

/** @throws CommandError for root in the data folder of another account, to which files of root would be closed */
const assertAccount = async (dataDir: string): Promise<void> => {
  const owner = (await unlessMissing(stat(dataDir)))?.uid ?? 0;
  if (process.getuid?.() !== 0 || owner === 0) return;
  throw new CommandError(
    `${dataDir} belongs to another account than root: restore as that account, or its server could not read the files.`,
  );
};

export const restore: OutsideCommand = {
  usage: 'restore FILE|FOLDER [--snapshot NAME] [--key FILE | --sheets] [--ledger FILE] [--replace]',
  about: 'puts a backup into a Circle without members, or with --replace in the place of what is there',
  runOutside: async (settings, words, say) => {
    const { sheets, replace, ...asked } = read(words);
    await assertAccount(settings.dataDir);
    const restoring = sheets ? { ...asked.restoring, typedKey: await typedKey(say) } : asked.restoring;
    if (replace) return replaceData(settings, restoring, say);
    await withAppContext(settings, async (context) => {
      say(await restoreBackup(context, restoring));
      say(await checkEverything(context));
    });
  },
};
