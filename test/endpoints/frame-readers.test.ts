import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { FrameTablet, pairedFrame } from '../harness/frame-tablet.ts';
import { onDatabases } from '../harness/test-server.ts';
import { assertOpensNothing, type Reader, readersWith } from './all-endpoints.ts';
import { rawDoors } from './raw-endpoints.ts';
import { makeWorld, type World } from './world.ts';

/** The doors that a frame opens. */
const ownDoors: Readonly<Record<string, number>> = {
  'GET /frame/now': 200,
  'GET /frame/photos': 200,
  'GET /frame/photos/:name': 200,
};

onDatabases('what each endpoint answers to picture frames', (server, testOnBoth) => {
  let world: World;
  let readers: Reader[];

  before(async () => {
    world = await makeWorld(server());
    const { tablet } = await pairedFrame(server(), world.author, world.circle);
    const waiting = new FrameTablet(server());
    await waiting.asksForCode();
    await server().mailsTo(world.author);
    const [, token = ''] = tablet.cookie?.split('=') ?? [];
    readers = readersWith(server(), {
      'a frame': tablet.cookie,
      'a frame’s cookie sent as a session': `circle_session=${token}`,
      'a frame’s cookie sent as a letter’s': `circle_letter=${token}`,
      'a tablet that waits for its code': waiting.cookie,
    });
  });

  // FRAME-1
  test('a frame opens no endpoint', () => assertOpensNothing(world, readers));

  // FRAME-1
  testOnBoth('a frame opens no file, no stream and no other page', async () => {
    for (const [name, { path, statuses }] of Object.entries(rawDoors)) {
      for (const { persona, person } of readers) {
        const response = await person.fetch(name.split(' ')[0] ?? '', path(world));
        const own = persona === 'a frame' ? ownDoors[name] : undefined;
        const isWaiting = persona === 'a tablet that waits for its code' && name === 'GET /frame/now';
        assert.equal(response.status, isWaiting ? 200 : (own ?? statuses[0]), `${persona} at ${name}`);
        await response.body?.cancel();
      }
    }
    for (const who of [world.member, world.author, { email: 'door@example.org' }])
      await server().mailsTo(who);
  });
});
