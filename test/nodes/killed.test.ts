import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { type Machine, Machines, until } from './machines.ts';
import { OwnPostgres } from './own-postgres.ts';
import { Writers } from './writers.ts';

/** The number of rounds of each test; `TEST_ROUNDS=50` for the long run. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 1);

let postgres: OwnPostgres;
let machines: Machines;
let writers: Writers;
before(async () => {
  postgres = await OwnPostgres.open();
  machines = await Machines.open({ count: 2, postgres: postgres.url });
  writers = await Writers.gather(machines, ['Ana', 'Ben', 'Cara', 'Dean']);
});
after(async () => {
  await machines.close();
  await postgres.close();
});

const status = async (machine: Machine, path: string): Promise<number> => {
  const answer = await fetch(machine.url + path);
  await answer.text();
  return answer.status;
};

/**
 * A stream receives events of other nodes. If its node may have missed some, the stream ends as soon as the node
 * listens again.
 */
const hearsAgain = async (here: Machine, there: Machine, person: Person): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const page = await Listening.open(there.meets(person));
    const circle = await here.meets(person).makesCircle('Heard');
    try {
      await page.hears('circle', circle.id);
      return await page.close();
    } catch (error) {
      if (tries === 3) throw error;
      await page.ended;
    }
  }
};

// OPERATE-1
test('no acknowledged write is lost when PostgreSQL is killed under load, and the servers recover automatically', async (t) => {
  const [here, there] = machines.all;
  assert.ok(here && there);
  const [eve] = [await machines.member('Eve')];
  for (let round = 0; round < rounds; round++) {
    const page = await Listening.open(there.meets(eve));
    writers.start();
    await writers.more(20);
    await postgres.kill();
    await until('both say that they are not ready', async () => {
      const answers = await Promise.all(machines.all.map((machine) => status(machine, '/readyz')));
      return answers.every((answer) => answer === 503);
    });
    for (const machine of machines.all) {
      assert.equal(await status(machine, '/healthz'), 200);
      const refused = await machine.meets(eve).request('GET', '/api/user');
      const said: unknown = Reflect.get(Object(refused.json), 'message');
      assert.deepEqual([refused.status, said], [503, messages.unavailable]);
    }
    await postgres.start();
    const waited = await until('both serve again', async () => {
      const answers = await Promise.all(
        machines.all.map((machine) => machine.meets(eve).request('GET', '/api/user')),
      );
      return answers.every((answer) => answer.status === 200);
    });
    // Missed events are not sent again: the page refetches everything after its stream has ended.
    await page.ended;
    await hearsAgain(here, there, eve);
    await writers.more(20);
    await writers.stop();
    assert.deepEqual(writers.wrong, []);
    for (const machine of machines.all) {
      assert.ok(machine.isRunning);
      await writers.areAllThere(machine);
    }
    const twice = await writers.mailsHaveCome();
    assert.equal(twice, 0, 'a mail was sent twice');
    const { unavailable, cut } = writers.failed;
    t.diagnostic(
      `served again ${waited.toFixed(0)} ms after PostgreSQL; ${writers.count} acknowledged writes, all there; ${unavailable} answered 503, ${cut} cut`,
    );
    assert.equal(cut, 0);
    writers.forget();
  }
});

test('no acknowledged write is lost when each server is killed under load, and no mail is sent twice with other contents', async (t) => {
  const [here, there] = machines.all;
  assert.ok(here && there);
  for (let round = 0; round < rounds; round++) {
    writers.start();
    await writers.more(20);
    await there.end('SIGKILL');
    await writers.more(20);
    await here.end('SIGKILL');
    await writers.stop();
    await Promise.all(machines.all.map((machine) => machine.start()));
    assert.deepEqual(writers.wrong, []);
    await writers.areAllThere(here);
    const twice = await writers.mailsHaveCome();
    t.diagnostic(
      `${writers.count} acknowledged writes, all there; ${twice} mails came twice, as the same mail`,
    );
    assert.ok(twice <= 2, 'only what a killed node was sending at that moment');
    writers.forget();
  }
});
