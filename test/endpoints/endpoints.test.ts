import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { endpoints } from '../../contract/endpoints.ts';
import { doors } from './all-endpoints.ts';
import { assertAlike } from './endpoints.ts';
import { rawDoors } from './raw-endpoints.ts';
import { makeWorld, personas, type World } from './world.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

test('the table of expected answers lists every endpoint', () => {
  assert.deepEqual([...endpoints.keys()].toSorted(), Object.keys(doors).toSorted());
});

const staysUncached = /^(?:account|audit|auth|moderation|payments|settings|system|usage|verification)\./;

/** After these a person signs in again, for the doors that come next. */
const endsSession = ['auth.logout', 'account.endSession'];

onBothDatabases('what each endpoint answers to each persona', (server) => {
  let world: World;
  before(async () => {
    world = await makeWorld(server());
  });

  test('the table of expected answers lists every route that is not an endpoint', () => {
    const routes = server().app.rawRoutes.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(routes.toSorted(), Object.keys(rawDoors).toSorted());
  });

  for (const [name, endpoint] of endpoints) {
    // SIGHT-7, TRUTH-70, CIRCLE-7, MOMENT-11, COMMENT-1, LIKE-1, ADMIN-5, REQUEST-9, REQUEST-10
    test(`each persona gets the expected answer from ${name}: ${endpoint.method} ${endpoint.path}`, async () => {
      const door = doors[name];
      assert.ok(door);
      for (const [place, persona] of personas.entries()) {
        const who = world[persona];
        const answer = await who.call(endpoint, (await door.input?.(world, who)) ?? {});
        assert.equal(answer.status, door.statuses[place], `${persona}: ${answer.text}`);
        if (staysUncached.test(name)) assert.equal(answer.headers.get('cache-control'), 'no-store', persona);
        if (answer.status === 404 && door.absent) {
          assertAlike(answer, await who.call(endpoint, door.absent(world)), `${name} for ${persona}`);
        }
        if (endsSession.includes(name) && who.cookie !== null) await who.signIn(password);
      }
    });
  }

  for (const [name, door] of Object.entries(rawDoors)) {
    // SIGHT-7, PHOTO-1
    test(name, async () => {
      // Background work that the endpoints started, such as an export.
      await server().app.context.jobs.idle();
      for (const [place, persona] of personas.entries()) {
        const who = world[persona];
        const response = await who.fetch(name.split(' ')[0] ?? '', door.path(world));
        assert.equal(response.status, door.statuses[place], persona);
        if (response.status === 404 && door.absent) {
          const text = await response.text();
          const hidden = { status: 404, headers: response.headers, text, json: null, took: 0 };
          assertAlike(hidden, await who.request('GET', door.absent), `${name} for ${persona}`);
        } else {
          await response.body?.cancel();
        }
      }
    });
  }

  // MOMENT-3
  test('calls that were refused have changed nothing in the database', async () => {
    const { items } = await world.author.feed({ limit: '50' });
    const texts = items.map((post) => post.content);
    assert.equal(
      texts.filter((text) => text === 'Through the door').length,
      2,
      'the author and the member posted',
    );
    const heard = await world.author.reads(world.post);
    assert.equal(heard.filter((text) => text === 'Through the door').length, 2);
    await server().mailsTo({ email: 'door@example.org' });
    for (const persona of personas) await server().mailsTo(world[persona]);
  });
});
