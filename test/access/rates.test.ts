import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as contacts from '../../contract/contacts.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { rates } from '../../contract/limits.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as notifications from '../../contract/notifications.ts';
import { Problem } from '../../server/platform/problem.ts';
import { onBothDatabases } from '../harness/test-server.ts';

// A twentieth: six changes of settings a minute, one reset every quarter of an hour from an address.
const tight = { RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '127.0.0.1,::1' };

onBothDatabases(
  'rate limits',
  (server) => {
    test('blocks, mutes and changes of notifications have rate limits', async () => {
      const [eve, vic] = await server().members('Eve', 'Vic');
      const statuses = [];
      for (const [call, input] of [
        [blocking.mute, { id: vic.id }],
        [blocking.unmute, { id: vic.id }],
        [blocking.block, { id: vic.id }],
        [blocking.unblock, { id: vic.id }],
        [notifications.markAllRead, {}],
        [notifications.markRead, { id: '0'.repeat(32) }],
      ] as const)
        statuses.push((await eve.call(call, input)).status);
      assert.deepEqual(statuses, [204, 204, 204, 204, 204, 404]);
      for (const call of [blocking.mute, blocking.unmute, blocking.block, blocking.unblock])
        assert.equal((await eve.call(call, { id: vic.id })).status, 429);
      for (const call of [notifications.markAllRead, notifications.markRead, notifications.remove])
        assert.equal((await eve.call(call, { id: '0'.repeat(32) })).status, 429);
    });

    test('a database that fails is no limit that is reached', async () => {
      const fails = () => Promise.reject(new Problem('unavailable', messages.unavailable));
      await server().beforeNextWrite(fails);
      const allowed = server().app.context.limits.tryConsume('resetMails', 'nobody');
      await assert.rejects(allowed, { code: 'unavailable' });
    });

    // REQUEST-4
    test('every endpoint that a member can read has a rate limit', async () => {
      const eve = await server().member('Rita');
      const doors = [...endpoints.values(), ...server().app.rawRoutes].filter(
        ({ method, credential }) =>
          method === 'GET' && (credential === 'member' || credential === 'verified'),
      );
      for (const { path } of doors) {
        const url = path.replaceAll(/:\w+/g, '0'.repeat(32));
        const statuses = new Set<number>();
        // The most that any of them allows, at a twentieth.
        for (let tries = 0; tries <= rates.files.points * 0.05 && !statuses.has(429); tries++)
          statuses.add((await eve.request('GET', url)).status);
        assert.ok(statuses.has(429), `${path} has no limit`);
      }
    });

    // REQUEST-4
    test('reads that count the people of all circles of a member are limited as expensive ones', async () => {
      for (const [name, call] of [
        ['Stan', account.stats],
        ['Cora', contacts.list],
      ] as const) {
        const who = await server().member(name);
        for (let reads = 0; reads < rates.heavyReads.points * 0.05; reads++) await who.ask(call, {});
        assert.equal((await who.call(call)).status, 429, name);
      }
    });

    // REQUEST-4
    test('the description of the API is compressed, answered with 304 while it is unchanged, and limited', async () => {
      const ask = (headers: Record<string, string> = {}) =>
        server().visitor().request('GET', '/api/openapi.json', { headers });
      const first = await ask();
      assert.equal(first.headers.get('content-encoding'), 'gzip');
      const etag = first.headers.get('etag') ?? assert.fail('no ETag');
      assert.equal((await ask({ 'if-none-match': etag })).status, 304);
      assert.equal((await ask()).status, 429);
    });

    // REQUEST-4
    test('every endpoint that changes something has a rate limit', () => {
      const writes = [...endpoints.values(), ...server().app.rawRoutes].filter(
        ({ method }) => method !== 'GET',
      );
      const without = writes.filter(({ rate }) => rate === undefined);
      assert.deepEqual(
        without.map(({ method, path }) => `${method} ${path}`),
        // It changes nothing without the signature of Square.
        ['POST /api/square/webhook'],
      );
    });

    // REQUEST-4
    test('addresses of one IPv6 network count as one client for a rate limit', async () => {
      const forgets = async (from: string): Promise<number> => {
        const { method, path } = auth.forgotPassword;
        const headers = { 'x-forwarded-for': from };
        const json = { email: 'nobody@example.org' };
        return (await server().visitor().request(method, path, { headers, json })).status;
      };
      assert.equal(await forgets('2001:db8:0:7::1'), 200);
      assert.equal(await forgets('2001:db8:0:7:ffff:1:2:3'), 429);
      assert.equal(await forgets('2001:db8::8:0:0:0:1'), 200, 'of the next network');
      assert.equal(await forgets('198.51.100.7'), 200);
      assert.equal(await forgets('::ffff:198.51.100.7'), 429);
      assert.equal(await forgets('198.51.100.8'), 200);
    });
  },
  tight,
);
