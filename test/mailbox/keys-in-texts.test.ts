import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as imports from '../../contract/imports.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as albums from '../../contract/albums.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { removeStoredKeys } from '../../server/features/mailbox/stored-keys.ts';
import { photosOfAlbum, uploadPhotos } from '../harness/albums.ts';
import { LetterBrowser, letterTo } from '../harness/letter-browser.ts';
import {
  asSender,
  circleAddress,
  composeMail,
  deliver,
  joinByLetter,
  mailInSettings,
  type MailboxMember,
  momentAddress,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import type { Mail } from '../harness/mailbox.ts';
import { onDatabases } from '../harness/test-server.ts';
import { type Answer, answersTo, forwardsOf } from './answer-shapes.ts';

onDatabases(
  'keys of letters in texts',
  (server) => {
    let ann: Person;
    let ben: Person;
    let family: Circle;
    let rosa: MailboxMember;
    let post: Post;
    let page: string;
    let letter: Mail;
    /** Words around lines of Rosa's letter. */
    let pasted: string;
    const kept = 'Hello\nGoodbye';

    before(async () => {
      ann = await server().member('Ann', { isAdmin: true });
      ben = await server().member('Ben');
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      await ann.adds(ben, family);
      rosa = await joinByLetter(server(), ann, family, 'Rosa', { verifies: true });
      post = await ann.posts('First steps', { to: family });
      await ann.posts('For two words', { to: family });
      ({ mail: letter, page } = await letterTo(server(), rosa));
      await server().mailsTo(ben);
      const lines = letter.text.split('\n').filter((line) => /[a-z2-7]{26}/.test(line));
      assert.ok(lines.length >= 5, letter.text);
      pasted = ['Hello', ...lines, 'Goodbye'].join('\n');
    });

    const write = async (to: string, text: string) =>
      deliver(server(), await composeMail({ from: rosa.email, to, subject: 'Re: Hello', text }), [to]);

    // MAILBOX-57
    test('a mail shares no key of a letter, in a comment or a moment', async () => {
      await write(await momentAddress(server(), rosa, post), pasted);
      assert.deepEqual(await ben.reads(post), [kept]);
      await write(await circleAddress(server(), rosa, family), pasted);
      assert.equal((await ben.feed({})).items[0]?.content, kept);
    });

    /** Sends answers to a mail by SMTP, as their sender's mail program writes them. */
    const answer = async (from: MailboxMember, to: string, { subject }: Mail, answers: Answer[]) => {
      const port = server().app.mailPort ?? 0;
      const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
      for (const { text, html } of answers) {
        const mail = { from: from.email, to, subject: `Re: ${subject}` };
        const raw = await composeMail({ ...mail, ...(text && { text }), ...(html && { html }) });
        await transport.sendMail({ envelope: { from: from.email, to }, raw });
        await server().app.context.jobs.idle();
      }
    };

    // MAILBOX-57
    test('answers that quote the letter arrive by SMTP as the words of their sender', async () => {
      const to = await momentAddress(server(), rosa, post);
      const earlier = await ben.reads(post);
      const answers = answersTo(letter, ['So sweet']).filter((_, at) => at % 60 === 0);
      await answer(rosa, to, letter, answers);
      assert.deepEqual(await ben.reads(post), [...earlier, ...answers.map(() => 'So sweet')]);
    });

    test('answers of a member with an account arrive from Gmail, Outlook and Apple Mail', async () => {
      const sender = await asSender(server(), ben);
      await makeAllLetters(server().app.context);
      await server().mailsTo(ann);
      const [mail] = await server().mailsTo(ben);
      assert.ok(mail);
      const names = [
        'Gmail, English, both',
        'Outlook on the web, English',
        'Outlook, German, HTML',
        'Apple Mail, HTML',
      ];
      const answers = answersTo(mail, ['Well done']).filter(({ name }) => names.includes(name));
      assert.equal(answers.length, names.length);
      const earlier = await ben.reads(post);
      await answer(sender, await momentAddress(server(), sender, post), mail, answers);
      assert.deepEqual(await ann.reads(post), [...earlier, ...names.map(() => 'Well done')]);
    });

    test('a mail that is forwarded to a circle is shared with its photo', async () => {
      const to = await circleAddress(server(), rosa, family);
      const photo = { filename: 'roses.jpg', content: await plainPhoto(), cid: 'one@x' };
      const forwards = forwardsOf('Look at these').filter(({ html }) => html !== undefined);
      // Words beside a photo may be as long as others.
      const story = 'Look at these, '.repeat(12).trim();
      await deliver(
        server(),
        await composeMail({ from: rosa.email, to, subject: 'Garden', text: story, attachments: [photo] }),
        [to],
      );
      assert.equal((await ben.feed({})).items[0]?.content, story);
      for (const { name, text, html } of forwards.slice(-4)) {
        const mail = { from: rosa.email, to, subject: 'Fwd: Garden', attachments: [photo] };
        const raw = await composeMail({ ...mail, ...(text && { text }), ...(html && { html }) });
        await deliver(server(), raw, [to]);
        const [moment] = (await ben.feed({})).items;
        assert.equal(moment?.images.length, 1, name);
        assert.match(moment.content, /^Look at these(?:\s+The roses in November)?$/, name);
      }
      const [inText] = forwardsOf('').filter(({ html }) => html === undefined);
      await deliver(
        server(),
        await composeMail({ from: rosa.email, to, subject: 'Fwd: Garden', text: inText?.text ?? '' }),
        [to],
      );
      assert.equal((await ben.feed({})).items[0]?.content, 'The roses in November');
      assert.deepEqual(await server().mailsTo(rosa), []);
    });

    // MAILBOX-57
    test('the page of a letter shares no key of a letter', async () => {
      const browser = new LetterBrowser(server());
      await browser.becomesKnown(server(), page, rosa);
      const fresh = await ann.posts('On the page', { to: family });
      const { status } = await browser.post(`${page}/posts/${fresh.id}/comments`, { content: pasted });
      assert.equal(status, 303);
      assert.deepEqual(await ben.reads(fresh), [kept]);
    });

    // MAILBOX-57
    test('keys that an earlier version has stored are removed after the update', async () => {
      const { db } = server().app.context;
      const moment = await ben.posts('An old moment', { to: family });
      await ben.comments(moment, 'An old comment');
      await ben.comments(moment, 'A key alone');
      await db.write(async ({ q }) => {
        const [address = ''] = /\S*[a-z2-7]{26}\S*/.exec(pasted) ?? [];
        await q
          .updateTable('posts')
          .set({ content: pasted })
          .where('content', '=', 'An old moment')
          .execute();
        for (const [written, stored] of [
          ['An old comment', pasted],
          ['A key alone', address],
        ] as const)
          await q.updateTable('comments').set({ content: stored }).where('content', '=', written).execute();
        // An earlier version has no such mark.
        await q.deleteFrom('meta').where('key', '=', 'stored-keys-removed').execute();
      });
      await removeStoredKeys(server().app.context);
      assert.equal((await ann.ask(posts.get, { id: moment.id })).content, kept);
      assert.deepEqual(await ann.reads(moment), [kept, '…']);
    });

    // MAILBOX-57
    test('members with an account share no key of a letter, in whatever they write', async () => {
      const [photo] = await uploadPhotos(ben, 1);
      const alts = JSON.stringify([pasted]);
      const moment = await ben.posts(pasted, { to: family, photoIds: [photo ?? ''], more: { alts } });
      assert.deepEqual([moment.content, moment.images[0]?.alt], [kept, kept]);
      const edited = await ben.ask(posts.edit, {
        id: moment.id,
        content: `${pasted}!`,
        alts: [`${pasted}?`],
      });
      assert.deepEqual([edited.content, edited.images[0]?.alt], [`${kept}!`, `${kept}?`]);
      const said = await ben.comments(moment, pasted);
      assert.equal(said.content, kept);
      assert.equal(
        (await ben.ask(comments.edit, { id: said.id, content: `${pasted}.` })).content,
        `${kept}.`,
      );
      assert.equal((await ben.call(comments.add, { id: moment.id, content: page })).status, 400);
      const album = await ben.ask(albums.create, {
        title: pasted,
        content: pasted,
        circleIds: [family.id],
        photoIds: await uploadPhotos(ben, 1),
        alts: [pasted],
      });
      assert.deepEqual([album.title, album.content], ['Hello Goodbye', kept]);
      const [own] = await photosOfAlbum(ben, album);
      assert.equal(own?.alt, kept);
      await ben.ask(albums.edit, {
        id: album.id,
        title: `Summer ${page}`,
        alts: [{ photoId: own.id, alt: `${pasted};` }],
      });
      assert.equal((await ben.ask(posts.get, { id: album.id })).title, 'Summer');
      assert.equal((await photosOfAlbum(ben, album))[0]?.alt, `${kept};`);
      const named = await ben.ask(circles.create, { name: `Garden ${page}` });
      assert.equal(named.name, 'Garden');
    });

    // MAILBOX-57
    test('an import shares no key of a letter', async () => {
      const { id } = await ben.ask(imports.open, { source: 'folder' });
      const album = await ben.ask(imports.addAlbum, {
        id,
        title: pasted,
        content: pasted,
        circleId: family.id,
      });
      await ben.ask(imports.share, { id });
      const shown = await ben.ask(posts.get, { id: album.id });
      assert.deepEqual([shown.title, shown.content], ['Hello Goodbye', kept]);
    });
  },
  mailInSettings,
);
