import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { before, test } from 'node:test';
import { messages } from '../../contract/errors/errors.ts';
import * as media from '../../contract/media.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import { sweepExpired } from '../../server/features/auth/session.ts';
import { dropPhotos } from '../../server/features/media/photos.ts';
import { isUpload } from '../../server/platform/images/receive.ts';
import type { Answer, Person } from '../harness/person.ts';
import { landscapePhoto, noisePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabases, TestServer } from '../harness/test-server.ts';
import { until } from '../nodes/machines.ts';

const issuesOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'issues');

onDatabases('photos that are uploaded before their moment is shared', (server, testOnBoth) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  const upload = async (who: Person, bytes?: Uint8Array) => {
    const form = new FormData();
    form.append('photo', new Blob([new Uint8Array(bytes ?? (await plainPhoto()))]), 'photo.jpg');
    return who.ask(media.upload, form);
  };
  const form = (photoIds: readonly string[], more: Record<string, string> = {}) => {
    const made = new FormData();
    const fields = {
      circleIds: JSON.stringify([family.id]),
      photoIds: JSON.stringify(photoIds),
      ...more,
    };
    for (const [name, value] of Object.entries(fields)) made.set(name, value);
    return made;
  };
  const refusal = { path: 'photoIds', message: messages.photoGone };

  // PHOTO-1, PHOTO-8
  test('an uploaded photo is seen by its uploader alone until it is shared, and then by those who see the moment', async () => {
    const photo = await upload(ana);
    assert.equal((await ana.request('GET', photo.url)).status, 200);
    assert.equal((await ben.request('GET', photo.url)).status, 404);
    const post = await ana.ask(posts.create, form([photo.id]));
    assert.equal(post.images.length, 1);
    assert.equal((await ben.request('GET', photo.url)).status, 200);
  });

  test('uploaded photos keep the order of their ids and their captions, before photos sent with the moment', async () => {
    const [first, second] = [await upload(ana), await upload(ana, await landscapePhoto())];
    const both = form([second.id, first.id], { alts: JSON.stringify(['second', 'first', 'third']) });
    both.append('media', new Blob([new Uint8Array(await plainPhoto())]), 'third.jpg');
    const { images } = await ana.ask(posts.create, both);
    assert.deepEqual(
      images.map(({ alt }) => alt),
      ['second', 'first', 'third'],
    );
    assert.deepEqual(
      images.slice(0, 2).map(({ variants }) => variants[0]?.url),
      [second.url, first.url],
    );
  });

  test('the full-size copy of a photo is made only after the photo is shared', async () => {
    const photo = await upload(ana);
    const full = photo.url.replace('-480.webp', '-full.jpg');
    await server().app.context.jobs.idle();
    assert.equal((await ana.request('GET', full)).status, 404);
    await ana.ask(posts.create, form([photo.id]));
    await server().app.context.jobs.idle();
    assert.equal((await ben.request('GET', full)).status, 200);
  });

  // PHOTO-8
  test('photos that belong to others or another moment, were taken back or never existed are refused alike', async () => {
    const used = await upload(ana);
    await ana.ask(posts.create, form([used.id]));
    const back = await upload(ana);
    await ana.ask(media.remove, { id: back.id });
    assert.equal((await ana.request('GET', back.url)).status, 404);
    const bens = await upload(ben);
    for (const id of [bens.id, used.id, back.id, '0'.repeat(32), '']) {
      const answer = await ana.call(posts.create, form([id]));
      assert.equal(answer.status, 400);
      assert.deepEqual(issuesOf(answer), [refusal]);
    }
    await ben.ask(media.remove, { id: bens.id });
  });

  test('an uploaded photo can be taken back by its uploader alone, and only before it is shared', async () => {
    const photo = await upload(ana);
    assert.equal((await ben.call(media.remove, { id: photo.id })).status, 404);
    await ana.ask(posts.create, form([photo.id]));
    assert.equal((await ana.call(media.remove, { id: photo.id })).status, 404);
    assert.equal((await ana.request('GET', photo.url)).status, 200);
  });

  test('a cleanup after a lost answer keeps photos that are in use', async () => {
    const { context } = server().app;
    const photo = await upload(ana);
    const post = await ana.ask(posts.create, form([photo.id]));
    const picture = new FormData();
    picture.set('profileImage', new Blob([new Uint8Array(await plainPhoto())]), 'me.jpg');
    await ana.request('PATCH', '/api/users/profile', { form: picture });
    const images = await context.db.read
      .selectFrom('images')
      .innerJoin('users', 'users.id', 'images.owner_id')
      .select('images.id')
      .where('users.public_id', '=', ana.id)
      .execute();
    // As after a commit whose answer was lost with the connection.
    assert.equal(await dropPhotos(context, images), 0);
    await context.jobs.idle();
    await ana.sees(post);
    const { profileImageUrl } = await ana.ask(members.profile, { usernameOrId: ana.id });
    assert.equal((await ana.request('GET', profileImageUrl ?? '')).status, 200);
  });

  // PHOTO-8
  testOnBoth('of two concurrent moments with the same photo one gets it', async () => {
    const photo = await upload(ana);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ana.call(posts.create, form([photo.id]))),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 3);
  });

  // REQUEST-5
  testOnBoth('four concurrent identical calls make one moment', async () => {
    const photo = await upload(ana);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        ana.request('POST', '/api/posts', {
          form: form([photo.id], { content: 'Once' }),
          headers: { 'idempotency-key': 'the same' },
        }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    const { items } = await ana.ask(posts.feed, {});
    assert.equal(items.filter(({ content }) => content === 'Once').length, 1);
  });

  // REQUEST-5
  testOnBoth(
    'a photo that is uploaded again with its key is stored once, also after its moment was shared',
    async () => {
      const cleo = await server().member('Cleo');
      const bytes = await plainPhoto();
      const again = (who: Person, photo: Uint8Array = bytes) => {
        const body = new FormData();
        body.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg');
        return who.request('POST', '/api/photos', { form: body, headers: { 'idempotency-key': 'a photo' } });
      };
      const { db } = server().app.context;
      const stored = async () =>
        (
          await db.read
            .selectFrom('images')
            .select('public_id')
            .where('owner_id', '=', await server().keyOf('users', cleo))
            .execute()
        ).length;
      const answers = await Promise.all([again(cleo), again(cleo), again(cleo)]);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      assert.equal((await again(cleo)).text, answers[0].text);
      assert.equal(await stored(), 1);
      const id = String(Reflect.get(Object(answers[0].json), 'id'));
      const { id: moment } = await cleo.ask(
        posts.create,
        form([id], { circleIds: JSON.stringify([(await cleo.makesCircle('Own')).id]) }),
      );
      assert.equal((await again(cleo)).text, answers[0].text);
      assert.equal(await stored(), 1);
      assert.equal((await again(cleo, await landscapePhoto())).status, 422);
      assert.notEqual((await again(ben)).text, answers[0].text, "a key is its member's own");
      await cleo.ask(posts.remove, { id: moment });
      const other = await again(cleo);
      assert.deepEqual([other.status, other.text === answers[0].text], [201, false]);
      assert.equal((await again(cleo)).text, other.text);
      assert.equal(await stored(), 1);
    },
  );

  // REQUEST-5
  testOnBoth('a key is known for longer than a browser keeps what it could not send', async () => {
    const { db } = server().app.context;
    const share = async () => {
      const headers = { 'idempotency-key': 'from the tunnel' };
      return (await ana.request('POST', '/api/posts', { form: form([], { content: 'Late' }), headers })).text;
    };
    const ageBy = async (days: number) => {
      await db.write(({ q }) =>
        q
          .updateTable('repeated_calls')
          .set({ created_at: Date.now() - days * 24 * 60 * 60_000 })
          .execute(),
      );
      await sweepExpired(db);
    };
    const first = await share();
    await ageBy(60);
    assert.equal(await share(), first);
    await ageBy(63);
    assert.notEqual(await share(), first);
  });

  test('a missing photo, too many photos and too many words are refused with a sentence', async () => {
    const nothing = await ana.call(media.upload, new FormData());
    assert.equal(nothing.status, 400);
    const eleven = await ana.call(posts.create, form(Array.from({ length: 11 }, (_, at) => String(at))));
    assert.equal(eleven.status, 400);
    assert.match(eleven.text, new RegExp(messages.tooManyPhotos));
    const photo = await upload(ana);
    const wordy = await ana.call(posts.create, form([photo.id], { content: 'x'.repeat(5_001) }));
    assert.deepEqual(
      [wordy.status, issuesOf(wordy)],
      [400, [{ path: 'content', message: messages.textTooLong }]],
    );
    // A refused form can be sent again.
    const story = 'x'.repeat(5_000);
    const shared = await ana.ask(posts.create, form([photo.id], { content: story }));
    assert.equal(shared.content, story);
    const edit = (content: string) => ana.call(posts.edit, { id: shared.id, content });
    assert.deepEqual(
      [(await edit(`${story.slice(1)}y`)).status, (await edit(`${story}y`)).status],
      [200, 400],
    );
  });
});

const photoForm = (field: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  return form;
};

// PHOTO-10
test('a member who fills the queue of photos does not delay other members', async () => {
  // Its processes are stopped.
  const server = await TestServer.open('sqlite', {}, { photoPool: undefined });
  try {
    const [hostile, ana] = await server.members('Hostile', 'Ana');
    const photo = await noisePhoto(1_000, 750);
    const { images } = server.app.context;
    let done = 0;
    const fill = (count: number) =>
      Array.from({ length: count }, async () => {
        const answer = await hostile.call(media.upload, photoForm('photo', photo));
        if (answer.status === 201) done += 1;
        return answer;
      });
    const first = fill(2);
    await until('two photos of the member are under way', async () => images.pids.length === 2);
    // Stopped processes keep the queue full, however fast the photos arrive.
    const stopped = images.pids;
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const filling = [...first, ...fill(38)];
    const firstRefused = await Promise.any(
      filling.map(async (upload) => {
        const answer = await upload;
        assert.equal(answer.status, 503);
        return answer;
      }),
    );
    assert.deepEqual(Reflect.get(Object(firstRefused.json), 'message'), messages.serverBusy);
    assert.equal(firstRefused.headers.get('retry-after'), '10');
    const doneBefore = done;
    const uploaded = await ana.call(media.upload, photoForm('photo', photo));
    assert.equal(uploaded.status, 201, uploaded.text);
    assert.equal(done, doneBefore, 'Ana’s photo waits for none of the full queue');
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    const statuses = (await Promise.all(filling)).map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 201 || status === 503));
    assert.ok(done >= 22, `two under way and twenty that wait are taken, ${done} were`);
    // The server deletes a temporary file right after its answer.
    const left = async () => (await readdir(server.app.context.tmpDir)).filter((name) => isUpload(name));
    await until('no temporary file is left', async () => (await left()).length === 0);
  } finally {
    for (const pid of server.app.context.images.pids) process.kill(pid, 'SIGCONT');
    await server.close();
  }
});

// PHOTO-10
test('the hourly limit of uploads counts files and megapixels, also of profile pictures', async () => {
  // 12 files, and 80 megapixels.
  const server = await TestServer.open('sqlite', { RATE_LIMIT_FACTOR: '0.02' });
  try {
    const { limits } = server.app.context;
    const uses = async (who: Person, rate: 'photos' | 'photoMegapixels', points: number) => {
      const id = await server.keyOf('users', who);
      await limits.count(rate, String(id), points);
    };
    const photo = await plainPhoto();
    const newcomer = await server.member('Newcomer', { isVerified: false });
    await uses(newcomer, 'photoMegapixels', 81);
    const picture = photoForm('profileImage', photo);
    assert.equal((await newcomer.request('PATCH', '/api/users/profile', { form: picture })).status, 429);
    const ana = await server.member('Ana');
    const upload = async () => (await ana.call(media.upload, photoForm('photo', photo))).status;
    await uses(ana, 'photoMegapixels', 80);
    assert.deepEqual([await upload(), await upload()], [201, 429]);
    await uses(ana, 'photos', 12);
    const post = photoForm('media', photo);
    post.set('circleIds', JSON.stringify([(await ana.makesCircle('Family')).id]));
    assert.equal((await ana.call(posts.create, post)).status, 429);
  } finally {
    await server.close();
  }
});
