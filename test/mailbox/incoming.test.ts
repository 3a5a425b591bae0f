import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import sharp from 'sharp';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import { limits } from '../../contract/limits.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { findMailboxViewer } from '../../server/access/viewer.ts';
import { takeMemberMail } from '../../server/features/mailbox/incoming/member-mail.ts';
import { keysIn } from '../../server/features/mailbox/incoming/keys.ts';
import { Problem } from '../../server/platform/problem.ts';
import {
  answerAsked,
  askFor,
  bounceAddressOf,
  circleAddress,
  composeMail,
  deliver,
  emailOf,
  joinByLetter,
  letterAddress,
  type MailboxMember,
  mailInSettings,
  momentAddress,
  type TestMail,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { noisePhoto, plainPhoto } from '../harness/photos.ts';
import { onDatabases } from '../harness/test-server.ts';

const gpsPhoto = async (): Promise<Buffer> =>
  sharp(await plainPhoto())
    .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();

/** Answers to a question that are no clear yes and no refusal. */
const unclear = ['Who is this?', 'Sure? I do not know you. Stop.', 'Ja nee, lieber nicht'];

interface World {
  ann: Person;
  ben: Person;
  stranger: Person;
  family: Circle;
  rosa: MailboxMember;
  post: Post;
  /** Rosa's address to answer the post. */
  toPost: string;
}

onDatabases(
  'mails of mailbox members',
  (server, testOnBoth) => {
    let world: () => World;

    before(async () => {
      const ann = await server().member('Ann', { isAdmin: true });
      const [ben, stranger] = await server().members('Ben', 'Stranger');
      const family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      await ann.adds(ben, family);
      const rosa = await joinByLetter(server(), ann, family, 'Rosa', { verifies: true });
      const post = await ann.posts('First steps', { to: family });
      const toPost = await momentAddress(server(), rosa, post);
      world = () => ({ ann, ben, stranger, family, rosa, post, toPost });
    });

    /** Sends a mail of Rosa's to one address. @returns the mails that she gets as an answer */
    const send = async (mail: Partial<TestMail> & { to: string }, sender?: string) => {
      const { rosa } = world();
      const raw = await composeMail({ from: rosa.email, subject: 'Re: First steps', ...mail });
      await deliver(server(), raw, [mail.to], sender === undefined ? {} : { sender });
      return server().mailsTo(rosa);
    };

    const heard = () => world().ben.reads(world().post);

    test('an answer is a comment that exactly the circle sees', async () => {
      const { ann, ben, stranger, post, toPost } = world();
      assert.deepEqual(await send({ to: toPost, text: 'How lovely!\n\nRosa' }), []);
      assert.deepEqual(await heard(), ['How lovely!\n\nRosa']);
      const { items } = await ann.ask(comments.list, { id: post.id });
      assert.deepEqual([items[0]?.author.firstName, items[0]?.author.byLetter], ['Rosa', true]);
      assert.equal((await stranger.call(comments.list, { id: post.id })).status, 404);
      assert.ok((await ann.ask(notifications.list, {})).items.some(({ kind }) => kind === 'comment'));
      await ben.sees(post);
    });

    // MAILBOX-1, MAILBOX-16
    test('a proven answer to a question counts, and one that is not clear gets one mail with both buttons', async () => {
      const { ann } = world();
      const garden = await ann.makesCircle('Garden', { lettersCarry: 'content' });
      const namesInside = async () =>
        (await ann.ask(circles.get, { id: garden.id })).members.map(({ firstName }) => firstName);
      const answers = async (name: string, texts: string | string[], more: Partial<TestMail> = {}) => {
        const email = emailOf(name);
        await askFor(ann, garden, name);
        const [question] = await server().mailsTo({ email });
        const to = question?.headers['reply-to'] ?? assert.fail('nowhere to answer');
        for (const text of [texts].flat())
          await deliver(server(), await composeMail({ from: email, to, text, ...more }), [to]);
        return server().mailsTo({ email });
      };
      assert.deepEqual(await answers('Ida', 'Yes please', { from: 'mallory@example.org' }), []);
      assert.deepEqual(await answers('Jan', 'Ja, gerne!', { selector: null }), []);
      const [again, ...more] = await answers('Kim', unclear);
      assert.deepEqual([again?.subject, more], ['Was that a yes?', []]);
      for (const answer of ['', '/stop'])
        assert.match(again?.html ?? '', new RegExp(`href="[^"]*/letter/[a-z2-7]{26}${answer}"`));
      assert.deepEqual(await answers('Lea', 'Stopp'), []);
      assert.deepEqual(await namesInside(), ['Ann']);
      const [welcome] = await answers('Max', 'Ja, gerne!\n\nOn Monday, Circle wrote:\n> Stop');
      assert.equal(welcome?.subject, 'Welcome to Garden');
      assert.deepEqual(await namesInside(), ['Ann', 'Max']);
      // An unclear answer refuses nothing: a clear one may follow.
      assert.deepEqual(
        (await answers('Nia', ['Thank you for asking me', 'Ja!'])).map(({ subject }) => subject),
        ['Was that a yes?', 'Welcome to Garden'],
      );
      assert.deepEqual(await answers('Oda', ['No, thank you', 'Yes']), []);
      assert.deepEqual(await namesInside(), ['Ann', 'Max', 'Nia']);
      const { items } = await ann.ask(mailbox.asked, { id: garden.id });
      assert.deepEqual(
        items.map(({ firstName }) => firstName),
        ['Oda', 'Lea', 'Kim', 'Jan', 'Ida'],
      );
    });

    testOnBoth('the same mail twice, also concurrently, is one comment', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const raw = await composeMail({ from: rosa.email, to: toPost, text: 'Only once' });
      await Promise.all([deliver(server(), raw, [toPost]), deliver(server(), raw, [toPost])]);
      await deliver(server(), raw, [toPost]);
      // As after a crash between the comment and the note that its mail was taken.
      await server().app.context.db.write(({ q }) => q.deleteFrom('taken_mails').execute());
      await deliver(server(), raw, [toPost]);
      assert.deepEqual(await heard(), [...earlier, 'Only once']);
    });

    // MAILBOX-40, MAILBOX-41
    test('a mail server delivers an answer by SMTP, and hears of an unknown address', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const raw = await composeMail({ from: rosa.email, to: toPost, text: 'By SMTP' });
      const transport = createTransport({
        host: '127.0.0.1',
        port: server().app.mailPort ?? 0,
        ignoreTLS: true,
      });
      await transport.sendMail({ envelope: { from: rosa.email, to: toPost }, raw });
      await server().app.context.jobs.idle();
      assert.deepEqual(await heard(), [...earlier, 'By SMTP']);
      const unknown = toPost.replace(/\+[a-z2-7]{3}/, '+aaa');
      await assert.rejects(transport.sendMail({ envelope: { from: rosa.email, to: unknown }, raw }), /550/);
    });

    // MAILBOX-16
    test('an unproven mail shares nothing, and the stored address is asked about it once a day', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const mails = [
        ...(await send({ to: toPost, from: 'mallory@example.org', text: 'With another From' })),
        ...(await send({ to: toPost, text: 'Without a signature', selector: null })),
        ...(await send({ to: toPost, text: 'With an unknown key', selector: 'other' })),
      ];
      assert.deepEqual(
        mails.map(({ to, subject }) => [to, subject]),
        [[rosa.email, 'An e-mail in your name arrived. Was it you?']],
      );
      assert.doesNotMatch(mails[0]?.text ?? '', /another From|mallory/);
      assert.deepEqual(await heard(), earlier);
    });

    // MAILBOX-16
    test('a mail that the member sent to somebody else shares nothing when it is sent on', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const to = 'mallory@example.org';
      const references = `<abc.${toPost.slice('circle+'.length, toPost.indexOf('@'))}@circle.example.org>`;
      const mail = { from: rosa.email, to, text: 'Look what they wrote', references };
      const raw = await composeMail(mail);
      await deliver(server(), raw, [toPost]);
      const toCircle = Buffer.from(`To: ${toPost}\r\n`);
      await deliver(server(), Buffer.concat([toCircle, raw]), [toPost]);
      await deliver(server(), Buffer.concat([Buffer.from(`Cc: ${toPost}\r\n`), raw]), [toPost]);
      assert.deepEqual(await heard(), earlier);
      await deliver(server(), await composeMail({ ...mail, to: toPost }), [toPost]);
      assert.deepEqual(await heard(), [...earlier, 'Look what they wrote']);
    });

    test('a mail waits while DNS does not answer, unless it is in another name', async () => {
      const { toPost } = world();
      const earlier = await heard();
      const other = { from: 'eve@example.org', text: 'Not hers', selector: 'silent' };
      await send({ to: toPost, ...other });
      assert.deepEqual(await send({ to: toPost, text: 'DNS is silent', selector: 'silent' }), []);
      const { db } = server().app.context;
      const waiting = await db.read
        .selectFrom('jobs')
        .select(['id', 'run_at'])
        .where('kind', '=', 'incoming-mail')
        .execute();
      assert.equal(waiting.length, 1);
      assert.ok((waiting[0]?.run_at ?? 0) > Date.now() + 60_000);
      assert.deepEqual(await heard(), earlier);
      await db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'incoming-mail').execute());
    });

    test('a mail without a known key, and an automatic one, have no effect and no answer', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const unknown = toPost.replace(/\+[a-z2-7]{3}/, '+aaa');
      assert.deepEqual(await send({ to: unknown, text: 'Forged without a key' }), []);
      for (const headers of [
        { 'Auto-Submitted': 'auto-replied' },
        { Precedence: 'bulk' },
        { 'List-Id': '<news.example.org>' },
      ])
        assert.deepEqual(await send({ to: toPost, text: 'I am on holiday', headers }), []);
      assert.deepEqual(await send({ to: toPost, text: 'From nobody' }, ''), []);
      assert.deepEqual(await heard(), earlier);
      assert.deepEqual(await server().mailsTo(rosa), []);
    });

    test('an answer of hearts is a like, and an empty or too long one is refused in words', async () => {
      const { ann, post, toPost } = world();
      const earlier = await heard();
      assert.deepEqual(await send({ to: toPost, text: '❤️' }), []);
      assert.equal((await ann.ask(posts.get, { id: post.id })).likesCount, 1);
      const [empty] = await send({ to: toPost, text: '> First steps' });
      assert.equal(empty?.subject, 'Your answer was empty');
      const long = 'word '.repeat(limits.comment / 5 + 1);
      const [refused] = await send({ to: toPost, text: long });
      assert.match(refused?.text ?? '', /2,000 characters/);
      assert.deepEqual(await heard(), earlier);
    });

    test('an answer with photos shares its words and says that photos cannot be answers', async () => {
      const { toPost } = world();
      const small = { filename: 'a.jpg', content: await noisePhoto(100, 75) };
      assert.ok(small.content.length > 5_000 && small.content.length < 20_000, `${small.content.length}`);
      const [mail] = await send({ to: toPost, text: 'Look at mine', attachments: [small] });
      assert.equal(mail?.subject, 'Your words arrived, your photos did not');
      assert.equal((await heard()).at(-1), 'Look at mine');
      const html = '<p>With a logo <img src="cid:logo@x"></p>';
      assert.deepEqual(await send({ to: toPost, html, attachments: [{ ...small, cid: 'logo@x' }] }), []);
    });

    test('a mail with photos to a circle is a moment without metadata', async () => {
      const { ann, ben, stranger, family, rosa } = world();
      const to = await circleAddress(server(), rosa, family);
      const attachments = [{ filename: 'gps.jpg', content: await gpsPhoto() }];
      assert.deepEqual(await send({ to, subject: 'From the garden', attachments, text: '' }), []);
      const [moment] = (await ben.feed({})).items;
      assert.ok(moment);
      assert.deepEqual(
        [moment.author.firstName, moment.content, moment.images.length],
        ['Rosa', 'From the garden', 1],
      );
      const bytes = Buffer.from(await (await ann.fetch('GET', moment.imageUrls[0] ?? '')).arrayBuffer());
      for (const mark of ['Exif', 'GPS', 'exif', 'canary']) assert.equal(bytes.includes(mark), false, mark);
      await stranger.doesNotSee(moment);
      const tooMany = Array.from({ length: 11 }, () => attachments[0] ?? assert.fail());
      const [refused] = await send({ to, text: 'Eleven', attachments: tooMany });
      assert.match(refused?.text ?? '', /10 photos/);
    });

    test('a member who is not verified shares no moment, and reads why', async () => {
      const { ann, ben, family } = world();
      const otto = await joinByLetter(server(), ann, family, 'Otto');
      const to = await circleAddress(server(), otto, family);
      const earlier = (await ben.feed({})).items.length;
      const raw = await composeMail({ from: otto.email, to, subject: 'Hello', text: 'A moment' });
      await deliver(server(), raw, [to]);
      const [mail] = await server().mailsTo(otto);
      assert.equal(mail?.subject, 'Your e-mail was not shared');
      assert.equal((await ben.feed({})).items.length, earlier);
    });

    // MAILBOX-1
    test('a yes to a circle that takes nobody now gets one mail a day, and counts later', async () => {
      const { ann } = world();
      const club = await ann.makesCircle('Club', { lettersCarry: 'content' });
      await askFor(ann, club, 'Pam');
      const from = emailOf('Pam');
      const to = (await server().mailsTo({ email: from }))[0]?.headers['reply-to'] ?? assert.fail();
      const saysYes = async () => {
        await deliver(server(), await composeMail({ from, to, text: 'Yes' }), [to]);
        return (await server().mailsTo({ email: from })).map(({ subject }) => subject);
      };
      await ann.ask(circles.edit, { id: club.id, name: 'Club', lettersCarry: 'names' });
      assert.deepEqual([await saysYes(), await saysYes()], [['That isn’t possible at the moment'], []]);
      await ann.ask(circles.edit, { id: club.id, name: 'Club', lettersCarry: 'content' });
      assert.deepEqual(await saysYes(), ['Welcome to Club']);
    });

    // MAILBOX-21
    test('mails of a member after the 20th of a day share nothing, and get one answer', async () => {
      const { ann, family, post } = world();
      const mara = await joinByLetter(server(), ann, family, 'Mara');
      const to = await momentAddress(server(), mara, post);
      const earlier = await heard();
      await server().app.context.limits.count('mailboxMails', String(mara.key), 20);
      for (const text of ['One more', 'And another'])
        await deliver(server(), await composeMail({ from: mara.email, to, text }), [to]);
      assert.deepEqual(
        (await server().mailsTo(mara)).map(({ subject }) => subject),
        ['That was enough for today'],
      );
      assert.deepEqual(await heard(), earlier);
    });

    // MAILBOX-21
    test('a mail that has to wait for the store counts once', async () => {
      const { ann, family } = world();
      const nora = await joinByLetter(server(), ann, family, 'Nora', { verifies: true });
      const { context } = server().app;
      const viewer = await findMailboxViewer(context.db.read, nora.key);
      assert.ok(viewer);
      const away = new Problem('unavailable', messages.unavailable);
      const storage = { ...context.storage, put: () => Promise.reject(away) };
      const to = await circleAddress(server(), nora, family);
      const raw = await composeMail({
        from: nora.email,
        to,
        text: 'In the end',
        attachments: [{ filename: 'a.jpg', content: await plainPhoto() }],
      });
      const mail = await context.mailReader.read(raw, 'test');
      const keys = keysIn(context, mail);
      for (let time = 0; time < 21; time += 1)
        await assert.rejects(
          takeMemberMail({ ...context, storage }, viewer, { mail, keys, id: 'an id', hasAccount: false }),
          away,
        );
      await deliver(server(), raw, [to]);
      assert.equal((await ann.feed({})).items[0]?.content, 'In the end');
    });

    test('an answer to a letter of several moments is not shared, and one mail asks which moment', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const [mail, ...more] = await send({ to: letterAddress(server(), rosa), text: 'Which one?' });
      assert.deepEqual(more, []);
      assert.equal(mail?.subject, 'Which moment did you mean?');
      assert.ok(mail.text.includes(toPost));
      assert.match(mail.text, /Which one\?/);
      assert.match(mail.text, /‘First steps’\nI meant this one:\ncircle\+/);
      const body = encodeURIComponent('Which one?');
      assert.ok(mail.html.includes(`href="mailto:${toPost}?subject=Re%3A%20Ann%20Example`), mail.html);
      assert.match(mail.html, new RegExp(`&amp;body=${body}"[^>]*>I meant this one</a>`));
      const long = 'A long story. '.repeat(100);
      const [paged] = await send({ to: letterAddress(server(), rosa), text: long });
      assert.match(
        paged?.html ?? '',
        /href="[^"]*\/letter\/[a-z2-7]{26}\/posts\/[0-9a-f]{32}"[^>]*>I meant this one/,
      );
      assert.deepEqual(await heard(), earlier);
    });

    test('the key is also found in the Message-ID that a mail answers', async () => {
      const { toPost } = world();
      const key = toPost.slice('circle+'.length, toPost.indexOf('@'));
      const inReplyTo = `<abc.${key}@circle.example.org>`;
      assert.deepEqual(await send({ to: 'circle@letters.example.org', inReplyTo, text: 'By reference' }), []);
      assert.equal((await heard()).at(-1), 'By reference');
    });

    test('three permanent bounces pause the letters and notify the owner, and a mail starts them again', async () => {
      const { ann, rosa, toPost } = world();
      const isPaused = async () => {
        const { letters_paused_at: at } = await server()
          .app.context.db.read.selectFrom('users')
          .select('letters_paused_at')
          .where('id', '=', rosa.key)
          .executeTakeFirstOrThrow();
        return at !== null;
      };
      const report = (status: string, id: string) =>
        Buffer.from(
          [
            'From: MAILER-DAEMON@example.org',
            `Message-ID: <${id}@example.org>`,
            `To: ${bounceAddressOf(server(), rosa)}`,
            'Subject: Undelivered',
            'MIME-Version: 1.0',
            'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
            '',
            '--x',
            'Content-Type: text/plain',
            '',
            'No such mailbox',
            '--x',
            'Content-Type: message/delivery-status',
            '',
            'Reporting-MTA: dns; mx.example.org',
            '',
            `Final-Recipient: rfc822; ${rosa.email}`,
            'Action: failed',
            `Status: ${status}`,
            '',
            '--x--',
            '',
          ].join('\r\n'),
        );
      const bounce = (status: string, id: string) =>
        deliver(server(), report(status, id), [bounceAddressOf(server(), rosa)], { sender: '' });
      await bounce('4.2.2', 'temporary');
      // The same report counts once.
      for (let time = 0; time < 3; time += 1) await bounce('5.1.1', '0');
      assert.equal(await isPaused(), false);
      for (let time = 0; time < 3; time += 1) {
        assert.equal(await isPaused(), false);
        await bounce('5.1.1', String(time));
      }
      assert.equal(await isPaused(), true);
      const { items } = await ann.ask(notifications.list, {});
      assert.ok(items.some(({ title }) => title === 'Letters to Rosa Example are being returned'));
      await server().mailsTo(ann);
      await send({ to: toPost, text: 'I am here' });
      assert.equal(await isPaused(), false);
    });

    test('the word stop pauses the letters, and the word start starts them again', async () => {
      const { rosa, toPost } = world();
      const earlier = await heard();
      const [stopped] = await send({ to: toPost, text: 'Stopp.' });
      assert.equal(stopped?.subject, 'You won’t get any more letters');
      const [started] = await send({ to: letterAddress(server(), rosa), text: 'Start' });
      assert.equal(started?.subject, 'Your letters will come again');
      assert.deepEqual(await heard(), earlier);
    });

    // MAILBOX-22
    test('keys of a circle share nothing after its owner removed the member', async () => {
      const { ann, family, rosa, toPost } = world();
      const earlier = await heard();
      const to = await circleAddress(server(), rosa, family);
      await ann.ask(circles.removeMember, { id: family.id, memberId: rosa.id });
      for (const address of [toPost, to])
        assert.deepEqual(await send({ to: address, text: 'Still here?' }), []);
      assert.deepEqual(await heard(), earlier);
    });

    // MAILBOX-22
    test('the answer to an empty mail does not tell whether a moment out of sight still exists', async () => {
      const { ann, family, post } = world();
      const pia = await joinByLetter(server(), ann, family, 'Pia');
      const club = await ann.makesCircle('Club', { lettersCarry: 'content' });
      await askFor(ann, club, 'Pia');
      await answerAsked(server(), pia.email, 'yes');
      const deleted = await ann.posts('Deleted soon', { to: family });
      const addresses = [
        await momentAddress(server(), pia, post),
        await momentAddress(server(), pia, deleted),
      ];
      await ann.ask(posts.remove, { id: deleted.id });
      await ann.ask(circles.removeMember, { id: family.id, memberId: pia.id });
      await server().mailsTo(pia);
      const answers: (string | undefined)[] = [];
      for (const to of addresses) {
        await deliver(server(), await composeMail({ from: pia.email, to, text: '> First steps' }), [to]);
        const [mail, ...more] = await server().mailsTo(pia);
        assert.deepEqual(more, []);
        answers.push(mail?.text);
      }
      assert.ok(answers[0]);
      assert.equal(answers[0], answers[1]);
    });

    // MAILBOX-2, BLOCK-1
    test('an owner who blocked a mailbox member cannot ask their address again', async () => {
      const olaf = await server().member('Olaf');
      const club = await olaf.makesCircle('Club of Olaf', { lettersCarry: 'content' });
      const choir = await olaf.makesCircle('Choir of Olaf', { lettersCarry: 'content' });
      const quin = await joinByLetter(server(), olaf, club, 'Quin');
      await olaf.ask(blocking.block, { id: quin.id });
      await server().mailsTo(quin);
      for (const circle of [club, choir])
        assert.equal((await askFor(olaf, circle, 'Quin')).firstName, 'Quin');
      await server().app.context.jobs.idle();
      assert.deepEqual(await server().mailsTo(quin), []);
    });

    test('received mails are deleted once their jobs are done', async () => {
      const { db, storage } = server().app.context;
      const left = await db.read.selectFrom('incoming_mails').select('public_id').execute();
      // The mail that waited for DNS, whose job that test deleted.
      assert.equal(left.length, 1);
      for (const { public_id: id } of left) await storage.remove([`${id}-mail.eml`]);
    });
  },
  { ...mailInSettings, RATE_LIMIT_FACTOR: '1' },
);
