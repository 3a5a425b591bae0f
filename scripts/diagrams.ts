// `npm run diagrams`: draws docs/diagrams.md from the code: which table refers to which, and which feature uses which.
// test/architecture.test.ts compares the page with what this would write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { allTables } from '../server/platform/db/backup-tables.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { openSqlite } from '../server/platform/db/sqlite.ts';
import { readSources, root } from '../test/setup/sources.ts';

export const diagramsFile = path.join(root, 'docs/diagrams.md');

const featureOf = (file: string): string | null => /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

/** Edges `from --> to` without duplicates, in order. */
const edges = (pairs: readonly (readonly [string, string])[]): string[] =>
  [
    ...new Set(pairs.filter(([from, to]) => from !== to).map(([from, to]) => `  ${from} --> ${to}`)),
  ].toSorted();

const tableEdges = async (): Promise<string[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'circle-diagrams-'));
  const db = openSqlite(folder);
  try {
    await migrate(db);
    const pairs: [string, string][] = [];
    for (const table of allTables) {
      const { rows } = await sql<{ to: string }>`
        select "table" as "to" from pragma_foreign_key_list(${table})`.execute(db.read);
      pairs.push(...rows.map(({ to }): [string, string] => [table, to]));
    }
    return edges(pairs);
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const featureEdges = (): string[] =>
  edges(
    readSources().flatMap(({ path: file, imports }) => {
      const from = featureOf(file);
      if (from === null || file.includes('.test')) return [];
      return imports.flatMap((imported) => {
        const to = featureOf(imported);
        return to === null ? [] : [[from, to] as const];
      });
    }),
  );

/** The page as it should be. */
export const drawDiagrams = async (): Promise<string> =>
  [
    '# Diagrams',
    '',
    '`npm run diagrams` draws this page from the code.',
    '',
    '## Tables',
    '',
    'An arrow leads from a table to the tables that its rows refer to. Tables without arrows refer to none.',
    '',
    '```mermaid',
    'flowchart LR',
    ...(await tableEdges()),
    '```',
    '',
    '## Features of the server',
    '',
    'An arrow leads from a feature to those that it uses. No feature uses one that uses it.',
    '',
    '```mermaid',
    'flowchart TD',
    ...featureEdges(),
    '```',
    '',
  ].join('\n');

if (process.argv[1] === import.meta.filename) writeFileSync(diagramsFile, await drawDiagrams());
