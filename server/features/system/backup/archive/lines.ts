import type { Readable } from 'node:stream';
import { type StoredRow, storedRow } from '../../../../platform/db/snapshot.ts';

/** Characters that are handed on together. */
const chunkBytes = 64 * 1024;

/** Rows as lines of JSON. */
export async function* linesOf(rows: AsyncIterable<StoredRow>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < chunkBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const rowOf = (line: string): StoredRow => {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null) throw new TypeError('A line of a backup is no row.');
  return storedRow(Object.fromEntries(Object.entries(row)));
};

/** Lines of JSON as rows. Not with node:readline, which also ends a line at U+2028, and that may be in a text. */
export async function* rowsIn(stream: Readable): AsyncGenerator<StoredRow> {
  let rest = '';
  for await (const part of stream.setEncoding('utf8')) {
    const lines = `${rest}${String(part)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield rowOf(line);
  }
  if (rest !== '') yield rowOf(rest);
}
