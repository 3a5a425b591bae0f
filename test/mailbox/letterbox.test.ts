import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import sharp from 'sharp';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as comments from '../../contract/comments.ts';
import * as delivery from '../../contract/delivery.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import {
  asSender,
  circleAddress,
  composeMail,
  deliver,
  letterAddress,
  mailInSettings,
  momentAddress,
  type TestMail,
} from '../harness/mailbox-members.ts';
import { Authenticator } from '../harness/authenticator.ts';
import { codeOf } from '../harness/factors.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const sends = async (
  server: TestServer,
  from: { email: string },
  to: string,
  mail: Partial<TestMail>,
): Promise<void> =>
  deliver(server, await composeMail({ from: from.email, to, ...mail }), [to], { sender: from.email });

const wordsOf = async (person: Person): Promise<string[]> =>
  (await person.feed({})).items.map(({ content }) => content);

const addressOf = async (person: Person, { id }: Circle): Promise<string> =>
  (await person.ask(mailbox.mailAddress, { id })).address;

const entriesOf = async (person: Person) =>
  (await person.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'mail_counted');

const fromMail = async (person: Person) => (await person.ask(mailbox.mailsInMyName, {})).items;

onDatabases(
  'mails of members with accounts',
  (server, both) => {
    let world: () => { ann: Person; ben: Person; carl: Person; family: Circle; post: Post };

    before(async () => {
      const [ann, ben, carl] = await server().members('Ann', 'Ben', 'Carl');
      const family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      for (const member of [ben, carl]) await ann.adds(member, family);
      const post = await ann.posts('First steps', { to: family });
      world = () => ({ ann, ben, carl, family, post });
    });

    // LETTERBOX-6
    test('a mail to the address of a circle is a moment there, without the place of its photo', async () => {
      const { ann, ben, family } = world();
      // Letters never come: the address works all the same.
      const choices = [{ circleId: family.id, when: 'never' as const }];
      await ben.ask(delivery.set, { circles: choices });
      const to = await addressOf(ben, family);
      const content = await sharp(await plainPhoto())
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
        .jpeg()
        .toBuffer();
      const attachments = [{ filename: 'garden.jpg', content }];
      const raw = await composeMail({ from: ben.email, to, subject: 'From the garden', attachments });
      const { mailPort: port } = server().app;
      const transport = createTransport({ host: '127.0.0.1', port: port ?? 0, ignoreTLS: true });
      await transport.sendMail({ envelope: { from: ben.email, to }, raw });
      await server().app.context.jobs.idle();
      const [moment] = (await ann.feed({})).items;
      assert.deepEqual([moment?.author.id, moment?.content], [ben.id, 'From the garden']);
      const photo = await ann.fetch('GET', moment?.imageUrls[0] ?? '');
      const bytes = Buffer.from(await photo.arrayBuffer());
      for (const mark of ['Exif', 'GPS', 'exif']) assert.equal(bytes.includes(mark), false, mark);
      const [entry, ...more] = await entriesOf(ben);
      assert.deepEqual(
        [entry?.title, entry?.actionUrl, more],
        ['Your e-mail became a moment in Family', `/my-account/mails?post=${moment?.id}`, []],
      );
      assert.deepEqual(await entriesOf(ann), []);
      assert.deepEqual(await server().mailsTo(ben), []);
      // The same mail again is the same moment, and rings no second time.
      await transport.sendMail({ envelope: { from: ben.email, to }, raw });
      await server().app.context.jobs.idle();
      assert.equal((await entriesOf(ben)).length, 1);
    });

    both('private circles have an address for their owner alone', async () => {
      const { ann, ben } = world();
      const friends = await ann.makesCircle('Friends', { kind: 'private' });
      await ann.adds(ben, friends);
      await sends(server(), ann, await addressOf(ann, friends), { text: 'For friends' });
      assert.equal((await wordsOf(ben))[0], 'For friends');
      assert.equal((await ben.call(mailbox.mailAddress, { id: friends.id })).status, 404);
      const bens = await asSender(server(), ben);
      await sends(server(), ben, await circleAddress(server(), bens, friends), { text: 'Guessed' });
      assert.ok(!(await wordsOf(ann)).includes('Guessed'));
      await server().mailsTo(ben);
    });

    // LETTERBOX-6
    test('an answer by mail is a comment, and hearts are a like', async () => {
      const { ann, ben, post } = world();
      const to = await momentAddress(server(), await asSender(server(), ben), post);
      await sends(server(), ben, to, { text: 'How lovely' });
      assert.deepEqual(await ann.reads(post), ['How lovely']);
      await sends(server(), ben, to, { text: '♥' });
      assert.equal((await ann.ask(posts.get, { id: post.id })).likesCount, 1);
      const { items } = await ann.ask(comments.list, { id: post.id });
      const [heart, comment] = await entriesOf(ben);
      assert.deepEqual(
        [heart?.title, heart?.actionUrl],
        ['Your e-mail became a heart', `/my-account/mails?heart=${post.id}`],
      );
      assert.deepEqual(
        [comment?.title, comment?.quote, comment?.actionUrl],
        ['Your e-mail became an answer', 'How lovely', `/my-account/mails?comment=${items[0]?.id}`],
      );
    });

    // MAILBOX-53
    test('nobody on the way changes a mail or makes it count twice', async () => {
      const [ann, ben] = await server().members('Ada', 'Bea');
      const family = await ann.makesCircle('Home', { lettersCarry: 'content' });
      await ann.adds(ben, family);
      const post = await ann.posts('First words', { to: family });
      const to = await addressOf(ben, family);
      const { mailPort: port } = server().app;
      const transport = createTransport({ host: '127.0.0.1', port: port ?? 0, ignoreTLS: true });
      const arrives = async (mail: Buffer, fields = '', recipient = to) => {
        const raw = Buffer.concat([Buffer.from(fields), mail]);
        await transport.sendMail({ envelope: { from: ben.email, to: recipient }, raw });
        await server().app.context.jobs.idle();
        return wordsOf(ann);
      };
      const earlier = await wordsOf(ann);
      const composed = (signs: string, text = '', subject = 'Garden') =>
        composeMail({
          from: ben.email,
          to,
          subject,
          text,
          signs,
          attachments: text ? [] : [{ filename: 'garden.jpg', content: photo }],
        });
      const photo = await plainPhoto();
      const first = await composed('from:to:subject:date');
      assert.deepEqual(await arrives(first, 'Subject: I hate you all\r\n'), earlier);
      assert.deepEqual(await arrives(first), ['Garden', ...earlier]);
      const change = (mail: Buffer, from: RegExp, other: string) =>
        Buffer.from(mail.toString('latin1').replace(from, other), 'latin1');
      for (const fields of ['', 'Subject: Again\r\n', 'Content-Type: text/plain\r\n'])
        assert.deepEqual(await arrives(first, fields), ['Garden', ...earlier], fields);
      const renamed = change(first, /^Message-ID: .*$/m, 'Message-ID: <other@example.org>');
      assert.deepEqual(await arrives(renamed), ['Garden', ...earlier]);
      // An unsigned subject is nobody's, and makes no other mail of the same.
      const unsigned = await composed('from:to:date');
      for (const subject of ['I hate you all', 'And you'])
        assert.deepEqual(await arrives(change(unsigned, /^Subject: .*$/m, `Subject: ${subject}`)), [
          '',
          'Garden',
          ...earlier,
        ]);
      const quote = 'Mine\r\n\r\nOn Mon, 23 Nov 2026 at 10:00, Eve <eve@evil.example> wrote:\r\n> HERS\r\n';
      const toPost = await momentAddress(server(), await asSender(server(), ben), post);
      const quoting = await composeMail({
        from: ben.email,
        to: toPost,
        text: quote,
        signs: 'from:to:date',
      });
      await arrives(change(quoting, /^Content-Type: .*$/m, 'Content-Type: text/html'), '', toPost);
      assert.deepEqual(await ann.reads(post), ['Mine']);
      // Without a signed date it could come again once its note is gone.
      assert.ok(!(await arrives(await composed('from:to:message-id', 'Undated'))).includes('Undated'));
      const told = (await server().mailsTo(ben)).map(({ subject }) => subject);
      assert.deepEqual(told, ['An e-mail in your name arrived. Was it you?']);
    });

    // LETTERBOX-6
    test('a mail that counted rings at first, and its entry in the bell cannot be turned off', async () => {
      const { carl } = world();
      const { mail_counted: chosen } = await carl.ask(notifications.preferences, {});
      assert.deepEqual(chosen, { bell: true, email: false, push: true });
      const silent = { bell: false, email: false, push: false };
      assert.equal((await carl.call(notifications.setPreferences, { mail_counted: silent })).status, 400);
    });

    test('an answer to a letter of several moments asks which, and leads into the app', async () => {
      const { ben } = world();
      const to = letterAddress(server(), await asSender(server(), ben));
      await sends(server(), ben, to, { text: 'A long story. '.repeat(100) });
      const [mail, ...more] = await server().mailsTo(ben);
      assert.deepEqual([mail?.subject, more], ['Which moment did you mean?', []]);
      assert.match(mail?.html ?? '', /href="[^"]*\/post\/[0-9a-f]{32}"[^>]*>I meant this one/);
      assert.ok(!mail?.html.includes('/letter/'));
    });

    both('a member who may not share shares no moment by mail', async () => {
      const { ann, family } = world();
      const eve = await server().member('Eve', { isVerified: false });
      await ann.adds(eve, family);
      const answer = await eve.call(mailbox.mailAddress, { id: family.id });
      assert.deepEqual([answer.status, messageOf(answer)], [409, messages.mailsNeedVerified]);
      const to = await circleAddress(server(), await asSender(server(), eve), family);
      await sends(server(), eve, to, { text: 'Not verified' });
      assert.ok(!(await wordsOf(ann)).includes('Not verified'));
      assert.equal((await server().mailsTo(eve))[0]?.subject, 'Your e-mail was not shared');
    });

    // LETTERBOX-2
    test('a forwarded letter or an address lets nobody else share', async () => {
      const { ann, ben, carl, family, post } = world();
      const victim = await asSender(server(), ben);
      const toCircle = await addressOf(ben, family);
      const toPost = await momentAddress(server(), victim, post);
      const toLetter = letterAddress(server(), victim);
      const keyOf = (address: string) => address.slice('circle+'.length, address.indexOf('@'));
      const seen = async () => [await wordsOf(ann), await ann.reads(post)];
      const earlier = await seen();
      const text = 'Not by Ben';
      const attacks: [to: string, mail: Partial<TestMail> & { from?: string }][] = [];
      for (const to of [toCircle, toPost, toLetter])
        attacks.push(
          // A member of the same circle, and a stranger, with their own good signatures.
          [to, { from: carl.email }],
          [to, { from: 'mallory@example.org' }],
          // In the name of the victim, without a signature, or with one that is not aligned.
          [to, { selector: null }],
          [to, { selector: 'other' }],
          [to, { from: `"${victim.email}" <mallory@example.org>` }],
          [to, { from: `${victim.email}, mallory@example.org` }],
          [to, { selector: null, headers: { 'Authentication-Results': 'mx; dmarc=pass' } }],
        );
      for (const [to, mail] of attacks) {
        const from = mail.from ?? victim.email;
        await deliver(server(), await composeMail({ text, to, ...mail, from }), [to]);
      }
      // A mail that the victim signed for somebody else, sent on to the address.
      const forwarded = await composeMail({
        from: victim.email,
        to: 'mallory@example.org',
        text,
        references: `<abc.${keyOf(toPost)}@circle.example.org>`,
        inReplyTo: `<abc.${keyOf(toPost)}@circle.example.org>`,
      });
      for (const to of [toCircle, toPost, toLetter]) {
        await deliver(server(), forwarded, [to]);
        for (const field of ['To', 'Cc'])
          await deliver(server(), Buffer.concat([Buffer.from(`${field}: ${to}\r\n`), forwarded]), [to]);
      }
      assert.deepEqual(await seen(), earlier);
      assert.deepEqual(
        (await server().mailsTo(ben)).map(({ subject }) => subject),
        ['An e-mail in your name arrived. Was it you?'],
      );
      assert.deepEqual(await server().mailsTo(carl), []);
      // The key of a letter opens no page: an account signs in.
      for (const path of ['', '/open', '/mine', '/stop']) {
        const page = `${server().url}/letter/${keyOf(toLetter)}${path}`;
        const { status } = await fetch(page, { method: path === '/open' ? 'POST' : 'GET' });
        assert.equal(status, 404, path);
      }
    });

    // LETTERBOX-2
    both('only the confirmed address of an active member counts', async () => {
      const { ann, carl, family } = world();
      const to = await addressOf(carl, family);
      const { db } = server().app.context;
      const set = (values: Record<string, number | null>) =>
        db.write(({ q }) => q.updateTable('users').set(values).where('public_id', '=', carl.id).execute());
      for (const [text, before_, after] of [
        ['Unconfirmed', { email_confirmed_at: null }, { email_confirmed_at: 1 }],
        ['Unclaimed', { claim_asked_at: 1 }, { claim_asked_at: null }],
        ['Suspended', { suspended_until: Date.now() + 60_000 }, { suspended_until: null }],
        ['Banned', { banned_at: 1 }, { banned_at: null }],
      ] as const) {
        await set(before_);
        if (text === 'Unconfirmed') {
          const answer = await carl.call(mailbox.mailAddress, { id: family.id });
          assert.deepEqual([answer.status, messageOf(answer)], [409, messages.mailsNeedAddress]);
        }
        await sends(server(), carl, to, { text });
        await set(after);
        assert.ok(!(await wordsOf(ann)).includes(text), text);
      }
      assert.deepEqual(await server().mailsTo(carl), []);
      await sends(server(), carl, to, { text: 'Himself' });
      assert.equal((await wordsOf(ann))[0], 'Himself');
    });

    // LETTERBOX-4
    both('a new address ends the old one of its member alone', async () => {
      const { ann, ben, carl, family } = world();
      const first = await addressOf(ben, family);
      const carls = await addressOf(carl, family);
      assert.equal(await addressOf(ben, family), first, 'an address stays the same');
      const renew = async () => (await ben.ask(mailbox.renewMailAddress, { id: family.id })).address;
      const second = await renew();
      const third = await renew();
      assert.equal(new Set([first, second, third]).size, 3);
      assert.equal(await addressOf(ben, family), third);
      for (const [to, text] of [
        [first, 'To the first'],
        [second, 'To the second'],
      ] as const)
        await sends(server(), ben, to, { text });
      await server().mailsTo(ben);
      // Removed and added again, the old addresses stay without effect.
      await ann.removes(ben, family);
      await sends(server(), ben, third, { text: 'Removed' });
      await ann.adds(ben, family);
      await sends(server(), ben, first, { text: 'Added again' });
      await sends(server(), ben, third, { text: 'To the third' });
      await sends(server(), carl, carls, { text: 'Carl to his own' });
      assert.deepEqual((await wordsOf(ann)).slice(0, 3), ['Carl to his own', 'To the third', 'Himself']);
      await server().mailsTo(ben);
    });

    // LETTERBOX-5
    test('while mails do not count, they change nothing and one mail a day says so', async () => {
      const { ann, ben, family, post } = world();
      const to = await addressOf(ben, family);
      const toPost = await momentAddress(server(), await asSender(server(), ben), post);
      assert.equal((await ben.ask(account.edit, { mailInMyName: false })).mailInMyName, false);
      const earlier = [await wordsOf(ann), await ann.reads(post)];
      for (const address of [to, toPost]) {
        await sends(server(), ben, address, { text: 'Does not count' });
        await sends(server(), ben, address, { text: 'stop' });
      }
      assert.deepEqual([await wordsOf(ann), await ann.reads(post)], earlier);
      const [mail, ...more] = await server().mailsTo(ben);
      assert.deepEqual([mail?.subject, more], ['E-mails in your name don’t count', []]);
      assert.doesNotMatch(mail?.text ?? '', /Does not count/);
      for (const call of [mailbox.mailAddress, mailbox.renewMailAddress]) {
        const answer = await ben.call(call, { id: family.id });
        assert.deepEqual([answer.status, messageOf(answer)], [409, messages.mailsInMyNameOff]);
      }
      // A session alone does not turn it on.
      assert.equal((await ben.call(account.edit, { mailInMyName: true })).status, 400);
      const wrong = { mailInMyName: true, password: `not ${password}` };
      assert.equal((await ben.call(account.edit, wrong)).status, 400);
      const { mailInMyName } = await ben.ask(account.edit, { mailInMyName: true, password });
      assert.equal(mailInMyName, true);
      await sends(server(), ben, to, { text: 'Counts again' });
      assert.equal((await wordsOf(ann))[0], 'Counts again');
    });

    // LETTERBOX-5
    test('a new second factor ends that mails count, says so, and so does the next one', async () => {
      const { ann, family } = world();
      const fay = await server().member('Fay');
      await ann.adds(fay, family);
      const to = await addressOf(fay, family);
      const { secret } = await fay.ask(account.beginTotp, { password });
      assert.equal((await fay.ask(auth.currentUser, {})).mailInMyName, true, 'not before it is set up');
      await fay.ask(account.confirmTotp, { code: codeOf(secret) });
      assert.equal((await fay.ask(auth.currentUser, {})).mailInMyName, false);
      const [notice] = await server().mailsTo(fay);
      assert.match(notice?.text ?? '', /E-mails in your name no longer count/);
      await sends(server(), fay, to, { text: 'The weaker door' });
      assert.ok(!(await wordsOf(ann)).includes('The weaker door'));
      await server().mailsTo(fay);
      await fay.ask(account.edit, { mailInMyName: true, password });
      const guess = { mailInMyName: true, password: `not ${password}` };
      const guesses: number[] = [];
      for (let time = 0; time < 10; time += 1) guesses.push((await fay.call(account.edit, guess)).status);
      assert.deepEqual([guesses[0], guesses.at(-1)], [400, 429], 'a password is not guessed here');
      await server().app.context.db.write(({ q }) => q.deleteFrom('rate_limits').execute());
      const { ticket, options } = await fay.ask(account.beginPasskey, { password });
      const credential = new Authenticator(server().url).make(options.challenge);
      await fay.ask(account.addPasskey, { ticket, name: 'Phone', credential });
      assert.equal((await fay.ask(auth.currentUser, {})).mailInMyName, false);
      assert.match((await server().mailsTo(fay))[0]?.text ?? '', /E-mails in your name no longer count/);
    });

    // LETTERBOX-6, LETTERBOX-7
    both('what came by mail is listed, and taken back with its entry', async () => {
      const { ann, carl, family, post } = world();
      const dora = await server().member('Dora');
      await ann.adds(dora, family);
      await dora.posts('By hand', { to: family });
      await sends(server(), dora, await addressOf(dora, family), { text: 'By mail' });
      const toPost = await momentAddress(server(), await asSender(server(), dora), post);
      await sends(server(), dora, toPost, { text: 'An answer by mail' });
      const [comment, moment, ...others] = await fromMail(dora);
      assert.ok(comment && moment);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [comment.kind, comment.words, comment.postId, comment.circles],
        ['comment', 'An answer by mail', post.id, []],
      );
      assert.deepEqual(
        [moment.kind, moment.words, moment.circles.map(({ name }) => name), moment.isTakenBack],
        ['post', 'By mail', ['Family'], false],
      );
      const { nextCursor, items } = await dora.ask(mailbox.mailsInMyName, { limit: '1' });
      const second = await dora.ask(mailbox.mailsInMyName, { limit: '1', cursor: nextCursor ?? '' });
      assert.deepEqual([...items, ...second.items], [comment, moment]);
      assert.deepEqual(await fromMail(carl).then((own) => own.filter(({ id }) => id === moment.id)), []);
      const receipt = await dora.ask(takeBack, { id: moment.id });
      assert.equal(receipt.takenFrom, 'everyone');
      assert.equal((await carl.call(posts.get, { id: moment.id })).status, 404);
      assert.deepEqual(
        (await entriesOf(dora)).map(({ title }) => title),
        ['Your e-mail became an answer'],
      );
      await dora.ask(comments.remove, { id: comment.id });
      const [left, ...rest] = await fromMail(dora);
      assert.deepEqual([left?.id, left?.isTakenBack, rest], [moment.id, true, []]);
      assert.deepEqual(await entriesOf(dora), []);
      const { db } = server().app.context;
      const days = 7 * 24 * 60 * 60_000;
      await db.write(({ q }) =>
        q
          .updateTable('taken_mails')
          .set({ taken_at: Date.now() - days })
          .execute(),
      );
      assert.deepEqual(await fromMail(dora), []);
    });

    // LETTERBOX-7, MENTION-4
    both('a comment by mail names no moment out of sight', async () => {
      const [ann, ben] = await server().members('Anna', 'Benno');
      const circle = await ann.makesCircle('Garden', { lettersCarry: 'content' });
      await ann.adds(ben, circle);
      const moment = await ann.posts('Roses', { to: circle });
      const to = await momentAddress(server(), await asSender(server(), ben), moment);
      await sends(server(), ben, to, { text: 'Lovely' });
      const [{ id } = assert.fail()] = await fromMail(ben);
      await ben.ask(comments.edit, { id, content: `Lovely @{${ann.id}}`, mentions: [ann.id] });
      const told = async () => (await fromMail(ben)).map(({ postId, words }) => [postId, words]);
      assert.deepEqual(await told(), [[moment.id, 'Lovely @Anna Example']]);
      await ann.removes(ben, circle);
      assert.equal((await ben.call(posts.get, { id: moment.id })).status, 404);
      assert.deepEqual(await told(), [[null, 'Lovely Someone']]);
    });

    test('a video in a mail is refused in words that name the app', async () => {
      const { ann, ben, family, post } = world();
      const to = await addressOf(ben, family);
      const toPost = await momentAddress(server(), await asSender(server(), ben), post);
      const video = { filename: 'a.mov', content: Buffer.alloc(100), contentType: 'video/quicktime' };
      const photo = { filename: 'a.jpg', content: await plainPhoto() };
      const earlier = await wordsOf(ann);
      await sends(server(), ben, to, { subject: 'IMG_1', text: 'Look', attachments: [video] });
      assert.deepEqual(await wordsOf(ann), earlier);
      await sends(server(), ben, to, { text: 'With a photo', attachments: [photo, video] });
      assert.equal((await wordsOf(ann))[0], 'With a photo');
      await sends(server(), ben, toPost, { text: 'Words arrive', attachments: [video] });
      assert.equal((await ann.reads(post)).at(-1), 'Words arrive');
      const mails = await server().mailsTo(ben);
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        [
          'Your video was not shared',
          'Your e-mail arrived, your video did not',
          'Your e-mail arrived, your video did not',
        ],
      );
      for (const { text } of mails) assert.match(text, /Open Circle at http/);
      assert.match(mails[0]?.text ?? '', /Look/);
    });

    test('the word stop stops letters, as the link of a letter does', async () => {
      const { ben } = world();
      const to = letterAddress(server(), await asSender(server(), ben));
      await sends(server(), ben, to, { text: 'Stop.' });
      const [mail] = await server().mailsTo(ben);
      assert.equal(mail?.subject, 'You won’t get any more letters');
      assert.match(mail.text, /What reaches me/);
      const chosen = await ben.ask(delivery.get, {});
      assert.ok(chosen.circles.every(({ when }) => when === 'never'));
    });
  },
  { ...mailInSettings, RATE_LIMIT_FACTOR: '1' },
);
