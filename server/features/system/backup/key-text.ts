import { readFile } from 'node:fs/promises';
import {
  countLetters,
  joinSheets,
  readSheet,
  type Sheet,
  type SheetFault,
  sheetLength,
} from '../../../../contract/text/key-sheets.ts';
import { CommandError } from '../../../command-error.ts';
import { unlessMissing } from '../../../platform/storage/durable-files.ts';

/** Says how a key sheet was mistyped. */
export const sheetError = (wrong: SheetFault): string => {
  if (wrong.fault === 'letters') return `No key sheet has these letters: ${wrong.letters}.`;
  if (wrong.fault === 'length') return `A key sheet has ${sheetLength} letters, this one ${wrong.letters}.`;
  return wrong.group === null
    ? 'This key sheet is mistyped: compare every group with the paper.'
    : `This key sheet is mistyped: group ${wrong.group} has a wrong letter.`;
};

/** @throws CommandError for one sheet twice, and for sheets that were not made together */
export const keyOfSheets = (a: Sheet, b: Sheet): string => {
  const joined = joinSheets(a, b);
  if ('key' in joined) return joined.key;
  throw new CommandError(
    joined.fault === 'same'
      ? 'Both are the same key sheet. Take two of the three.'
      : 'These key sheets were not made together. Take two that were printed on the same day for the same backups.',
  );
};

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => !line.startsWith('#'));

/** Two sheets have an empty line between them, or one line each. */
const partsOf = (text: string): string[] => {
  const lines = linesOf(text);
  const parts = lines.join('\n').split(/\n\s*\n/);
  return (
    [parts, lines]
      .map((some) => some.filter((part) => countLetters(part) > 0))
      .find(({ length }) => length > 1) ?? []
  );
};

const sheetsIn = (text: string): [string, string] | null => {
  // Whatever is longer than two sheets is another kind of file.
  if (countLetters(text) > 4 * sheetLength) return null;
  const [first, second, third] = partsOf(text);
  return first === undefined || second === undefined || third !== undefined ? null : [first, second];
};

const sheetOf = (text: string, file: string): Sheet => {
  const read = readSheet(text);
  if ('fault' in read) throw new CommandError(`${file}: ${sheetError(read)}`);
  return read;
};

/** The private key in a file, which has its line or two of its sheets. @throws CommandError */
export const keyTextIn = async (file: string): Promise<string> => {
  const text = await unlessMissing(readFile(file, 'utf8'));
  if (text === null) throw new CommandError(`${file} cannot be read.`);
  const sheets = /^AGE-SECRET-KEY-1/m.test(text) ? null : sheetsIn(text);
  return sheets === null ? text : keyOfSheets(sheetOf(sheets[0], file), sheetOf(sheets[1], file));
};
