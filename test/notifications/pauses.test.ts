import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Circle } from '../../contract/shapes.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const dayMs = 24 * 60 * 60_000;

onBothDatabases('pauses before notifications', (server) => {
  const context = () => server().app.context;
  const pauses = () =>
    context()
      .db.read.selectFrom('jobs')
      .select(['id', 'run_at'])
      .where('kind', 'in', ['tell-circle', 'tell-album'])
      .orderBy('id')
      .execute();
  const end = async (ended: readonly { id: number }[]) => {
    for (const { id } of ended)
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('id', '=', id).execute(),
      );
    await context().jobs.idle();
  };
  const endAll = async () => end(await pauses());
  const endFirst = async () => end((await pauses()).slice(0, 1));
  const bell = async (who: Person, kind: string) =>
    (await who.ask(notifications.list, {})).items.filter((item) => item.kind === kind);
  const titles = async (who: Person, kind: string) => (await bell(who, kind)).map(({ title }) => title);
  const together = async (...names: string[]) => {
    const [owner, ...others] = await server().members(...names);
    assert.ok(owner);
    const circle: Circle = await owner.makesCircle(`Circle of ${owner.name}`);
    for (const who of others) {
      await owner.adds(who, circle);
      await who.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'now' }] });
    }
    await context().jobs.idle();
    return { people: [owner, ...others], circle };
  };

  // NOTIFY-14
  test('a moment that its reader does not see starts no pause for them', async () => {
    const { people, circle } = await together('Ann1', 'Ben1', 'Cora1', 'Dan1', 'Eve1');
    const [ann, ben, cora, dan, eve] = people;
    assert.ok(ann && ben && cora && dan && eve);
    await cora.ask(blocking.block, { id: ben.id });
    await ben.ask(blocking.mute, { id: dan.id });
    const closed = [
      () => ann.posts('Left out', { to: circle, more: { hiddenFrom: JSON.stringify([ben.id]) } }),
      () => cora.posts('Blocked', { to: circle }),
      () => dan.posts('Muted', { to: circle }),
    ];
    for (const share of closed) {
      await share();
      const open = await ann.posts('Open', { to: circle });
      await endFirst();
      const shared = `2 new moments in ${circle.name}`;
      assert.deepEqual(await titles(eve, 'new_moments'), [shared], 'Eve is notified of both');
      assert.deepEqual(await titles(ben, 'new_moments'), []);
      const [last] = (await pauses()).slice(-1);
      assert.ok((last?.run_at ?? 0) - Date.parse(open.createdAt) >= 180_000);
      await endAll();
      assert.deepEqual(await titles(ben, 'new_moments'), [`1 new moment in ${circle.name}`]);
      for (const who of people) await who.ask(notifications.markAllRead, {});
      await context().db.write(({ q }) => q.deleteFrom('notifications').execute());
    }
  });

  // NOTIFY-14
  test('photos that their reader does not see start neither a pause nor a day for them', async () => {
    const { people, circle } = await together('Ann2', 'Ben2', 'Cora2', 'Dan2');
    const [ann, ben, cora, dan] = people;
    assert.ok(ann && ben && cora && dan);
    await cora.ask(blocking.block, { id: ben.id });
    const album = await makeAlbum(ann, circle);
    await endAll();
    await addToAlbum(cora, album, 1);
    await addToAlbum(ann, album, 1);
    await endFirst();
    assert.deepEqual(await titles(dan, 'new_photos'), ['2 new photos in Summer']);
    assert.deepEqual(await titles(ben, 'new_photos'), [], 'no pause');
    await endAll();
    assert.deepEqual(await titles(ben, 'new_photos'), ['1 new photo in Summer'], 'no day');

    // Each reader's day is over at its own time.
    const [toldDan] = await bell(dan, 'new_photos');
    assert.ok(toldDan);
    await addToAlbum(ann, album, 1);
    await endAll();
    assert.deepEqual(await titles(ben, 'new_photos'), ['1 new photo in Summer']);
    const [waiting, ...more] = await pauses();
    assert.equal(more.length, 0);
    const firstEnd = Date.parse(toldDan.createdAt) + dayMs;
    assert.ok(Math.abs((waiting?.run_at ?? 0) - firstEnd) < 5_000);
    await context().db.write(({ q }) =>
      q
        .updateTable('notifications')
        .set({ created_at: 1 })
        .where('user_id', '=', (eb) =>
          eb.selectFrom('users').select('users.id').where('public_id', '=', dan.id),
        )
        .execute(),
    );
    await endAll();
    assert.deepEqual(await titles(dan, 'new_photos'), ['3 new photos in Summer']);
    assert.deepEqual(await titles(ben, 'new_photos'), ['1 new photo in Summer']);
    await context().db.write(({ q }) => q.updateTable('notifications').set({ created_at: 1 }).execute());
    await endAll();
    assert.deepEqual(await titles(ben, 'new_photos'), ['2 new photos in Summer']);
    assert.equal((await pauses()).length, 0);
  });

  // NOTIFY-14
  test('photos of an album notify a reader once a day, also one who deleted the entry', async () => {
    const { people, circle } = await together('Ann3', 'Ben3');
    const [ann, ben] = people;
    assert.ok(ann && ben);
    const album = await makeAlbum(ann, circle);
    await endAll();
    await addToAlbum(ann, album, 1);
    await endAll();
    const [told] = await bell(ben, 'new_photos');
    assert.ok(told);
    await ben.ask(notifications.remove, { id: told.id });
    assert.equal((await ben.call(notifications.remove, { id: told.id })).status, 404);
    await addToAlbum(ann, album, 1);
    await endAll();
    assert.deepEqual(await titles(ben, 'new_photos'), [], 'within the day');
    await context().db.write(({ q }) => q.updateTable('notifications').set({ created_at: 1 }).execute());
    await endAll();
    assert.deepEqual(
      (await bell(ben, 'new_photos')).map(({ title, isRead }) => [title, isRead]),
      [['1 new photo in Summer', false]],
    );
  });
});
