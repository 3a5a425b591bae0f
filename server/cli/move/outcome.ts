import type { FileMeasure } from './files.ts';
import type { TableMeasure } from './rows.ts';

interface Sides<T> {
  from: T;
  to: T;
}

const inDigits = (number: number): string => number.toLocaleString('en');

const line = (name: string, { from, to }: Sides<string>, isSame: boolean): string =>
  `  ${name.padEnd(26)}${from.padStart(16)}${to.padStart(16)}${isSame ? '' : '   NOT THE SAME'}`;

/** Both sides, a line for each table and for the files; and what is not the same on both. */
export const compareSides = (
  tables: Sides<ReadonlyMap<string, TableMeasure>> | null,
  files: Sides<FileMeasure> | null,
): { lines: string[]; differ: string[] } => {
  const lines = [line('', { from: 'from', to: 'to' }, true)];
  const differ: string[] = [];
  const add = (name: string, from: number, to: number, isSame: boolean) => {
    lines.push(line(name, { from: inDigits(from), to: inDigits(to) }, isSame));
    if (!isSame) differ.push(name);
  };
  for (const [name, from] of tables?.from ?? []) {
    const to = tables?.to.get(name);
    add(name, from.rows, to?.rows ?? 0, from.sha256 === to?.sha256);
  }
  if (files) {
    add('files', files.from.files, files.to.files, files.from.files === files.to.files);
    add('bytes in files', files.from.bytes, files.to.bytes, files.from.bytes === files.to.bytes);
  }
  return { lines, differ };
};
