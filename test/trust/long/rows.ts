import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { root } from '../../setup/sources.ts';

/** A line of docs/trust.md. */
export interface Row {
  what: string;
  /** What `npm test` does of it. */
  inTests: string;
  /** What was run now. */
  figure: string;
  /** `null` where nothing is claimed: `figure` says why. */
  holds: boolean | null;
}

export interface Part {
  name: string;
  /** Rows in the order of the page, by name, also while they were never run. */
  rows: readonly { what: string; inTests: string }[];
  run(milliseconds: number): Promise<Row[]>;
}

const file = path.join(root, 'docs/trust.md');
const heads = ['what', 'in `npm test`', 'in the long run', 'when', 'machine', 'verdict'];
const neverRun = ['not run yet', '', '', 'nothing claimed'];

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

const when = (): string => {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  return `${new Date().toISOString().slice(0, 10)}, ${commit}`;
};

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB`;

const verdictOf = ({ holds }: Row): string =>
  holds === null ? 'nothing claimed' : holds ? 'holds' : '**fails**';

/** Puts what was run now in its place in docs/trust.md; the other lines stay. */
export const writeRows = (parts: readonly Part[], found: readonly Row[]): void => {
  const before = new Map(
    linesOf(existsSync(file) ? readFileSync(file, 'utf8') : '').map(([what = '', , ...rest]) => [what, rest]),
  );
  const now = new Map(
    found.map((row) => [row.what, [row.figure.replaceAll('|', '/'), when(), machine(), verdictOf(row)]]),
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

Written by \`npm run test:long\`, not by hand: what \`npm test\` shows every time, and what was shown by the last long run of
each part. \`npm run test:long -- acts\` runs one part alone, and \`--minutes=3\` gives each so much time; the counts are
those that were really run. Parts: ${names}. What is promised stands in [threats.md](threats.md).

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
