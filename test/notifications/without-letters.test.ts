import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import { noteLetters } from '../../server/features/system/place.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases(
  'a place that sends no letters',
  (server) => {
    const context = () => server().app.context;
    /** The number of entries about new moments since the last question, by reader. */
    const told = async (readers: readonly Person[]) => {
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'tell-circle').execute(),
      );
      await context().jobs.idle();
      const counts: number[] = [];
      for (const who of readers) {
        const { items } = await who.ask(notifications.list, {});
        counts.push(items.filter(({ kind, isRead }) => kind === 'new_moments' && !isRead).length);
        await who.ask(notifications.markAllRead, {});
      }
      return counts;
    };

    // LETTER-20, LETTER-67
    test('rings the bell for everybody but those who only look, until letters can come', async () => {
      const [ana, evening, sunday, never] = await server().members('Ana', 'Ben', 'Cleo', 'Dan');
      const circle = await ana.makesCircle('Family');
      const readers = [evening, sunday, never];
      for (const who of readers) await ana.adds(who, circle);
      await sunday.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'sunday' }] });
      await never.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'never' }] });
      await ana.posts('no mail server', { to: circle });
      assert.deepEqual(await told(readers), [1, 1, 0]);

      // As after a start with a mail server.
      const settings = { ...context().settings, smtpUrl: 'smtp://mail.example.org' };
      await noteLetters({ ...context(), settings });
      await ana.posts('by letter', { to: circle });
      assert.deepEqual(await told(readers), [0, 0, 0]);
      await context().db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ email_confirmed_at: null })
          .where('public_id', '=', evening.id)
          .execute(),
      );
      await ana.posts('no confirmed address', { to: circle });
      assert.deepEqual(await told(readers), [1, 0, 0]);
    });
  },
  { SMTP_URL: '' },
);
