import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod/mini';

/** Rows that statements touched. */
export interface Touched {
  statements: number;
  /** Pages of 8 KB that were read, from memory or disk. */
  buffers: number;
  /** Rows that scans visited, including filtered ones. */
  rows: number;
}

const Node = z.looseObject({
  'Node Type': z.string(),
  'Actual Rows': z.optional(z.number()),
  'Actual Loops': z.optional(z.number()),
  'Rows Removed by Filter': z.optional(z.number()),
  'Rows Removed by Index Recheck': z.optional(z.number()),
  'Shared Hit Blocks': z.optional(z.number()),
  'Shared Read Blocks': z.optional(z.number()),
  Plans: z.optional(z.array(z.unknown())),
});
const Logged = z.looseObject({ Plan: z.unknown() });

const rowsIn = (plan: unknown): number => {
  const node = Node.parse(plan);
  const loops = node['Actual Loops'] ?? 1;
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own =
    node['Node Type'].endsWith('Scan') && !/^(?:CTE|Subquery|Bitmap Index)/.test(node['Node Type'])
      ? each * loops
      : 0;
  return (node.Plans ?? []).reduce<number>((sum, part) => sum + rowsIn(part), own);
};

const touchedBy = (plan: unknown): Touched => {
  const { Plan } = Logged.parse(plan);
  const root = Node.parse(Plan);
  return {
    statements: 1,
    buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    rows: rowsIn(Plan),
  };
};

/** Reads the entries that auto_explain has added to the server's log since the last call. */
export const watchPlans = (log: string): { since: () => Touched; close: () => void } => {
  const file = openSync(log, 'r');
  let place = fstatSync(file).size;
  return {
    since: () => {
      const bytes = Buffer.alloc(fstatSync(file).size - place);
      readSync(file, bytes, 0, bytes.length, place);
      place += bytes.length;
      const sum: Touched = { statements: 0, buffers: 0, rows: 0 };
      for (const [, json = ''] of bytes.toString().matchAll(/duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g)) {
        const plan: unknown = JSON.parse(json);
        const one = touchedBy(plan);
        sum.statements += one.statements;
        sum.buffers += one.buffers;
        sum.rows += one.rows;
      }
      return sum;
    },
    close: () => closeSync(file),
  };
};
