// `npm run test:long`: runs the long parts and writes docs/trust.md. With names it runs only those parts: `npm run
// test:long -- acts guards --minutes=3`.
import { actsPart } from './acts.ts';
import { away } from './away.ts';
import { clock } from './clock.ts';
import { crowd } from './crowd.ts';
import { debian } from './debian.ts';
import { disk } from './disk.ts';
import { firefox, webkit } from './browsers.ts';
import { durable } from './durable.ts';
import { guardsPart } from './guards.ts';
import { holdUpPart } from './hold-up.ts';
import { holdUpHttp2 } from './hold-up-http2.ts';
import { realParts } from './real-parts/real-parts.ts';
import { type Part, writeRows } from './rows.ts';
import {
  backups,
  certificateKills,
  cutOffs,
  nodes,
  clients,
  doors,
  elsewhere,
  images,
  kills,
  known,
  mails,
  origins,
  outbox,
  races,
  rest,
  strings,
  twins,
  upgrades,
  videos,
  voices,
} from './tests.ts';
import { update } from './update.ts';

const parts: readonly Part[] = [
  doors,
  twins,
  rest,
  actsPart,
  guardsPart,
  kills,
  durable,
  images,
  videos,
  voices,
  mails,
  races,
  outbox,
  origins,
  strings,
  known,
  clients,
  elsewhere,
  away,
  backups,
  upgrades,
  update,
  cutOffs,
  certificateKills,
  debian,
  realParts,
  nodes,
  clock,
  disk,
  crowd,
  holdUpPart,
  holdUpHttp2,
  firefox,
  webkit,
];

const given = process.argv.slice(2);
const named = given.filter((word) => !word.startsWith('-'));
const stranger = named.find((name) => !parts.some((part) => part.name === name));
if (stranger)
  throw new Error(`There is no part ${stranger}; there are ${parts.map(({ name }) => name).join(', ')}.`);
const [, minutes] = /^--minutes=(\d+(?:\.\d+)?)$/m.exec(given.join('\n')) ?? [];
/**
 * The minutes for each part; all parts together take some four hours at most. Random and repeated parts get most of the
 * time.
 */
const usual: Readonly<Record<string, number>> = {
  guards: 60,
  twins: 15,
  rest: 15,
  acts: 18,
  kills: 16,
  nodes: 12,
  backups: 8,
  known: 7,
  durable: 7,
  races: 5,
  'hold-up': 5,
  'cut-offs': 15,
  'certificate-kills': 8,
  images: 3,
  disk: 2,
};
const timeOf = ({ name }: Part): number => 60_000 * Number(minutes ?? usual[name] ?? 1);

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
