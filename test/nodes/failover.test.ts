import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Gateway } from './gateway.ts';
import { Machines, until } from './machines.ts';
import { OwnPostgres } from './own-postgres.ts';
import { Writers } from './writers.ts';

const portOf = (address: string): number => Number(new URL(address).port);

/** The number of rounds. Each takes twenty seconds, so only the long run does them (`npm run test:long -- nodes`). */
const rounds = Math.min(Number(process.env['TEST_ROUNDS'] ?? 0), 10);

for (let round = 1; round <= rounds; round++) {
  // OPERATE-1
  test(`after PostgreSQL is cut off silently, its synchronous standby takes over without losing acknowledged writes (${round})`, async (t) => {
    const postgres = await OwnPostgres.open();
    const standby = await postgres.follow();
    const gateway = await Gateway.open(portOf(postgres.url));
    const address = Object.assign(new URL(postgres.url), { port: String(gateway.port) }).href;
    const machines = await Machines.open({ count: 2, postgres: address });
    try {
      const { rows } = await sql<{ sync_state: string }>`select sync_state from pg_stat_replication`.execute(
        machines.db.read,
      );
      assert.deepEqual(rows, [{ sync_state: 'sync' }], 'a write is acknowledged when the standby has it');
      const writers = await Writers.gather(machines, ['Ana', 'Ben', 'Cara', 'Dean']);
      writers.start();
      await writers.more(30);
      const began = performance.now();
      gateway.freeze();
      await postgres.promote();
      gateway.leadTo(portOf(standby));
      const eve = writers.anybody;
      await until('both serve again', async () => {
        const answers = await Promise.all(
          machines.all.map((machine) => machine.meets(eve).request('GET', '/api/user')),
        );
        return answers.every(({ status }) => status === 200);
      });
      await writers.more(30);
      const waited = performance.now() - began;
      await writers.stop();
      assert.deepEqual(writers.wrong, []);
      for (const machine of machines.all) {
        assert.ok(machine.isRunning);
        await writers.areAllThere(machine);
      }
      t.diagnostic(
        `30 more writes within ${(waited / 1_000).toFixed(1)} s; ${writers.count} acknowledged writes, all there; ${writers.failed.unavailable} answered 503, ${writers.failed.cut} cut`,
      );
      assert.equal(writers.failed.cut, 0);
    } finally {
      await machines.close();
      await gateway.close();
      await postgres.close();
    }
  });
}
