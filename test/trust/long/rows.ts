import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { root } from '../../setup/sources.ts';

/** One row of the table in docs/trust.md. */
export interface Row {
  what: string;
  /** The part that `npm test` covers. */
  inTests: string;
  /** The result of this run. */
  figure: string;
  /** `null` if the row makes no claim: `figure` says why. */
  holds: boolean | null;
  /** The count, for parts whose runs are added up over commits. */
  count?: Count;
}

export interface Count {
  /** The number done in this run. */
  done: number;
  /** The target number over all runs. */
  wanted: number;
  unit: string;
}

export interface Part {
  name: string;
  /** Returns the rows in the order of the page, also those of parts that were never run. */
  rows: readonly { what: string; inTests: string }[];
  run(milliseconds: number): Promise<Row[]>;
}

const file = path.join(root, 'docs/trust.md');
const heads = [
  'what',
  'in `npm test`',
  'in the last long run',
  'when',
  'machine',
  'all runs together',
  'verdict',
];
const neverRun = ['not run yet', '', '', '', 'no claim'];
/** Makes the text of the column `all runs together`, counted from `in npm test`. */
const sumColumn = 3;

const linesOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

const commitNow = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

const when = (): string => `${new Date().toISOString().slice(0, 10)}, ${commitNow()}`;

const grouped = (count: number): string => count.toLocaleString('en');

/**
 * Adds a run to the sum of all runs, with the share of this commit. Failed runs do not count: their result has to be
 * shown again.
 * @param before the cell so far, such as `98,000 of 1,000,000 actions, 44,000 of them at 5c8b317`
 */
export const addUp = (before: string, count: Count, commit: string): string => {
  const [, all = '0', latest = '0', latestCommit] =
    /^([\d,]+) of .*?([\d,]+) of them at (\w+)$/.exec(before) ?? [];
  const number = (text: string) => Number(text.replaceAll(',', ''));
  const ofCommit = (latestCommit === commit ? number(latest) : 0) + count.done;
  const total = number(all) + count.done;
  return `${grouped(total)} of ${grouped(count.wanted)} ${count.unit}, ${grouped(ofCommit)} of them at ${commit}`;
};

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB`;

const verdictOf = ({ holds }: Row): string => (holds === null ? 'no claim' : holds ? 'holds' : '**fails**');

/** Replaces the rows of the parts that ran in docs/trust.md; other rows stay. */
export const writeRows = (parts: readonly Part[], found: readonly Row[]): void => {
  const before = new Map(
    linesOf(existsSync(file) ? readFileSync(file, 'utf8') : '').map(([what = '', , ...rest]) => [what, rest]),
  );
  const sumOf = ({ what, count, holds }: Row): string => {
    const sum = before.get(what)?.[sumColumn] ?? '';
    return count && holds !== false ? addUp(sum, count, commitNow()) : sum;
  };
  const now = new Map(
    found.map((row) => [
      row.what,
      [row.figure.replaceAll('|', '/'), when(), machine(), sumOf(row), verdictOf(row)],
    ]),
  );
  const lines = parts
    .flatMap(({ rows }) => rows)
    .map(({ what, inTests }) => [what, inTests, ...(now.get(what) ?? before.get(what) ?? neverRun)]);
  const table = [heads, heads.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  const names = parts.map(({ name }) => `\`${name}\``).join(', ');
  writeFileSync(
    file,
    `# Trust

\`npm run test:long\` writes this page: what every \`npm test\` checks, what the last long run of each part found, and the sum
of all runs over all commits. \`npm run test:long -- acts\` runs one part alone, and \`--minutes=3\` limits the time of each part.
Only real runs count. Parts: ${names}. [threats.md](threats.md) lists what is promised.

${table}
`,
  );
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', file],
    {
      cwd: root,
      stdio: 'ignore',
    },
  );
};
