import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import {
  asSender,
  composeMail,
  deliver,
  mailInSettings,
  momentAddress,
  type TestMail,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, onDatabase } from '../harness/test-server.ts';
import { recording } from '../harness/videos.ts';

onDatabases(
  'recordings in mails',
  (server) => {
    let ann: Person;
    let ben: Person;
    let eve: Person;
    let family: Circle;
    let post: Post;
    before(async () => {
      [ann, ben, eve] = await server().members('Ann', 'Ben', 'Eve');
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      await ann.adds(ben, family);
      post = await ann.posts('Who taught you to swim?', { to: family });
    });

    const sends = async (to: string, mail: Partial<TestMail>): Promise<void> =>
      deliver(server(), await composeMail({ from: ben.email, to, ...mail }), [to], { sender: ben.email });
    const memo = async (filename: string, contentType: string, name = 'memo.m4a') => ({
      filename,
      contentType,
      content: await recording(name),
    });
    const amr = { filename: 'voice.amr', contentType: 'audio/amr', content: Buffer.from('#!AMR\nsound') };
    const toPost = async () => momentAddress(server(), await asSender(server(), ben), post);
    const toFamily = async () => (await ben.ask(mailbox.mailAddress, { id: family.id })).address;
    const subjects = async () => (await server().mailsTo(ben)).map(({ subject }) => subject);
    const last = async () => (await ann.ask(comments.list, { id: post.id })).items.at(-1);
    const newest = async () => (await ann.feed()).items[0];

    test('a recording in an answer is the voice of a comment, with or without words', async () => {
      await sends(await toPost(), { attachments: [await memo('New Recording 5.m4a', 'audio/x-m4a')] });
      const spoken = await last();
      const [entry] = (await ben.ask(mailbox.mailsInMyName, {})).items;
      assert.equal(entry?.words, '▷ Voice, 0:01');
      assert.deepEqual([spoken?.content, spoken?.voice?.type], ['', 'audio/mp4']);
      assert.equal((await ann.request('GET', spoken?.voice?.url ?? '')).status, 200);
      assert.equal((await eve.request('GET', spoken?.voice?.url ?? '')).status, 404);
      const signal = await memo('voice.ogg', 'application/octet-stream', 'note.ogg');
      await sends(await toPost(), { text: 'My aunt did', attachments: [signal] });
      const both = await last();
      assert.deepEqual([both?.content, both?.voice?.type], ['My aunt did', 'audio/webm']);
      assert.deepEqual(await subjects(), []);
    });

    test('a recording that is sent to a circle is a moment, beside photos too, and a second delivery adds nothing', async () => {
      const photo = { filename: 'a.jpg', content: await plainPhoto() };
      const to = await toFamily();
      const raw = await composeMail({
        from: ben.email,
        to,
        text: 'Hear the sea',
        attachments: [photo, await memo('sea.m4a', 'video/mp4')],
      });
      for (let times = 0; times < 2; times += 1) await deliver(server(), raw, [to], { sender: ben.email });
      const moment = await newest();
      assert.deepEqual(
        [moment?.content, moment?.images.length, moment?.voice?.type],
        ['Hear the sea', 1, 'audio/mp4'],
      );
      assert.equal((await ann.feed()).items.filter(({ voice }) => voice).length, 1);
      assert.deepEqual(await subjects(), []);
    });

    test('a recording beside a heart is heard, and the heart counts', async () => {
      const voiced = await ann.posts('Ten years!', { to: family });
      const to = await momentAddress(server(), await asSender(server(), ben), voiced);
      await sends(to, { text: '❤️', attachments: [await memo('a.m4a', 'audio/mp4')] });
      const said = (await ann.ask(comments.list, { id: voiced.id })).items;
      assert.deepEqual(
        said.map(({ content, voice }) => [content, voice?.type]),
        [['', 'audio/mp4']],
      );
      assert.equal((await ann.ask(posts.get, { id: voiced.id })).likesCount, 1);
      assert.deepEqual(await subjects(), []);
    });

    test('a photo is a photo, also with the name of a sound', async () => {
      const photo = { filename: 'live.m4a', contentType: 'image/jpeg', content: await plainPhoto() };
      await sends(await toFamily(), { text: 'The lake', attachments: [photo] });
      const moment = await newest();
      assert.deepEqual([moment?.content, moment?.images.length, moment?.voice], ['The lake', 1, null]);
      assert.deepEqual(await subjects(), []);
    });

    test('a recording in another format is refused in words, and the words that came with it are kept', async () => {
      await sends(await toPost(), { text: 'The words arrive', attachments: [amr] });
      assert.deepEqual([(await last())?.content, (await last())?.voice], ['The words arrive', null]);
      await sends(await toFamily(), { text: 'Here too', attachments: [amr] });
      assert.deepEqual([(await newest())?.content, (await newest())?.voice], ['Here too', null]);
      const earlier = [await last(), await newest()];
      await sends(await toPost(), { attachments: [amr] });
      await sends(await toFamily(), { subject: 'IMG_1', attachments: [amr] });
      assert.deepEqual([await last(), await newest()], earlier);
      const mails = await server().mailsTo(ben);
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        [
          'Your e-mail arrived, your recording did not',
          'Your e-mail arrived, your recording did not',
          'Your recording was not shared',
          'Your recording was not shared',
        ],
      );
      for (const { text } of mails) assert.ok(text.replaceAll(/\s+/g, ' ').includes(messages.voiceType));
    });
  },
  mailInSettings,
);

onDatabase(
  'sqlite',
  'the limit of recordings in mails',
  (server) => {
    // VOICE-10
    test('recordings in mails count among the 30 an hour', async () => {
      const [ann, ben] = await server().members('Ann', 'Ben');
      const family = await ann.makesCircle('Family');
      await ann.adds(ben, family);
      const { address } = await ben.ask(mailbox.mailAddress, { id: family.id });
      const attachment = {
        filename: 'a.m4a',
        contentType: 'audio/mp4',
        content: await recording('memo.m4a'),
      };
      const raw = await composeMail({ from: ben.email, to: address, attachments: [attachment] });
      await deliver(server(), raw, [address], { sender: ben.email });
      assert.equal((await ann.feed()).items.length, 1);
      for (let sent = 1; sent < 30; sent += 1)
        assert.equal((await ben.call(media.addVoice, new FormData())).status, 400);
      assert.equal((await ben.call(media.addVoice, new FormData())).status, 429);
    });
  },
  { ...mailInSettings, RATE_LIMIT_FACTOR: '1' },
);
