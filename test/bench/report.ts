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
  const changed = git('status', '--porcelain', '--', 'server', 'contract', 'web', 'package.json');
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

Written by \`npm run bench\`, not by hand. 20,000 members, 100,000 circles of 15 people in the mean, 20 of
500; the members whose feeds are measured are in lively circles, which hold half of all posts at every size.

Times are processor time of the process that answers, all of its threads, unless a row says otherwise, and mean nothing by
themselves: the machine is shared. They are judged as a ratio to a floor that was measured in turn with them. Where the
budget is a smallest number, what is judged is the floor's time in the row's own.

Measured on ${machine}, Node ${process.versions.node}: ${measured.join('; ')}.

${tableOf(figures)}

## What is red

${lines.length > 0 ? lines.join('\n') : 'Nothing.'}
`;
  const file = path.join(root, 'docs/benchmarks.md');
  const old = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  if (old !== page) writeFileSync(file, page);
};
