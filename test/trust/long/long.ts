// `npm run test:long`: the long column of what is promised, part by part, into docs/trust.md. With names it runs those
// parts alone: `npm run test:long -- acts guards --minutes=3`.
import { actsPart } from './acts.ts';
import { away } from './away.ts';
import { clock } from './clock.ts';
import { crowd } from './crowd.ts';
import { disk } from './disk.ts';
import { firefox, webkit } from './browsers.ts';
import { durable } from './durable.ts';
import { guardsPart } from './guards.ts';
import { type Part, writeRows } from './rows.ts';
import {
  backups,
  nodes,
  clients,
  doors,
  elsewhere,
  images,
  kills,
  known,
  origins,
  races,
  strings,
} from './tests.ts';

const parts: readonly Part[] = [
  doors,
  actsPart,
  guardsPart,
  kills,
  durable,
  images,
  races,
  origins,
  strings,
  known,
  clients,
  elsewhere,
  away,
  backups,
  nodes,
  clock,
  disk,
  crowd,
  firefox,
  webkit,
];

const given = process.argv.slice(2);
const named = given.filter((word) => !word.startsWith('-'));
const stranger = named.find((name) => !parts.some((part) => part.name === name));
if (stranger)
  throw new Error(`There is no part ${stranger}; there are ${parts.map(({ name }) => name).join(', ')}.`);
const [, minutes] = /^--minutes=(\d+(?:\.\d+)?)$/m.exec(given.join('\n')) ?? [];
// All of them together take two hours at most; those that draw by lot or try one after the other have most of it.
const shares: Readonly<Record<string, number>> = {
  acts: 6,
  guards: 6,
  kills: 3,
  nodes: 3,
  images: 2,
  durable: 2,
};
const allShares = parts.reduce((sum, { name }) => sum + (shares[name] ?? 1), 0);
const timeOf = ({ name }: Part): number =>
  60_000 * (minutes === undefined ? (110 * (shares[name] ?? 1)) / allShares : Number(minutes));

for (const part of parts) {
  if (named.length > 0 && !named.includes(part.name)) continue;
  console.log(`${part.name} …`);
  const rows = await part.run(timeOf(part));
  writeRows(parts, rows);
  for (const { what, figure, holds } of rows) {
    console.log(`${holds === null ? '–' : holds ? 'holds' : 'FAILS'}  ${what}: ${figure}`);
    if (holds === false) process.exitCode = 1;
  }
}
