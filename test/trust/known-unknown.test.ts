import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import { hashPassword } from '../../server/features/auth/password.ts';
import { onDatabases, password } from '../harness/test-server.ts';

/** How often each pair is timed; `TRUST_TIMES=400` for the long run. Only the long run judges times. */
const times = Number(process.env['TRUST_TIMES'] ?? 0);

/** Compares what an answer could reveal besides its text: its number of SQL statements and its time. */
onDatabases('answers to known and unknown addresses', (server) => {
  // JOIN-8, SIGNIN-1
  test('a known and an unknown address get the same answer after equally many SQL statements', {
    timeout: 600_000,
  }, async (t) => {
    const [ana, vic] = await server().members('Ana', 'Vic');
    const visitor = server().visitor();
    const { db, jobs } = server().app.context;
    const nobody = 'nobody@example.org';
    const hidden = await server().member('Hidden');
    // Give Vic a hash of the production cost, because test members have a cheaper one.
    const passwordHash = await hashPassword(password);
    await db.write(({ q }) =>
      q.updateTable('users').set({ password_hash: passwordHash }).where('public_id', '=', vic.id).execute(),
    );
    await db.write(({ q }) =>
      q.updateTable('users').set({ findable_by_email: 0 }).where('public_id', '=', hidden.id).execute(),
    );

    const calls: Readonly<Record<string, (email: string) => Promise<{ status: number; text: string }>>> = {
      'sign-in': (email) => visitor.call(auth.login, { email, password: 'not-the-password' }),
      forgot: (email) => visitor.call(auth.forgotPassword, { email }),
      'search by e-mail': (email) => ana.call(members.search, { q: email }),
      invitation: async (email) => {
        const { status, json } = await ana.call(invitations.sendInvite, { email });
        const { id, email: to, createdAt, expiresAt, ...rest } = invitations.Invitation.parse(json);
        assert.ok(id && to && createdAt && expiresAt);
        return { status, text: JSON.stringify(rest) };
      },
      'change of address': (email) => ana.call(account.changeEmail, { email, password }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const known = name === 'search by e-mail' ? hidden.email : vic.email;
      const count = async (email: string): Promise<[number, string]> => {
        const counts: number[] = [];
        let told = '';
        const letGo = await server().holdWorker();
        // A periodic job may fall into one try, but not into most.
        for (let tries = 0; tries < 5; tries += 1) {
          const earlier = db.statements.count;
          const { status, text } = await call(email);
          counts.push(db.statements.count - earlier);
          told = `${status} ${text}`;
        }
        await letGo();
        return [counts.toSorted((a, b) => a - b)[2] ?? 0, told];
      };
      assert.deepEqual(await count(known), await count(nobody), name);
      if (times === 0) continue;
      const timed: [number[], number[]] = [[], []];
      for (let round = 0; round < times; round += 1) {
        const pair: [number, string][] = [
          [0, known],
          // Use the same unknown address again, like the known one: a fresh one would have fresh rate limits.
          [1, nobody],
        ];
        for (const [place, email] of round % 2 === 0 ? pair : pair.toReversed()) {
          const started = performance.now();
          await call(email);
          timed[place]?.push(performance.now() - started);
          // The mail is sent after the answer, and must not slow down the next one.
          await jobs.idle();
        }
      }
      const [first = 0, second = 0] = timed.map(
        (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0,
      );
      const apart = Math.abs(first - second) / Math.max(first, second);
      t.diagnostic(
        `${name}: ${first.toFixed(2)} ms known, ${second.toFixed(2)} ms unknown, ${(apart * 100).toFixed(1)} % apart`,
      );
      // With fewer tries the median depends more on the machine than on the server.
      if (times >= 200) assert.ok(apart < 0.1, `${name}: ${apart}`);
    }
    for (const email of [ana.email, vic.email, hidden.email, nobody]) await server().mailsTo({ email });
  });
});
