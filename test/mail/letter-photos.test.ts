import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import * as account from '../../contract/account.ts';
import * as posts from '../../contract/posts.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as usage from '../../contract/usage.ts';
import { findLetterPhotos, queueLetterPhotos } from '../../server/features/letters/photos.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const day = 24 * 60 * 60_000;

onDatabases('photos for letters', (server: () => TestServer) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  const shares = async (photo: Buffer): Promise<Post> => {
    const post = await ana.posts('With a photo', { to: family, photos: [photo] });
    await server().app.context.jobs.idle();
    return post;
  };
  const publicIdOf = (post: Post): string => (post.imageUrls[0] ?? '').slice(9, 9 + 32);
  const keyOf = async (post: Post): Promise<number> => {
    const { id } = await server()
      .app.context.db.read.selectFrom('images')
      .select('id')
      .where('public_id', '=', publicIdOf(post))
      .executeTakeFirstOrThrow();
    return id;
  };
  const makes = async (...ids: number[]): Promise<void> => {
    const { db, jobs } = server().app.context;
    await db.write((tx) => queueLetterPhotos(jobs, tx, ids));
    await jobs.idle();
  };
  const find = async (id: number) => (await findLetterPhotos(server().app.context, [id])).get(id);
  const copies = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of server().app.context.storage.list())
      if (key.includes('letter')) keys.push(key);
    return keys;
  };
  const sweep = async (): Promise<void> => {
    const { db, jobs } = server().app.context;
    await db.write((tx) =>
      tx.q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-letter-photos').execute(),
    );
    await jobs.idle();
  };

  // LETTER-43
  test('a photo gets one JPEG of at most 800 pixels, without metadata, that no address serves', async () => {
    const post = await shares(
      await sharp(await landscapePhoto(3000, 1500))
        .withExif({ IFD0: { Copyright: 'secret maker' } })
        .jpeg()
        .toBuffer(),
    );
    const id = await keyOf(post);
    assert.equal(await find(id), undefined);
    const used = await ana.ask(usage.metrics, {});
    await makes(id, id);
    const bytes = (await find(id))?.bytes;
    assert.ok(bytes);
    const read = await sharp(bytes).metadata();
    assert.deepEqual(
      [read.format, read.width, read.height, read.space, read.exif, read.icc],
      ['jpeg', 800, 400, 'srgb', undefined, undefined],
    );
    assert.deepEqual(await ana.ask(usage.metrics, {}), used);
    assert.deepEqual(await copies(), [`${publicIdOf(post)}-letter.jpg`]);
    for (const person of [ana, ben])
      for (const ending of ['jpg', 'webp'])
        assert.equal(
          (await person.request('GET', `/uploads/${publicIdOf(post)}-letter.${ending}`)).status,
          404,
        );

    const { storage } = server().app.context;
    await storage.remove(await copies());
    assert.equal(await find(id), undefined, 'a copy whose file is missing can be made again');
    await makes(id);
    assert.ok((await find(id))?.bytes);
    await ana.ask(posts.remove, { id: post.id });
    await server().app.context.jobs.idle();
    assert.deepEqual(await copies(), []);
  });

  test('a small and high photo is not enlarged', async () => {
    const id = await keyOf(await shares(await plainPhoto(300, 1200)));
    await makes(id);
    const { width, height } = await sharp((await find(id))?.bytes ?? Buffer.of()).metadata();
    assert.deepEqual([width, height], [200, 800]);
  });

  test('a photo whose file is missing or broken counts as one that cannot be made', async () => {
    const { storage } = server().app.context;
    for (const spoil of [
      (key: string) => storage.remove([key]),
      (key: string) => storage.put(key, Buffer.alloc(5_000)),
      async (key: string) =>
        storage.put(
          key,
          (
            await sharp(await plainPhoto())
              .webp()
              .toBuffer()
          ).subarray(0, 60),
        ),
    ]) {
      const post = await shares(await plainPhoto(300, 200));
      await spoil((post.imageUrls[0] ?? '').slice('/uploads/'.length));
      const id = await keyOf(post);
      await makes(id);
      assert.deepEqual(await find(id), { bytes: null });
      await ana.ask(posts.remove, { id: post.id });
    }
    await server().app.context.jobs.idle();
  });

  // LETTER-43
  test('the copy of a photo is deleted after 8 days, and can be made again', async () => {
    const id = await keyOf(await shares(await plainPhoto()));
    await makes(id);
    const { db } = server().app.context;
    const age = (days: number) =>
      db.write(({ q }) =>
        q
          .updateTable('letter_photos')
          .set({ made_at: Date.now() - days * day })
          .where('image_id', '=', id)
          .execute(),
      );
    await age(7.9);
    await sweep();
    assert.ok(await find(id));
    const earlier = await copies();
    await age(8.1);
    await sweep();
    assert.equal(await find(id), undefined);
    assert.equal((await copies()).length, earlier.length - 1);
    await makes(id);
    assert.ok(await find(id));
  });

  test('the copy of a photo that a report keeps is deleted with the moment', async () => {
    const post = await shares(await plainPhoto());
    const earlier = await copies();
    await makes(await keyOf(post));
    await ben.ask(reporting.create, {
      targetType: 'post',
      targetId: post.id,
      reportType: 'harassment',
      reason: 'Look',
    });
    await ana.ask(posts.remove, { id: post.id });
    await server().app.context.jobs.idle();
    assert.deepEqual(await copies(), earlier);
  });

  test('a copy that is made while its photo is deleted does not stay', async () => {
    const post = await shares(await plainPhoto());
    const { db, jobs, storage } = server().app.context;
    const id = await keyOf(post);
    const earlier = await copies();
    // As after a crash between writing the file and noting it.
    await db.write((tx) => queueLetterPhotos(jobs, tx, [id]));
    await ana.ask(posts.remove, { id: post.id });
    await storage.put(`${publicIdOf(post)}-letter.jpg`, Buffer.from('x'));
    await jobs.idle();
    assert.deepEqual(await copies(), earlier);
  });

  test('deleting an account deletes the copies of its photos', async () => {
    await makes(await keyOf(await shares(await plainPhoto())));
    assert.ok((await copies()).length > 0);
    await ana.removes(ben, family);
    await ana.ask(account.remove, { password });
    await server().app.context.jobs.idle();
    assert.deepEqual(await copies(), []);
  });
});
