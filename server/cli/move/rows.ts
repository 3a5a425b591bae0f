import { createHash } from 'node:crypto';
import { allTables, type TableName } from '../../platform/db/backup-tables.ts';
import type { MoveTarget } from '../../platform/db/move-target.ts';
import { inBatches } from '../../platform/db/restore-rows.ts';
import type { Snapshot, StoredRow } from '../../platform/db/snapshot.ts';
import type { Pace } from './pace.ts';

/** A table's number of rows, and a hash of all rows in key order. */
export interface TableMeasure {
  rows: number;
  sha256: string;
}

/** Carries what is not there yet of every table, in an order in which rows never refer to later ones. */
export const carryRows = async (source: Snapshot, landing: MoveTarget, pace: Pace): Promise<void> => {
  for (const table of allTables) {
    let rows = 0;
    const last = await landing.lastOf(table);
    for await (const some of inBatches(source.rowsAfter(table, last))) {
      await landing.add(table, some);
      rows += some.length;
      pace.now(`  ${table}: ${rows} rows so far`);
    }
    pace.done(`  ${table}: ${rows} rows${last === null ? '' : ' that were missing'}`);
  }
};

// Not every database holds a NUL in a text; `storable` of its driver says what it makes of it.
const asStored = (value: StoredRow[string] | undefined) =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : (value ?? null);

const measureTable = async (snapshot: Snapshot, table: TableName): Promise<TableMeasure> => {
  const hash = createHash('sha256');
  let rows = 0;
  let columns: readonly string[] | null = null;
  for await (const row of snapshot.rowsAfter(table, null)) {
    // A column that a migration added has another position than in a freshly created table.
    columns ??= Object.keys(row).toSorted();
    hash.update(`${JSON.stringify(columns.map((column) => [column, asStored(row[column])]))}\n`);
    rows += 1;
  }
  return { rows, sha256: hash.digest('hex') };
};

export const measureRows = async (snapshot: Snapshot): Promise<Map<TableName, TableMeasure>> => {
  const measures = new Map<TableName, TableMeasure>();
  for (const table of allTables) measures.set(table, await measureTable(snapshot, table));
  return measures;
};
