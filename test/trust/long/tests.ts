import type { Count, Part, Row } from './rows.ts';
import { runTests } from '../../harness/run.ts';
import { readSources } from '../../setup/sources.ts';

interface Wanted {
  name: string;
  what: string;
  inTests: string;
  files: readonly string[];
  /** Environment variables that make the tests run for this many milliseconds. */
  environment?: (milliseconds: number) => Record<string, string>;
  flags?: readonly string[];
  /** Whether a run of this many milliseconds is long enough to support the claim of its row. */
  isEnough?: (milliseconds: number) => boolean;
  /** The text of the cell, from the tests' output. */
  figure: (output: string, milliseconds: number) => string;
  /** How much of the target this run did. */
  count?: (output: string, milliseconds: number) => Count;
}

const said = (pattern: RegExp) => (output: string) =>
  [...output.matchAll(pattern)].map((match) => match[1]).join('; ');

/** A row that runs a test for longer than `npm test` does. */
const longer = ({
  name,
  what,
  inTests,
  files,
  environment,
  flags,
  isEnough,
  figure,
  count,
}: Wanted): Part => ({
  name,
  rows: [{ what, inTests }],
  run: async (milliseconds): Promise<Row[]> => {
    const { code, failed, output } = await runTests(
      files,
      environment?.(milliseconds) ?? {},
      milliseconds,
      flags,
    );
    if (code !== 0) console.log(output.slice(-6_000));
    const trouble = failed.length > 0 ? `; failed: ${failed.join(', ')}` : '';
    return [
      {
        what,
        inTests,
        figure: `${figure(output, milliseconds)}${trouble}`,
        holds: code === 0 ? isEnough?.(milliseconds) !== false || null : false,
        ...(count && { count: count(output, milliseconds) }),
      },
    ];
  },
});

const seconds = (milliseconds: number) => String(Math.round(milliseconds / 1_000));
/** The sum of the numbers that a pattern finds in the tests' output. */
const sumOf = (pattern: RegExp, output: string): number =>
  [...output.matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);
const passed = said(/^ℹ pass (\d+)$/gm);

export const twins = longer({
  name: 'twins',
  what: 'tests of features that are mostly the same SQL on both databases, on PostgreSQL too',
  inTests: 'on SQLite, and where locks or errors of the database decide on both',
  files: readSources().flatMap(({ path, code }) =>
    path.endsWith('.test.ts') && code.includes('onDatabases(') ? path : [],
  ),
  environment: () => ({ TEST_DATABASES: 'both' }),
  figure: (output) => `${passed(output)} tests`,
});

export const rest = longer({
  name: 'rest',
  what: 'walks through pages and commands that are rarer or take longer than the ones of `npm test`',
  inTests: 'the shorter walks of the same files',
  files: readSources().flatMap(({ path, code }) =>
    path.endsWith('.test.ts') && code.includes('longTest(') ? path : [],
  ),
  environment: () => ({ TEST_REST: '1' }),
  figure: (output) => `${passed(output)} tests`,
});

export const doors = longer({
  name: 'doors',
  what: 'doors: every endpoint × persona × relation, on both databases',
  inTests: 'all',
  files: ['test/endpoints/endpoints.test.ts'],
  figure: (output) => `${passed(output)} doors and worlds`,
});

export const origins = longer({
  name: 'origins',
  what: 'foreign origins × every writing endpoint; path traversal × endpoints with files; odd bodies and content types',
  inTests: 'all',
  files: ['test/platform/bad-input.test.ts', 'test/moments/photo-files.test.ts'],
  environment: () => ({ TEST_DATABASES: 'both' }),
  figure: (output) => `${passed(output)} tests`,
});

export const strings = longer({
  name: 'strings',
  what: 'naughty strings × every text field, shown in a real browser',
  inTests: '10 texts',
  files: ['test/trust/naughty.test.ts'],
  environment: () => ({ TEST_REST: '1' }),
  figure: () => '24 texts, 0 ran, 0 pages wider than the screen',
});

export const kills = longer({
  name: 'kills',
  what: '`kill -9` under 8 writers: no acknowledged write is lost or half written, and files are byte for byte the same',
  inTests: '6',
  files: ['test/trust/crash.test.ts'],
  environment: (milliseconds) => ({ TRUST_KILLS: '1000', TRUST_SECONDS: seconds(milliseconds) }),
  figure: said(/ℹ (\d+ kills.*)$/gm),
  count: (output) => ({ done: sumOf(/ℹ (\d+) kills/g, output), wanted: 1_000, unit: 'kills' }),
});

export const cutOffs = longer({
  name: 'cut-offs',
  what: '`kill -9` at any step of `update`, then `update` again: a whole version runs, on all its data',
  inTests: 'during the migration, on SQLite',
  files: ['test/operations/cut-off.test.ts'],
  environment: () => ({ TRUST_MOMENTS: 'all' }),
  figure: (output) => `${passed(output)} kills, at 12 steps`,
});

export const certificateKills = longer({
  name: 'certificate-kills',
  what: '`kill -9` while a certificate is got (Pebble): the next start gets one, and writes whole files',
  inTests: 'half-written files',
  files: ['test/operations/certificate-kills.test.ts'],
  environment: () => ({ TRUST_MOMENTS: 'all' }),
  figure: () => 'at the order, at the proof, before the certificate is asked for, before its file is written',
});

export const images = longer({
  name: 'images',
  what: 'mutated and truncated images, decompression bombs, polyglots, disguised SVG and HTML: never 5xx, bounded memory',
  inTests: '60',
  files: ['test/trust/odd-images.test.ts'],
  environment: (milliseconds) => ({ TRUST_IMAGES: '5000', TRUST_SECONDS: seconds(milliseconds) }),
  figure: said(/ℹ (\d+ images.*)$/gm),
  count: (output) => ({ done: sumOf(/ℹ (\d+) images/g, output), wanted: 5_000, unit: 'images' }),
});

export const videos = longer({
  name: 'videos',
  what: 'mutated and truncated videos: a sentence or a valid copy, in a caged process, bounded memory, nothing left behind',
  inTests: '60',
  files: ['test/trust/odd-videos.test.ts'],
  environment: () => ({ TRUST_VIDEOS: '1000' }),
  figure: said(/ℹ (\d+ videos.*)$/gm),
  count: (output) => ({ done: sumOf(/ℹ (\d+) videos/g, output), wanted: 1_000, unit: 'videos' }),
});

export const voices = longer({
  name: 'voices',
  what: 'mutated and truncated voices: a sentence or a valid copy, in a caged process, nothing left behind',
  inTests: '100',
  files: ['server/platform/videos/voices.test.ts'],
  environment: () => ({ TRUST_VOICES: '1000' }),
  figure: said(/ℹ (\d+ voices.*)$/gm),
  count: (output) => ({ done: sumOf(/ℹ (\d+) voices/g, output), wanted: 1_000, unit: 'voices' }),
});

export const mails = longer({
  name: 'mails',
  what: 'mutated and truncated mails: read or refused, in a caged process, bounded memory, nothing left behind',
  inTests: '60',
  files: ['test/trust/odd-mails.test.ts'],
  environment: () => ({ TRUST_MAILS: '1000' }),
  figure: said(/ℹ (\d+ mails.*)$/gm),
  count: (output) => ({ done: sumOf(/ℹ (\d+) mails/g, output), wanted: 1_000, unit: 'mails' }),
});

/** As many rounds as fit into the time, at three seconds each. */
const racesIn = (milliseconds: number): number =>
  Math.max(5, Math.min(100, Math.floor(milliseconds / 6_000)));

export const races = longer({
  name: 'races',
  what: 'races: payments, subscriptions, block and add, hand over and leave, 50 likes, read and remove',
  inTests: '5 rounds',
  files: [
    'test/payments/payments.test.ts',
    'test/payments/subscriptions.test.ts',
    'test/trust/races.test.ts',
  ],
  environment: (milliseconds) => ({ TEST_ROUNDS: String(racesIn(milliseconds)) }),
  flags: ['--test-name-pattern=concurrent|race|twice|at the moment'],
  figure: (output, milliseconds) => `${passed(output)} tests of ${racesIn(milliseconds)} rounds`,
  count: (_, milliseconds) => ({ done: racesIn(milliseconds), wanted: 100, unit: 'rounds' }),
});

const walksIn = (output: string) =>
  [...output.matchAll(/ℹ (\d+) walks/g)].reduce((sum, match) => sum + Number(match[1]), 0);

export const outbox = longer({
  name: 'outbox',
  what: 'moments, daily photos, albums and their photos on a cut connection, with reloads, closed pages and two tabs (Chromium)',
  inTests: '1 walk',
  files: ['test/browser/photos/outbox.test.ts'],
  environment: (milliseconds) => ({
    OUTBOX_SEEDS: '200',
    OUTBOX_SECONDS: String(Math.round(milliseconds / 1_000)),
  }),
  figure: (output) => `${walksIn(output)} walks, each thing arrived once with all its photos`,
  count: (output) => ({ done: walksIn(output), wanted: 200, unit: 'walks' }),
});

export const known = longer({
  name: 'known',
  what: 'known and unknown addresses: sign-in, forgotten password, invitation, search by e-mail',
  inTests: 'the same answer, with as many SQL statements',
  files: ['test/trust/known-unknown.test.ts'],
  environment: (milliseconds) => ({
    TEST_DATABASES: 'both',
    TRUST_TIMES: String(Math.max(20, Math.min(400, Math.floor(milliseconds / 2_000)))),
  }),
  isEnough: (milliseconds) => milliseconds >= 400_000,
  figure: (output) =>
    `${said(/ℹ ((?:sign-in|forgot|search).*apart)$/gm)(output)} (on SQLite, then PostgreSQL; time is judged from 200 rounds on)`,
});

export const clients = longer({
  name: 'clients',
  what: 'slow uploads are cut off, and do not delay others',
  inTests: 'one',
  files: ['test/trust/slow.test.ts'],
  figure: (output) => `${passed(output)} test`,
});

export const elsewhere = longer({
  name: 'elsewhere',
  what: 'the photo store and the mail server fail and recover',
  inTests: 'all',
  files: [
    'server/platform/storage/s3.test.ts',
    'server/platform/storage/storage.test.ts',
    'server/platform/mail/mailer.test.ts',
    'test/accounts/joining.test.ts',
  ],
  figure: (output) => `${passed(output)} tests`,
});

/** As many rounds as fit into the time, 50 at most. */
const roundsIn = (milliseconds: number, each: number): number =>
  Math.max(1, Math.min(50, Math.floor(milliseconds / each)));

export const backups = longer({
  name: 'backups',
  what: 'backup under writes, restore elsewhere: every endpoint of the copy answers the same',
  inTests: '1 on each database',
  files: ['test/operations/backup.test.ts'],
  // One round on both databases takes some five seconds each.
  environment: (milliseconds) => ({ TEST_ROUNDS: String(roundsIn(milliseconds, 12_000)) }),
  flags: ['--test-name-pattern=is consistent while'],
  figure: said(/ℹ (\d+ backups.*)$/gm),
  count: (_, milliseconds) => ({
    done: roundsIn(milliseconds, 12_000),
    wanted: 50,
    unit: 'rounds on each database',
  }),
});

export const upgrades = longer({
  name: 'upgrades',
  what: 'upgrades of the database from each earlier version keep every row',
  inTests: 'from each version on SQLite, from the newest ten and every fifth on PostgreSQL',
  files: ['test/operations/upgrades.test.ts'],
  environment: () => ({ TEST_ROUNDS: '1' }),
  figure: (output) => `${passed(output)} tests`,
});

export const nodes = longer({
  name: 'nodes',
  what: 'two nodes: PostgreSQL is killed and restarted, either node is killed, a synchronous standby takes over',
  inTests: '1 round, without the standby',
  files: ['test/nodes/killed.test.ts', 'test/nodes/failover.test.ts'],
  // One round takes some twenty seconds.
  environment: (milliseconds) => ({ TEST_ROUNDS: String(roundsIn(milliseconds, 40_000)) }),
  figure: (output, milliseconds) => `${passed(output)} tests of ${roundsIn(milliseconds, 40_000)} rounds`,
  count: (_, milliseconds) => ({ done: roundsIn(milliseconds, 40_000), wanted: 50, unit: 'rounds' }),
});
