import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as likes from '../../contract/likes.ts';
import * as media from '../../contract/media.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import { compareFiles } from '../../server/features/media/expected-files.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { messageOf, type Person } from '../harness/person.ts';
import {
  type DefineTest,
  onDatabase,
  onDatabases,
  password,
  type TestServer,
} from '../harness/test-server.ts';
import { recording, uploadVoice, voiceForm } from '../harness/videos.ts';

const speaking = (server: () => TestServer, testOnBoth: DefineTest): void => {
  let ana: Person;
  let ben: Person;
  let eve: Person;
  let chief: Person;
  let family: Circle;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
    [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  afterEach(async () => {
    for (const who of [chief, ana, ben]) await server().mailsTo(who);
  });

  const storedFiles = async (): Promise<string[]> => {
    await server().app.context.jobs.idle();
    return (await Array.fromAsync(server().app.context.storage.list())).map(({ key }) => key);
  };
  const isStored = async ({ id }: { id: string }) => (await storedFiles()).some((key) => key.startsWith(id));
  const statuses = (url: string, ...people: Person[]) =>
    Promise.all(people.map(async (who) => (await who.request('GET', url)).status));
  const says = (who: Person, voiceId: string, content = '') =>
    who.posts(content, { to: family, more: { voiceId } });

  // VOICE-4
  testOnBoth(
    'a voice is its uploader’s alone until it is shared, and then of those who see its moment',
    async () => {
      const wave = Array.from({ length: 64 }, (_, at) => at * 4);
      const form = await voiceForm('note.webm', 'Bread with caraway');
      form.set('wave', JSON.stringify(wave));
      const voice = await ana.ask(media.addVoice, form);
      assert.deepEqual([voice.type, voice.words, voice.wave], ['audio/webm', 'Bread with caraway', wave]);
      assert.ok(voice.seconds > 0.9 && voice.seconds < 1.2);
      assert.deepEqual(await statuses(voice.url, ana, ben, eve, chief), [200, 404, 404, 404]);

      const post = await says(ana, voice.id);
      assert.deepEqual(post.voice, voice);
      assert.deepEqual([post.images, post.photosCount], [[], 0]);
      assert.deepEqual((await ben.feed()).items[0]?.voice, voice);
      assert.deepEqual((await ben.ask(posts.get, { id: post.id })).voice, voice);
      assert.deepEqual(await statuses(voice.url, ana, ben, eve, chief), [200, 200, 404, 404]);
      assert.equal((await server().visitor().request('GET', voice.url)).status, 401);
      await ben.sees(post);
      await eve.doesNotSee(post);

      await ana.removes(ben, family);
      assert.deepEqual(await statuses(voice.url, ben), [404]);
      await ana.adds(ben, family);
      assert.deepEqual(await statuses(voice.url, ben), [200]);
      await ben.ask(blocking.block, { id: ana.id });
      assert.deepEqual(await statuses(voice.url, ana, ben), [200, 404]);
      await ben.ask(blocking.unblock, { id: ana.id });
      await ana.adds(ben, family);
      const hidden = await uploadVoice(ana);
      const hiddenFrom = JSON.stringify([ben.id]);
      const other = await ana.posts('', { to: family, more: { voiceId: hidden.id, hiddenFrom } });
      const heard = [post, other].map(async ({ id }) => (await ana.ask(posts.get, { id })).voice);
      assert.deepEqual(await Promise.all(heard), [voice, hidden], 'each its own');
      assert.deepEqual(await statuses(hidden.url, ana, ben), [200, 404]);
    },
  );

  // VOICE-4
  test('a voice is served in ranges, and no cache keeps what a report shows', async () => {
    const voice = await uploadVoice(ana);
    await says(ana, voice.id);
    const whole = await ben.fetch('GET', voice.url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.deepEqual(
      ['content-type', 'content-length', 'cache-control', 'accept-ranges'].map((name) =>
        whole.headers.get(name),
      ),
      ['audio/webm', String(voice.bytes), 'private, max-age=604800, immutable', 'bytes'],
    );
    const part = await ben.fetch('GET', voice.url, { headers: { range: 'bytes=100-199' } });
    assert.deepEqual(
      [part.status, part.headers.get('content-range')],
      [206, `bytes 100-199/${bytes.length}`],
    );
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 200));
    for (const headers of [{}, { range: 'bytes=0-9' }])
      assert.equal((await eve.request('GET', voice.url, { headers })).status, 404);
  });

  test('a voice belongs to one moment or comment, and to nobody but its uploader', async () => {
    const voice = await uploadVoice(ana);
    const form = (voiceId: string) => {
      const data = new FormData();
      data.set('circleIds', JSON.stringify([family.id]));
      data.set('voiceId', voiceId);
      return data;
    };
    const stolen = await ben.call(posts.create, form(voice.id));
    assert.deepEqual([stolen.status, messageOf(stolen)], [400, messages.voiceGone]);
    const post = await says(ana, voice.id);
    for (const answer of [
      await ana.call(posts.create, form(voice.id)),
      await ana.call(comments.add, { id: post.id, voiceId: voice.id }),
      await ana.call(posts.create, form('0'.repeat(32))),
    ])
      assert.deepEqual([answer.status, messageOf(answer)], [400, messages.voiceGone]);
    assert.equal((await ana.call(media.remove, { id: voice.id })).status, 404, 'a shared voice stays');
    const other = await uploadVoice(ana);
    assert.equal((await ben.call(media.remove, { id: other.id })).status, 404);
    await ana.ask(media.remove, { id: other.id });
    assert.equal(await isStored(other), false);
  });

  testOnBoth('two requests at the same time cannot share one voice twice', async () => {
    const voice = await uploadVoice(ana);
    const share = () => {
      const data = new FormData();
      data.set('circleIds', JSON.stringify([family.id]));
      data.set('voiceId', voice.id);
      return ana.call(posts.create, data);
    };
    const answers = await Promise.all([share(), share(), share()]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 400, 400],
    );
  });

  testOnBoth('a comment can be a voice, which keeps to the circle of the comment', async () => {
    const post = await ana.posts('What was it?', { to: family });
    const voice = await uploadVoice(ben, 'memo.m4a', 'Rye and caraway');
    const said = await ben.ask(comments.add, { id: post.id, voiceId: voice.id });
    assert.deepEqual([said.content, said.voice], ['', voice]);
    assert.equal(voice.type, 'audio/mp4');
    assert.equal((await ana.ask(notifications.list, {})).items[0]?.quote, '▷ Voice, 0:01');
    assert.deepEqual((await ana.ask(comments.list, { id: post.id })).items[0]?.voice, voice);
    assert.deepEqual(await statuses(voice.url, ana, ben, eve, chief), [200, 200, 404, 404]);
    const cleo = await server().member('Cleo');
    const other = await ana.makesCircle('Other');
    await ana.adds(cleo, other);
    const twice = await ana.posts('In two circles', { to: [family, other] });
    const inFamily = await uploadVoice(ben);
    await ben.ask(comments.add, { id: twice.id, voiceId: inFamily.id });
    assert.deepEqual(await statuses(inFamily.url, ana, cleo), [200, 404]);
    const empty = await ben.call(comments.add, { id: post.id });
    assert.deepEqual([empty.status, messageOf(empty)], [400, messages.commentEmpty]);

    await ben.ask(comments.remove, { id: said.id });
    assert.deepEqual(await statuses(voice.url, ana, ben), [404, 404]);
    assert.equal(await isStored(voice), false);
    await ana.ask(posts.remove, { id: twice.id });
    assert.equal(await isStored(inFamily), false, 'with its moment');
  });

  // VOICE-4
  testOnBoth(
    'who hears one spoken comment hears no other of its speaker, and none under a moment out of sight',
    async () => {
      const cleo = await server().member('Cleo2');
      const [choir, other] = [await ana.makesCircle('Choir'), await ana.makesCircle('Other choir')];
      for (const who of [ben, cleo]) await ana.adds(who, choir);
      await ana.adds(cleo, other);
      const speaks = async (post: { id: string }) => {
        const { id: voiceId, url } = await uploadVoice(cleo);
        await cleo.ask(comments.add, { id: post.id, voiceId });
        return url;
      };
      const seen = await speaks(await ana.posts('For the choir', { to: choir }));
      const elsewhere = await speaks(await ana.posts('For the other choir', { to: other }));
      const hiddenFrom = JSON.stringify([ben.id]);
      const hidden = await speaks(await ana.posts('Not for Ben', { to: choir, more: { hiddenFrom } }));
      const answers = await Promise.all([seen, elsewhere, hidden].map((url) => statuses(url, ana, ben)));
      assert.deepEqual(answers, [
        [200, 200],
        [200, 404],
        [200, 404],
      ]);
      await server().mailsTo(cleo);
    },
  );

  // MOMENT-17
  testOnBoth('the words beside a voice may be taken away, and only there', async () => {
    const post = await says(ana, (await uploadVoice(ana)).id, 'Listen');
    assert.equal((await ana.ask(posts.edit, { id: post.id, content: '' })).content, '');
    await ben.ask(likes.like, { id: post.id });
    const [news] = (await ana.ask(notifications.list, {})).items;
    assert.deepEqual([news?.kind, news?.quote], ['like', '▷ Voice, 0:01']);
    const { id: voiceId } = await uploadVoice(ben);
    const said = await ben.ask(comments.add, { id: post.id, content: 'Me too', voiceId });
    const edited = await ben.ask(comments.edit, { id: said.id, content: '' });
    assert.deepEqual([edited.content, edited.voice?.type], ['', 'audio/webm']);
    const written = await ben.comments(post, 'Only words');
    const emptied = await ben.call(comments.edit, { id: written.id, content: '' });
    assert.deepEqual([emptied.status, messageOf(emptied)], [400, messages.commentEmpty]);
  });

  test('the check of files notices that the file of a shared voice is gone', async () => {
    const { context } = server().app;
    const voice = await uploadVoice(ana);
    const post = await says(ana, voice.id);
    await context.storage.remove((await storedFiles()).filter((key) => key.startsWith(voice.id)));
    const { faults } = await compareFiles(context);
    assert.deepEqual(faults, [`photo ${voice.id} is without 1 of its 1 files`]);
    await ana.ask(posts.remove, { id: post.id });
  });

  // VOICE-10
  test('a recording that is not shared is deleted within a day, and a shared one stays', async () => {
    const { db, jobs } = server().app.context;
    const [waiting, shared, answered] = [
      await uploadVoice(ana),
      await uploadVoice(ana),
      await uploadVoice(ana),
    ];
    const post = await says(ana, shared.id);
    await ana.ask(comments.add, { id: post.id, voiceId: answered.id });
    await db.write(async ({ q }) => {
      const old = Date.now() - 25 * 60 * 60_000;
      await q.updateTable('images').set({ created_at: old }).where('kind', '=', 'voice').execute();
      await q
        .updateTable('images')
        .set({ added_at: old })
        .where('kind', '=', 'voice')
        .where('added_at', 'is not', null)
        .execute();
      await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute();
    });
    await jobs.idle();
    assert.deepEqual(await Promise.all([waiting, shared, answered].map(isStored)), [false, true, true]);
    assert.deepEqual(await statuses(shared.url, ben), [200]);
  });

  test('what is no recording is refused in words, and nothing of it is stored', async () => {
    const stored = await storedFiles();
    const send = async (sound: Blob | null, more: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(more)) form.set(name, value);
      if (sound) form.set('sound', sound);
      const answer = await eve.call(media.addVoice, form);
      return [answer.status, messageOf(answer)];
    };
    const sound = new Blob([new Uint8Array(await recording())]);
    assert.deepEqual(await send(new Blob(['#!AMR\nsound'])), [415, messages.voiceType]);
    assert.deepEqual(await send(new Blob([new Uint8Array(9 * 1024 * 1024)])), [413, messages.voiceTooLarge]);
    assert.deepEqual(await send(null), [400, messages.voiceMissing]);
    const bad: Record<string, string>[] = [
      { wave: '[1,2]' },
      { wave: JSON.stringify(Array.from({ length: 64 }, () => 256)) },
      { wave: 'x' },
      { words: 'x'.repeat(2_001) },
      { more: '1' },
    ];
    for (const fields of bad) assert.equal((await send(sound, fields))[0], 400, JSON.stringify(fields));
    assert.deepEqual(await storedFiles(), stored);
  });

  // VOICE-10
  test('a repeated upload is stored once', async () => {
    const send = async () =>
      ana.request('POST', '/api/voices', {
        form: await voiceForm(),
        headers: { 'idempotency-key': 'the same voice' },
      });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status, second.json], [201, 201, first.json]);
  });

  test('a letter draws a voice, says how long it is, and never carries the sound', async () => {
    const [ida, jan] = await server().members('Ida', 'Jan');
    const circle = await ida.makesCircle('Letters', { lettersCarry: 'content' });
    await ida.adds(jan, circle);
    const form = await voiceForm('memo.m4a');
    form.set('wave', JSON.stringify(Array.from({ length: 64 }, (_, at) => at * 4)));
    const { id } = await ida.ask(media.addVoice, form);
    const post = await ida.posts('', { to: circle, more: { voiceId: id } });
    await makeAllLetters(server().app.context);
    const [letter] = await server().mailsTo(jan);
    assert.match(letter?.text ?? '', /▷ Voice, 0:01/);
    assert.match(letter?.html ?? '', new RegExp(`<a [^>]*href="[^"]*${post.id}"[^>]*>▷ Voice, 0:01</a>`));
    assert.match(letter?.html ?? '', /<span [^>]*aria-hidden="true"[^>]*>▁▁▂▂▃▃▄▄▅▅▆▆▇▇██<\/span>/);
    assert.doesNotMatch(JSON.stringify(letter), /audio\//);
    // Everybody else gets the letters of the tests before.
    for (const { to } of server().mailbox.left) server().mailbox.take(to);
  });

  // VOICE-9
  testOnBoth('deleting the account deletes its voices', async () => {
    const kim = await server().member('Kim');
    const circle = await kim.makesCircle('Mine');
    const [voice, waiting] = [await uploadVoice(kim), await uploadVoice(kim)];
    await kim.posts('', { to: circle, more: { voiceId: voice.id } });
    await kim.ask(account.remove, { password });
    assert.deepEqual(await Promise.all([voice, waiting].map(isStored)), [false, false]);
  });
};

onDatabases('voices', speaking);

onDatabase(
  'sqlite',
  'the limit of voices',
  (server) => {
    // VOICE-10
    test('a member uploads at most 30 recordings an hour', async () => {
      const dora = await server().member('Dora');
      for (let sent = 0; sent < 30; sent += 1)
        assert.equal((await dora.call(media.addVoice, new FormData())).status, 400);
      assert.equal((await dora.call(media.addVoice, await voiceForm())).status, 429);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
