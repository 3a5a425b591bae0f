import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as invitations from '../../contract/invitations.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const years = 400 * 24 * 60 * 60_000;

onBothDatabases(
  'a server clock that was wrong and is corrected',
  (server) => {
    test('a rate limit that began while the clock was ahead ends on time after the clock is corrected', async () => {
      const ana = await server().member('Ana');
      const email = 'guest@example.org';
      const send = async () => (await ana.call(invitations.sendInvite, { email })).status;
      assert.equal(await send(), 201);
      assert.equal(await send(), 429);
      await server().app.context.db.write(({ q }) =>
        q
          .updateTable('rate_limits')
          .set((e) => ({ resets_at: e('resets_at', '+', years) }))
          .execute(),
      );
      assert.equal(await send(), 201);
      assert.equal(await send(), 429, 'and it counts again');
      assert.equal((await server().mailsTo({ email })).length, 2);
    });

    test('jobs are not delayed until the wrong time of a clock that was ahead', async () => {
      const { db, jobs } = server().app.context;
      const ana = await server().member('Berta');
      await db.write(({ q }) =>
        q
          .insertInto('jobs')
          .values({
            kind: 'reset-mail',
            payload: JSON.stringify({ email: ana.email }),
            user_id: null,
            unique_key: null,
            run_at: Date.now() + years,
            leased_until: Date.now() + years,
            created_at: Date.now(),
          })
          .execute(),
      );
      await jobs.idle();
      assert.equal((await server().mailsTo(ana)).length, 0);
      // The server looks at the clock when it starts, and the worker when the clock goes back.
      await jobs.close();
      await jobs.start();
      assert.equal((await server().mailsTo(ana)).length, 1);
    });
  },
  // Only one of the twenty daily invitations is left.
  { RATE_LIMIT_FACTOR: '0.05' },
);
