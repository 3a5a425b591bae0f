import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import * as notifications from '../../contract/notifications.ts';
import * as questions from '../../contract/questions.ts';
import type { Circle } from '../../contract/shapes.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { replyAddress } from '../../server/platform/mail/reply-keys.ts';
import { LetterBrowser, letterTo, linkIn, type Shown } from '../harness/letter-browser.ts';
import {
  composeMail,
  deliver,
  joinByLetter,
  letterAddress,
  type MailboxMember,
  mailInSettings,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, type TestServer } from '../harness/test-server.ts';

const swim = 'Who taught you to swim?';

/** A circle of an owner, Tim's namesake who asks, and a mailbox member who may share. */
const familyOf = async (server: TestServer, owner: string, asker: string, reader: string) => {
  const ann = await server.member(owner, { isAdmin: true });
  const tim = await server.member(asker);
  const family = await ann.makesCircle(`Family of ${owner}`, { lettersCarry: 'content' });
  await ann.adds(tim, family);
  const rosa = await joinByLetter(server, ann, family, reader, { verifies: true });
  return { ann, tim, rosa, family };
};
const asks = (who: Person, { id }: Circle, { id: userId }: { id: string }, words = swim) =>
  who.ask(questions.ask, { id, userId, words });

/** A week has passed since the last question reached the member. */
const aWeekLater = (server: TestServer, { key }: MailboxMember) =>
  server.app.context.db.write(({ q }) =>
    q.updateTable('users').set({ question_at: 1 }).where('id', '=', key).execute(),
  );
const addressOf = async (
  { app: { context } }: TestServer,
  { key: user }: MailboxMember,
  publicId: string,
) => {
  const { id: object } = await context.db.read
    .selectFrom('questions')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  return replyAddress(mailInSettings.MAIL_REPLY, context.replyKeys.seal({ kind: 'question', user, object }));
};

onDatabases(
  'questions to members who take part by e-mail alone',
  (server, testOnBoth) => {
    // The letters of the others.
    afterEach(async () => {
      await server().app.context.jobs.idle();
      const people = await server().app.context.db.read.selectFrom('users').select('email').execute();
      for (const { email } of people) server().mailbox.take(email);
    });

    const answers = async (rosa: MailboxMember, to: string, text: string, photo = false) => {
      const attachments = photo ? [{ filename: 'pool.jpg', content: await plainPhoto() }] : [];
      const raw = await composeMail({ from: rosa.email, to, subject: `Re: ${swim}`, text, attachments });
      await deliver(server(), raw, [to], { sender: rosa.email });
    };

    // ASK-7
    testOnBoth(
      'a question stands at the end of the next letter, and a mail to its address answers it',
      async () => {
        const { ann, tim, rosa, family } = await familyOf(server(), 'Ann', 'Tim', 'Rosa');
        const { id } = await asks(tim, family, rosa);
        await asks(ann, family, rosa, 'Which tree did you climb?');
        await ann.posts('One', { to: family });
        const { mail, page } = await letterTo(server(), rosa);
        const address = await addressOf(server(), rosa, id);
        for (const part of [mail.text, mail.html]) {
          for (const said of ['Tim Example asks you', swim, 'a moment in Family of Ann', address])
            assert.ok(part.includes(said), `${said} in ${part}`);
          assert.ok(part.includes(`${page}/question/${id}`));
          assert.ok(!part.includes('Which tree'), 'one question a week');
        }
        assert.ok(mail.text.indexOf(swim) > mail.text.indexOf('One'));
        const [, letter = ''] = page.split('/letter/');
        assert.equal(
          mail.headers['reply-to'],
          replyAddress(mailInSettings.MAIL_REPLY, letter),
          'not the moment alone',
        );
        assert.ok(!mail.text.includes('Simply reply'));

        await ann.posts('Two', { to: family });
        assert.ok(!(await letterTo(server(), rosa)).mail.text.includes('Which tree'));
        await answers(rosa, address, 'Aunt Ida, in the lake', true);
        const [post] = (await tim.feed()).items;
        assert.deepEqual(
          [post?.content, post?.question?.words, post?.question?.askedBy.firstName, post?.images.length],
          ['Aunt Ida, in the lake', swim, 'Tim', 1],
        );
        assert.deepEqual(
          post?.circles.map(({ name }) => name),
          ['Family of Ann'],
        );
        const kinds = (await tim.ask(notifications.list, {})).items.map(({ kind }) => kind);
        assert.ok(kinds.includes('question_answered'));
        await aWeekLater(server(), rosa);
        await ann.posts('Three', { to: family });
        const { mail: next } = await letterTo(server(), rosa);
        assert.ok(next.text.includes('Which tree did you climb?'));
        // The answer reaches members with accounts below its question, too.
        const bo = await server().member('Bo');
        await ann.adds(bo, family);
        const rita = await joinByLetter(server(), ann, family, 'Rita');
        await answers(rosa, await addressOf(server(), rosa, await newestOf(ann, family)), 'The plum tree');
        const { mail: told, page: letterPage } = await letterTo(server(), rita);
        for (const part of [told.text, told.html])
          assert.match(
            part.replaceAll('\n> ', ' '),
            /Ann Example asked: Which tree did you climb\?[^]*The plum tree/,
          );
        const browser = new LetterBrowser(server());
        await browser.becomesKnown(server(), letterPage, rita);
        assert.match((await browser.get(letterPage)).html, /Ann Example asked: Which tree did you climb\?/);
        await server().mailsTo(rosa);
        for (const who of [ann, tim, bo]) await server().mailsTo(who);
      },
    );

    // ASK-7
    testOnBoth(
      'an answer that comes too late is mailed back with its words, and an empty one says so',
      async () => {
        const { ann, tim, rosa, family } = await familyOf(server(), 'Bea', 'Ted', 'Ruth');
        const { id } = await asks(tim, family, rosa);
        await ann.posts('One', { to: family });
        await letterTo(server(), rosa);
        const address = await addressOf(server(), rosa, id);
        await answers(rosa, address, '');
        assert.match((await server().mailsTo(rosa))[0]?.subject ?? '', /empty/);
        await answers(rosa, address, 'My father');
        assert.deepEqual(await server().mailsTo(rosa), []);
        await answers(rosa, address, 'And my mother');
        const [late] = await server().mailsTo(rosa);
        assert.match(late?.subject ?? '', /no longer open/);
        assert.match(late?.text ?? '', /And my mother/);
        assert.equal((await tim.feed()).items.length, 2);
        for (const who of [ann, tim]) await server().mailsTo(who);
      },
    );

    // ASK-7
    testOnBoth('a reply to the whole letter is asked whether it answers the question', async () => {
      const { ann, tim, rosa, family } = await familyOf(server(), 'Cleo', 'Tia', 'Rena');
      const { id } = await asks(tim, family, rosa);
      await ann.posts('One', { to: family });
      await letterTo(server(), rosa);
      await answers(rosa, letterAddress(server(), rosa), 'It was my aunt');
      const [which] = await server().mailsTo(rosa);
      assert.ok(which);
      assert.ok(which.text.includes('Tia Example asked: Who taught you to swim?'), which.text);
      assert.ok(which.text.includes(await addressOf(server(), rosa, id)));
    });

    // ASK-3, ASK-7
    testOnBoth(
      'a page of the letter declines a question, brings another one, or stops them all',
      async () => {
        const { ann, tim, rosa, family } = await familyOf(server(), 'Dora', 'Tom', 'Rina');
        const first = await asks(tim, family, rosa);
        await asks(ann, family, rosa, 'Which tree did you climb?');
        await ann.posts('One', { to: family });
        const { page } = await letterTo(server(), rosa);
        const browser = new LetterBrowser(server());
        const before = (await tim.call(questions.asked, { id: family.id })).text;
        const shown = await browser.get(`${page}/question/${first.id}`);
        assert.equal(shown.status, 200);
        assert.ok(!shown.html.includes(swim) && !shown.html.includes('Tom'), 'anybody may hold the link');
        const done = await browser.post(`${page}/question/${first.id}`, { next: 'another' });
        assert.equal(done.status, 200);
        // Nobody learns whether a question waited, and it can be pressed twice.
        assert.deepEqual(await pageOf(browser.get(`${page}/question/${first.id}`)), [200, shown.html]);
        const ofNone = await pageOf(browser.get(`${page}/question/${nobodysId}`));
        assert.deepEqual(ofNone, [200, shown.html.replaceAll(first.id, nobodysId)]);
        for (const id of [first.id, nobodysId])
          assert.deepEqual(await pageOf(browser.post(`${page}/question/${id}`, { next: 'another' })), [
            200,
            done.html,
          ]);
        assert.equal((await browser.get(`${page}/question/x`)).status, 404);
        await ann.posts('Two', { to: family });
        const { mail } = await letterTo(server(), rosa);
        assert.ok(mail.text.includes('Which tree did you climb?'));
        const second = /\/question\/([0-9a-f]{32})/.exec(mail.text)?.[1] ?? '';
        await browser.post(`${page}/question/${second}`);
        // Somebody else may hold the letter: the member hears of it, once.
        for (const id of [nobodysId, second])
          assert.equal((await browser.post(`${page}/question/${id}`, { next: 'stop' })).status, 200);
        const said = await server().mailsTo(rosa);
        assert.deepEqual(
          said.map(({ subject }) => subject),
          ['No more questions'],
        );
        assert.equal(linkIn(said[0]), `${page}/mine`);
        assert.equal((await tim.call(questions.asked, { id: family.id })).text, before);
        const club = await tim.makesCircle('Club', { lettersCarry: 'content' });
        await joinByLetter(server(), tim, club, 'Rina');
        await asks(tim, club, rosa, 'Who sang to you?');
        await aWeekLater(server(), rosa);
        await ann.posts('Three', { to: family });
        assert.ok(!(await letterTo(server(), rosa)).mail.text.includes('Who sang'));
        await browser.post(`${page}/mine`);
        const mine = linkIn((await server().mailsTo(rosa))[0]);
        assert.match((await browser.get(mine)).html, /Get questions again/);
        assert.equal((await browser.post(`${mine}/questions`, { take: '1' })).status, 303);
        assert.match((await browser.get(mine)).html, /No more questions/);
        const choir = await tim.makesCircle('Choir', { lettersCarry: 'content' });
        await joinByLetter(server(), tim, choir, 'Rina');
        await asks(tim, choir, rosa, 'What did you dance to?');
        await ann.posts('Four', { to: family });
        assert.ok((await letterTo(server(), rosa)).mail.text.includes('What did you dance to?'));
        for (const who of [ann, tim]) await server().mailsTo(who);
      },
    );

    // ASK-2
    testOnBoth('a question that is withdrawn while its letter leaves has taken the week', async () => {
      const { ann, tim, rosa, family } = await familyOf(server(), 'Doro', 'Tip', 'Rahel');
      const { id } = await asks(tim, family, rosa);
      await asks(ann, family, rosa, 'Which tree did you climb?');
      await ann.posts('One', { to: family });
      const { mailbox, app } = server();
      const release = mailbox.delayAnswers([rosa.email]);
      await makeAllLetters(app.context);
      await mailbox.arrival(rosa.email);
      await tim.ask(questions.remove, { id });
      release();
      await app.context.jobs.idle();
      assert.ok((await server().mailsTo(rosa))[0]?.text.includes(swim));
      await ann.posts('Two', { to: family });
      assert.ok(!(await letterTo(server(), rosa)).mail.text.includes('Which tree'));
      for (const who of [ann, tim]) await server().mailsTo(who);
    });

    // ASK-7
    testOnBoth('the own browser of a member stops questions without a mail', async () => {
      const { ann, tim, rosa, family } = await familyOf(server(), 'Dana', 'Tor', 'Runa');
      const { id } = await asks(tim, family, rosa);
      await ann.posts('One', { to: family });
      const { page } = await letterTo(server(), rosa);
      const browser = new LetterBrowser(server());
      await browser.becomesKnown(server(), page, rosa);
      assert.equal((await browser.post(`${page}/question/${id}`, { next: 'stop' })).status, 200);
      assert.deepEqual(await server().mailsTo(rosa), []);
      for (const who of [ann, tim]) await server().mailsTo(who);
    });

    // ASK-7
    testOnBoth('an answer whose job is repeated is not said to be too late', async () => {
      const { ann, tim, rosa, family } = await familyOf(server(), 'Dodo', 'Tat', 'Romy');
      const { id } = await asks(tim, family, rosa);
      await ann.posts('One', { to: family });
      await letterTo(server(), rosa);
      const to = await addressOf(server(), rosa, id);
      const raw = await composeMail({ from: rosa.email, to, text: 'My father' });
      await deliver(server(), raw, [to], { sender: rosa.email });
      const { db } = server().app.context;
      const takenBy = () =>
        db.read.selectFrom('taken_mails').select('post_id').where('user_id', '=', rosa.key).execute();
      const taken = await takenBy();
      assert.equal(taken.length, 1);
      // The server stopped before it noted the mail.
      await db.write(({ q }) => q.deleteFrom('taken_mails').where('user_id', '=', rosa.key).execute());
      await deliver(server(), raw, [to], { sender: rosa.email });
      assert.deepEqual(await server().mailsTo(rosa), []);
      assert.deepEqual(await takenBy(), taken);
      assert.equal((await tim.feed()).items.length, 2);
      for (const who of [ann, tim]) await server().mailsTo(who);
    });

    // ASK-7
    testOnBoth('an answer to a question that ends meanwhile is mailed back with its words', async () => {
      const { ann, tim, rosa, family } = await familyOf(server(), 'Dida', 'Tel', 'Roxy');
      // It has not reached Ann, who has an account and whose mail cannot answer it yet.
      const { id } = await asks(tim, family, ann);
      const key = await server().keyOf('users', ann);
      const to = await addressOf(server(), { ...rosa, key }, id);
      const raw = await composeMail({ from: ann.email, to, text: 'In the lake' });
      await server().mailsTo(ann);
      await deliver(server(), raw, [to], { sender: ann.email });
      const [late] = await server().mailsTo(ann);
      assert.match(late?.subject ?? '', /no longer open/);
      assert.match(late?.text ?? '', /In the lake/);
      for (const who of [ann, tim]) await server().mailsTo(who);
    });

    // ASK-7
    testOnBoth('a member who may not share gets no question, because an answer is a moment', async () => {
      const [ann] = await server().members('Edda');
      const family = await ann.makesCircle('Family of Edda', { lettersCarry: 'content' });
      const rosa = await joinByLetter(server(), ann, family, 'Rike');
      await asks(ann, family, rosa);
      await ann.posts('One', { to: family });
      assert.ok(!(await letterTo(server(), rosa)).mail.text.includes(swim));
    });
  },
  mailInSettings,
);

const nobodysId = '0'.repeat(32);

const pageOf = async (shown: Promise<Shown>): Promise<[number, string]> => {
  const { status, html } = await shown;
  return [status, html];
};

const newestOf = async (who: Person, { id }: Circle): Promise<string> =>
  (await who.ask(questions.asked, { id })).items[0]?.id ?? assert.fail('a question');
