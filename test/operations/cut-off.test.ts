import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from '../harness/operate.ts';
import { openUpdateMachine, type UpdateMachine } from './update-machine.ts';

/** The lines that a running update has said, and the programs that it has called. */
interface Seen {
  said: readonly string[];
  calls: readonly string[];
  machine: UpdateMachine;
}

const saw = (lines: readonly string[], start: string): boolean =>
  lines.some((line) => line.startsWith(start));

const hasJournal = ({ machine }: Seen, field: RegExp): boolean =>
  existsSync(machine.at('circle.update')) && field.test(readFileSync(machine.at('circle.update'), 'utf8'));

/** The moments at which an update is killed, in their order. */
const moments = {
  'during the backup': ({ said }: Seen) => saw(said, 'v'),
  'after the backup': ({ said }: Seen) => saw(said, 'Backup made'),
  'during the build': ({ said }: Seen) => saw(said, 'Building'),
  'before the stop': (seen: Seen) => hasJournal(seen, /"started":null/),
  'at the stop': ({ calls }: Seen) => saw(calls, 'systemctl stop'),
  'during the copy': ({ said }: Seen) => saw(said, 'Circle is stopped.'),
  'during the migration': (seen: Seen) => hasJournal(seen, /"started":"/),
  'after the migration': ({ said }: Seen) => saw(said, 'The database is up to date.'),
  'during the switch': ({ machine }: Seen) => existsSync(machine.at('circle.before')),
  'after the switch': ({ machine }: Seen) => existsSync(machine.at('circle.before/dist')),
  'before the restart': ({ calls }: Seen) => saw(calls, 'systemctl daemon-reload'),
  'after the restart': ({ calls }: Seen) => saw(calls, 'systemctl start'),
};
type Moment = keyof typeof moments;

/** Begins an update and kills it at this moment. What it began goes on. */
const cutOff = async (machine: UpdateMachine, moment: Moment): Promise<Outcome> => {
  const said: string[] = [];
  const calls: string[] = [];
  machine.calls();
  const { child, ended } = machine.begin((line) => said.push(line));
  while (child.exitCode === null && child.signalCode === null) {
    calls.push(...machine.calls());
    if (moments[moment]({ said, calls, machine })) child.kill('SIGKILL');
    await wait(1);
  }
  return ended;
};

/** Updates again, while something of the update before still goes on. */
const updateAgain = async (machine: UpdateMachine): Promise<Outcome> => {
  for (const until = Date.now() + 60_000; ; await wait(500)) {
    const outcome = await machine.update();
    if (outcome.code === 0 || Date.now() > until) return outcome;
  }
};

const isMoment = (word: string): word is Moment => Object.hasOwn(moments, word);

/** A row from before the update. */
const row = { key: 'before-update', value: 'kept' };

const rehearse = async (kind: 'sqlite' | 'postgres', moment: Moment): Promise<void> => {
  const machine = await openUpdateMachine(kind);
  try {
    await machine.withDatabase((db) => db.write(({ q }) => q.insertInto('meta').values(row).execute()));
    await machine.release('v1.1.0', { steps: ['create table cut_off (id integer)'] });
    const killed = await cutOff(machine, moment);
    assert.equal(killed.code, -1, `it ended before: ${killed.out}`);
    const { code, err } = await updateAgain(machine);
    // It may have come so far that only the last line was missing.
    if (code !== 0) assert.equal(err, 'No version is newer than v1.1.0, which is here.');
    await machine.runs('v1.1.0');
    assert.ok((await machine.migrations()).includes('9000-of-a-test'));
    const kept = await machine.withDatabase((db) =>
      db.read.selectFrom('meta').select('value').where('key', '=', row.key).execute(),
    );
    assert.deepEqual(
      kept.map(({ value }) => value),
      [row.value],
    );
  } finally {
    await machine.close();
  }
};

// All of them with TRUST_MOMENTS, which take ten minutes.
const isWhole = process.env['TRUST_MOMENTS'] !== undefined;

for (const moment of Object.keys(moments).filter(isMoment)) {
  for (const kind of ['sqlite', 'postgres'] as const) {
    if (!isWhole && (moment !== 'during the migration' || kind !== 'sqlite')) continue;
    // OPERATE-28
    test(`an update that is killed ${moment} is brought to its end by the next one (${kind})`, () =>
      rehearse(kind, moment));
  }
}
