import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { LetterBrowser, letterTo } from '../harness/letter-browser.ts';
import { mailInSettings, joinByLetter } from '../harness/mailbox-members.ts';
import { onDatabases } from '../harness/test-server.ts';
import { assertOpensNothing, type Reader, readersWith } from './all-endpoints.ts';
import { rawDoors } from './raw-endpoints.ts';
import { makeWorld, type World } from './world.ts';

onDatabases(
  'what each endpoint answers to readers of letters',
  (server, testOnBoth) => {
    let world: World;
    let readers: Reader[];

    before(async () => {
      world = await makeWorld(server());
      const { author } = world;
      const circle = await author.makesCircle('Letters', { lettersCarry: 'content' });
      const rosa = await joinByLetter(server(), author, circle, 'Rosa');
      await author.posts('By letter', { to: circle });
      const { page } = await letterTo(server(), rosa);
      const known = new LetterBrowser(server());
      await known.becomesKnown(server(), page, rosa);
      const forwarded = new LetterBrowser(server());
      await forwarded.post(`${page}/open`);
      await server().mailsTo(rosa);
      const token = page.split('/').at(-1) ?? '';
      const [, knownToken = ''] = known.cookie?.split('=') ?? [];
      readers = readersWith(server(), {
        'a member by letter in their browser': known.cookie,
        'a stranger with a forwarded letter': forwarded.cookie,
        'somebody who only knows the key': `circle_session=${token}; circle_letter=${token}`,
        'a letter’s cookie sent as a session': `circle_session=${knownToken}`,
      });
    });

    // MAILBOX-68
    test('a letter opens no endpoint', () => assertOpensNothing(world, readers));

    // MAILBOX-68
    testOnBoth('a letter opens no file and no other page', async () => {
      for (const [name, { path, statuses }] of Object.entries(rawDoors)) {
        for (const { persona, person } of readers) {
          const response = await person.fetch(name.split(' ')[0] ?? '', path(world));
          assert.equal(response.status, statuses[0], `${persona} at ${name}`);
          await response.body?.cancel();
        }
      }
      for (const who of [world.member, world.author, { email: 'door@example.org' }])
        await server().mailsTo(who);
    });
  },
  mailInSettings,
);
