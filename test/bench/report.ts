import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { root } from '../setup/sources.ts';
import { digits, type Figure, isRed } from './figures.ts';
import { reasonFor } from './reasons.ts';

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

const machine = (): string => {
  const [processor] = cpus();
  return `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}, Node ${process.versions.node}`;
};

const file = path.join(root, 'docs/benchmarks.md');

/** The sections of the page by part, without their headings. */
const readSections = (): Map<string, string> => {
  const page = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  const [, ...sections] = page.split(/^## /mu);
  return new Map(
    sections.map((text) => {
      const [part = '', ...lines] = text.split('\n');
      return [part, lines.join('\n').trim()];
    }),
  );
};

const redIn = (section: string): string[] =>
  [...section.matchAll(/^\| (.+?) *\|.*\| red *\|$/gmu)].map(([, what = '']) => what);

/** Writes the figures of a part into docs/benchmarks.md. The other parts (`order` has all) keep theirs. */
export const writePart = (order: readonly string[], part: string, figures: readonly Figure[]): void => {
  const known = readSections().set(part, `Measured on ${today()}, on ${machine()}.\n\n${tableOf(figures)}`);
  const sections = order.flatMap((name) => {
    const section = known.get(name);
    return section === undefined ? [] : [`## ${name}\n\n${section}\n`];
  });
  const reds = Map.groupBy(sections.flatMap(redIn), reasonFor);
  const lines = [...reds].map(
    ([reason, rows]) => `- ${rows.map((row) => `**${row}**`).join('; ')}: ${reason}`,
  );
  const page = `# Benchmarks

Written by \`npm run bench\`, not by hand. The data: 20,000 members, 100,000 circles with 15 members on average, 20 circles
with 500. The members whose feeds are measured belong to lively circles, which contain half of all posts at every size.

A **floor** is the least that the same work could cost, for example a bare \`node:http\` server that sends the same bytes. Times
are the processor time of the answering process with all its threads, unless a row says otherwise. The machine is shared, so
absolute times mean little: floor and value are measured in turns, and their ratio is judged. For budgets with ≥ that is the
floor's time divided by the value, for budgets with ≤ the value divided by the floor's time or the value itself.

${sections.join('\n')}
## What is red

${lines.length > 0 ? lines.join('\n') : 'Nothing.'}
`;
  writeFileSync(file, page);
};
