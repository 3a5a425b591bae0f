import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { root } from '../setup/sources.ts';
import { digits, type Figure, isRed } from './figures.ts';
import { reasonFor } from './reasons.ts';
import type { Result } from './results.ts';

const budgetOf = ({ budget }: Figure): string => {
  if (!budget) return '';
  const unit = budget.unit ? ` ${budget.unit}` : '';
  return budget.atLeast === undefined ? `≤ ${budget.atMost}${unit}` : `≥ ${budget.atLeast}${unit}`;
};

const verdictOf = (figure: Figure): string => (figure.budget ? (isRed(figure) ? 'red' : 'green') : '');

const cellsOf = (figure: Figure): string[] => [
  figure.what,
  figure.floor,
  figure.value,
  digits(figure.judged),
  budgetOf(figure),
  verdictOf(figure),
];

const heads = ['what', 'floor', 'value', 'judged', 'budget', 'verdict'];

const tableOf = (figures: readonly Figure[]): string => {
  const rows = [heads, ...figures.map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
};

export const printFigures = (figures: readonly Figure[]): void => console.log(`\n${tableOf(figures)}`);

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The day and the commit of what is measured now. */
export const today = (): string => {
  const changed = git('status', '--porcelain', '--', 'server', 'contract', 'web', 'words', 'package.json');
  const day = new Date().toISOString().slice(0, 10);
  return `${day} at commit ${git('rev-parse', '--short', 'HEAD')}${changed ? ', changed since' : ''}`;
};

/** Writes docs/benchmarks.md from the last result of each part. */
export const writePage = (results: Readonly<Record<string, Result>>): void => {
  const figures = Object.values(results).flatMap((result) => result.figures);
  const parts = Map.groupBy(Object.entries(results), ([, { when }]) => when);
  const measured = [...parts].map(([when, some]) => `${when} (${some.map(([part]) => part).join(', ')})`);
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}`;
  const reds = Map.groupBy(figures.filter(isRed), ({ what }) => reasonFor(what));
  const lines = [...reds].map(
    ([reason, rows]) => `- ${rows.map(({ what }) => `**${what}**`).join('; ')}: ${reason}`,
  );
  const page = `# Benchmarks

Written by \`npm run bench\`, not by hand. The data: 20,000 members, 100,000 circles with 15 members on average, 20 circles
with 500. The members whose feeds are measured belong to lively circles, which contain half of all posts at every size.

A **floor** is the least that the same work could cost, for example a bare \`node:http\` server that sends the same bytes. Times
are the processor time of the answering process with all its threads, unless a row says otherwise. The machine is shared, so
absolute times mean little: floor and value are measured in turns, and their ratio is judged. For budgets with ≥ that is the
floor's time divided by the value, for budgets with ≤ the value divided by the floor's time or the value itself.

Measured on ${machine}, Node ${process.versions.node}: ${measured.join('; ')}.

${tableOf(figures)}

## What is red

${lines.length > 0 ? lines.join('\n') : 'Nothing.'}
`;
  const file = path.join(root, 'docs/benchmarks.md');
  const old = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  if (old !== page) writeFileSync(file, page);
};
