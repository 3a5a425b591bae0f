import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import { makeDueLetters } from '../../server/features/letters/evening.ts';
import { noteLetters } from '../../server/features/system/place.ts';
import { PushService } from '../fakes/push.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases } from '../harness/test-server.ts';

const environment = { SMTP_URL: '', PUSH_HOSTS: '' };
const service = new PushService();
before(async () => {
  await service.open();
  environment.PUSH_HOSTS = service.url;
});
after(() => service.close());

const [saturday, sunday] = ['2126-11-23T18:00:00Z', '2126-11-24T18:00:00Z'];

onDatabases(
  'a place that sends no letters',
  (server, testOnBoth) => {
    const context = () => server().app.context;
    const entries = async (who: Person, kind: string): Promise<number> => {
      const { items } = await who.ask(notifications.list, {});
      return items.filter((item) => item.kind === kind && !item.isRead).length;
    };
    /** The number of unread entries of a kind, by reader, who then reads them. */
    const count = async (readers: readonly Person[], kind = 'new_moments') => {
      const counts: number[] = [];
      for (const who of readers) {
        counts.push(await entries(who, kind));
        await who.ask(notifications.markAllRead, {});
      }
      return counts;
    };
    /** The pauses of notifications end. */
    const soon = async () => {
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', 'in', ['tell-circle', 'tell-album']).execute(),
      );
      await context().jobs.idle();
    };
    /** The hour of every member has come. */
    const hourComes = async (time: string) => {
      await context().db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ letter_due_at: Date.parse(time) })
          .execute(),
      );
      await makeDueLetters(context(), Date.parse(time));
      await context().jobs.idle();
    };
    const family = async (...names: [string, string, string, string]) => {
      const [ana, evening, week, never] = await server().members(...names);
      const circle = await ana.makesCircle('Family');
      const readers = [evening, week, never];
      for (const who of readers) await ana.adds(who, circle);
      await week.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'sunday' }] });
      await never.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'never' }] });
      await count(readers);
      return { ana, evening, week, never, circle, readers };
    };

    test('rings and pushes at the hour that members chose, on their evening or Sunday, and never twice', async () => {
      const { ana, evening, week, circle, readers } = await family('Ana', 'Ben', 'Cleo', 'Dan');
      for (const who of [evening, week])
        await who.ask(notifications.subscribePush, { endpoint: `${service.url}/${who.name}` });
      await context().db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', week.id).execute(),
      );
      service.take();
      await ana.posts('no mail server', { to: circle });
      await soon();
      assert.deepEqual(await count(readers), [0, 0, 0], 'not before the hour');
      await hourComes(saturday);
      assert.deepEqual(service.take(), ['/Ben']);
      assert.deepEqual(await count(readers), [1, 0, 0]);
      await ana.posts('and more', { to: circle });
      await hourComes(sunday);
      assert.deepEqual(service.take().toSorted(), ['/Ben', '/Cleo']);
      assert.deepEqual(await count(readers), [1, 1, 0]);
      await hourComes(sunday);
      assert.deepEqual([await count(readers), service.take()], [[0, 0, 0], []]);
    });

    test('rings at the hour for photos that others added to an album, too', async () => {
      const { ana, circle, readers } = await family('Mia', 'Ned', 'Oda', 'Pia');
      const album = await makeAlbum(ana, circle);
      await hourComes(sunday);
      await count(readers);
      await addToAlbum(ana, album, 2);
      await soon();
      assert.deepEqual(await count(readers, 'new_photos'), [0, 0, 0]);
      await hourComes(saturday);
      assert.deepEqual(await count(readers, 'new_photos'), [1, 0, 0]);
      await hourComes(sunday);
      assert.deepEqual(await count(readers, 'new_photos'), [0, 1, 0]);
    });

    // SIGHT-1
    testOnBoth('tells at the hour only what its reader sees then', async () => {
      const { ana, evening, circle, readers } = await family('Eva', 'Finn', 'Gil', 'Hal');
      await ana.posts('for a while', { to: circle });
      await ana.removes(evening, circle);
      await hourComes(sunday);
      assert.deepEqual(await count(readers), [0, 1, 0]);
    });

    test('goes on with letters once a mail server is there, and rings for addresses that nobody confirmed', async () => {
      const { ana, evening, circle, readers } = await family('Ida', 'Jon', 'Kim', 'Lea');
      // As after a start with a mail server.
      const settings = { ...context().settings, smtpUrl: 'smtp://mail.example.org' };
      await noteLetters({ ...context(), settings });
      await ana.posts('by letter', { to: circle });
      await soon();
      assert.deepEqual(await count(readers), [0, 0, 0]);
      await context().db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ email_confirmed_at: null })
          .where('public_id', '=', evening.id)
          .execute(),
      );
      await ana.posts('no confirmed address', { to: circle });
      await soon();
      assert.deepEqual(await count(readers), [1, 0, 0]);
      await evening.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'never' }] });
      await ana.posts('for those who look', { to: circle });
      await soon();
      assert.deepEqual(await count(readers), [0, 0, 0]);
      await noteLetters(context());
    });
  },
  environment,
);
