import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { messages } from '../../contract/errors/errors.ts';
import { limits } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { messageOf, type Answer, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

/**
 * Lets nobody add a photo until so many wait for it, so that all of them have looked before the first one writes.
 * Where writers come one after another anyway there is nothing to hold.
 */
const holdImages = async (url: string | undefined, waiting: number): Promise<() => Promise<void>> => {
  if (url === undefined) return async () => {};
  // A transaction sees the others' activity as it was at its first look: who waits is asked beside it.
  const [client, watcher] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([client.connect(), watcher.connect()]);
  await client.query('begin');
  await client.query('lock table images in exclusive mode');
  return async () => {
    await until(async () => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length >= waiting;
    });
    await client.query('commit');
    await Promise.all([client.end(), watcher.end()]);
  };
};

onBothDatabases('attacks with photos that are never shared', (server) => {
  const leavePhotos = async (who: Person, number: number, createdAt: number): Promise<void> => {
    const { db } = server().app.context;
    const owner = await server().keyOf('users', who);
    const rows = Array.from({ length: number }, () => ({
      public_id: newId(),
      owner_id: owner,
      kind: 'photo' as const,
      post_id: null,
      position: 0,
      alt: null,
      width: 1,
      height: 1,
      placeholder: '',
      variants: '[]',
      bytes: 1,
      created_at: createdAt,
    }));
    await db.write(({ q }) => q.insertInto('images').values(rows).execute());
  };
  const photosOf = async (who: Person): Promise<number> => {
    const rows = await server()
      .app.context.db.read.selectFrom('images')
      .innerJoin('users', 'users.id', 'images.owner_id')
      .select('images.id')
      .where('users.public_id', '=', who.id)
      .execute();
    return rows.length;
  };

  // PHOTO-8
  test('photos that are never shared cannot fill the disk', async () => {
    const [eve, vic] = await server().members('Ewa', 'Ugo');
    const upload = async (who: Person): Promise<Answer> => {
      const form = new FormData();
      form.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      return who.call(media.upload, form);
    };
    await leavePhotos(eve, limits.photosWaiting - 1, Date.now());
    const last = await upload(eve);
    assert.equal(last.status, 201);
    const refused = await upload(eve);
    assert.deepEqual([refused.status, messageOf(refused)], [409, messages.photosWaiting]);
    assert.equal((await upload(vic)).status, 201, 'everybody has their own');
    await eve.ask(media.remove, { id: media.upload.output.parse(last.json).id });
    assert.equal((await upload(eve)).status, 201);
  });

  // PHOTO-8
  test('every uploaded photo that is not shared is deleted, at any rate of uploads', async () => {
    const eve = await server().member('Eda');
    const { db, jobs } = server().app.context;
    await leavePhotos(eve, 450, Date.now() - 25 * 60 * 60_000);
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute(),
    );
    await jobs.idle();
    assert.equal(await photosOf(eve), 0);
  });

  // PHOTO-8
  test('concurrent uploads cannot store more unshared photos than the limit', async () => {
    const eve = await server().member('Etta');
    await leavePhotos(eve, limits.photosWaiting - 1, Date.now());
    const photo = new Uint8Array(await plainPhoto(64, 48));
    const upload = () => {
      const form = new FormData();
      form.append('photo', new Blob([photo]), 'photo.jpg');
      return eve.call(media.upload, form);
    };
    const release = await holdImages(server().environment['DATABASE_URL'], 4);
    const uploads = Promise.all(Array.from({ length: 4 }, upload));
    await release();
    const statuses = (await uploads).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 409, 409, 409],
    );
  });
});
