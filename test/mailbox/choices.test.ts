import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as members from '../../contract/members.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { Problem } from '../../server/platform/problem.ts';
import { LetterBrowser, letterTo, linkIn } from '../harness/letter-browser.ts';
import {
  answerAsked,
  askFor,
  composeMail,
  deliver,
  emailOf,
  joinByLetter,
  type MailboxMember,
  mailInSettings,
  questionAddress,
} from '../harness/mailbox-members.ts';
import { Person } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';
import { unzip } from '../harness/unzip.ts';

onDatabases(
  'questions and choices on pages',
  (server) => {
    let ann: Person;
    let family: Circle;
    const browser = () => new LetterBrowser(server());

    /** A member of a circle, with a letter that shows a moment. */
    const reader = async (name: string) => {
      const circle = await ann.makesCircle(`With ${name}`, { lettersCarry: 'content' });
      const member = await joinByLetter(server(), ann, circle, name);
      const post = await ann.posts(`For ${name}`, { to: circle });
      const { page } = await letterTo(server(), member);
      return { member, circle, page, post };
    };
    const choices = async (member: MailboxMember, page: string): Promise<string> => {
      assert.match((await browser().post(`${page}/mine`)).html, /We have sent an e-mail with a link/);
      return linkIn((await server().mailsTo(member))[0]);
    };
    const rowOf = ({ key }: MailboxMember) =>
      server()
        .app.context.db.read.selectFrom('users')
        .select(['shared_delivery', 'language', 'time_zone', 'letters_paused_at', 'by_letter'])
        .where('id', '=', key)
        .executeTakeFirst();
    const others = async (member: MailboxMember) => {
      await makeAllLetters(server().app.context);
      return server().mailsTo(member);
    };

    before(async () => {
      ann = await server().member('Ann');
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
    });

    test('reading the page of a question answers nothing, and its buttons do', async () => {
      const secret = await ann.makesCircle('Canary', { kind: 'private', lettersCarry: 'content' });
      const ask = async (circle: Circle, name: string) => {
        const email = `${name.toLowerCase()}@example.org`;
        await ann.ask(mailbox.ask, { id: circle.id, firstName: name, lastName: 'Example', email });
        return linkIn((await server().mailsTo({ email }))[0]);
      };
      const page = await ask(family, 'Ida');
      for (const method of ['GET', 'HEAD'] as const)
        assert.equal((await browser().get(page, method)).status, 200);
      const { html } = await browser().get(page);
      assert.match(html, /Ann Example invites you to Family/);
      assert.match(html, /Dear Ida/);
      const count = async () => (await ann.ask(circles.get, { id: family.id })).memberCount;
      // Each button of the mail leads to a page that asks once more.
      const forStop = await browser().get(`${page}/stop`);
      assert.match(html, /action="[^"]*\/yes"/);
      assert.match(forStop.html, /action="[^"]*\/stop"/);
      assert.doesNotMatch(forStop.html, /action="[^"]*\/yes"/);
      assert.equal(await count(), 1);
      const welcome = await browser().post(`${page}/yes`);
      assert.match(welcome.html, /Welcome/);
      // MAILBOX-71: a double press.
      assert.equal((await browser().post(`${page}/yes`)).html, welcome.html);
      assert.equal(await count(), 2);
      const absent = await browser().get(`/letter/${'a'.repeat(26)}`);
      for (const answered of [await browser().get(page), await browser().post(`${page}/stop`)])
        assert.deepEqual([answered.status, answered.html], [404, absent.html]);
      await server().mailsTo({ email: 'ida@example.org' });

      const hidden = await ask(secret, 'Jan');
      assert.match((await browser().get(hidden)).html, /Ann Example invites you to Circle/);
      assert.ok(!(await browser().get(hidden)).html.includes('Canary'));
      assert.match((await browser().post(`${hidden}/stop`)).html, /we won’t ask you again/);
      assert.match((await browser().post(`${hidden}/stop`)).html, /we won’t ask you again/);
      assert.equal((await browser().post(`${hidden}/yes`)).status, 404);
      await server().mailsTo(ann);
    });

    // MAILBOX-1
    test('a yes while the database fails leaves the question open, by a button and by mail', async () => {
      const email = emailOf('Jo');
      await askFor(ann, family, 'Jo');
      const page = linkIn((await server().mailsTo({ email }))[0]);
      const failed = () => new Problem('unavailable', messages.unavailable);
      await server().beforeNextWrite(() => Promise.reject(failed()));
      assert.equal((await browser().post(`${page}/yes`)).status, 503);
      const { db, jobs, mailReader } = server().app.context;
      const read = mailReader.read.bind(mailReader);
      let reads = 0;
      mailReader.read = async (...asked) => {
        const mail = await read(...asked);
        const write = db.write.bind(db);
        reads += 1;
        db.write = () => {
          db.write = write;
          return Promise.reject(failed());
        };
        return mail;
      };
      const to = await questionAddress(server(), email);
      await deliver(server(), await composeMail({ from: email, to, text: 'Yes' }), [to]);
      mailReader.read = read;
      assert.deepEqual([reads, await server().mailsTo({ email })], [1, []]);
      await jobs.close();
      await db.write(({ q }) => q.updateTable('jobs').set({ run_at: 0 }).where('attempts', '>', 0).execute());
      await jobs.start();
      const subjects = (await server().mailsTo({ email })).map(({ subject }) => subject);
      assert.deepEqual(subjects, ['Welcome to Family']);
      await server().mailsTo(ann);
    });

    // MAILBOX-1
    test('a yes while the circle takes nobody gets a page that says so, with the buttons', async () => {
      const circle = await ann.makesCircle('Chess', { lettersCarry: 'content' });
      await askFor(ann, circle, 'Kim');
      const page = linkIn((await server().mailsTo({ email: emailOf('Kim') }))[0]);
      await ann.ask(circles.edit, { id: circle.id, name: 'Chess', lettersCarry: 'names' });
      const { status, html } = await browser().post(`${page}/yes`);
      assert.equal(status, 409);
      assert.match(html, /That isn’t possible at the moment/);
      assert.match(html, /Please ask Ann Example/);
      await ann.ask(circles.edit, { id: circle.id, name: 'Chess', lettersCarry: 'content' });
      assert.match(html, new RegExp(`action="${page}/yes"`));
      assert.match((await browser().post(`${page}/yes`)).html, /Welcome/);
      for (const who of [{ email: emailOf('Kim') }, ann]) await server().mailsTo(who);
    });

    // MAILBOX-2
    test('after stop no question of that member is mailed, and after a second member’s stop none at all', async () => {
      const [ben, cleo] = await server().members('Ben', 'Cleo');
      const email = emailOf('Otto');
      const asked = async (owner: Person) => {
        const circle = await owner.makesCircle('Friends', { lettersCarry: 'content' });
        await askFor(owner, circle, 'Otto');
        const { length } = await server().mailsTo({ email });
        return { length, circle };
      };
      const lengthOf = async (owner: Person) => (await asked(owner)).length;
      const first = await asked(ann);
      const alsoOpen = await asked(ann);
      assert.deepEqual([first.length, alsoOpen.length], [1, 1]);
      assert.equal(await answerAsked(server(), email, 'stop'), true);
      assert.equal(await answerAsked(server(), email, 'yes'), false);
      assert.equal(await lengthOf(ann), 0);
      // Also once the circles whose questions were stopped are deleted.
      for (const { circle } of [first, alsoOpen]) await ann.ask(circles.remove, { id: circle.id });
      assert.deepEqual([await lengthOf(ann), await lengthOf(ben)], [0, 1]);
      assert.equal(await answerAsked(server(), email, 'stop'), true);
      assert.deepEqual([await lengthOf(ben), await lengthOf(cleo)], [0, 0]);
    });

    test('a member chooses when letters come, and in which language', async () => {
      const { member, page } = await reader('Rosa');
      const mine = await choices(member, page);
      const shown = await browser().get(mine);
      assert.match(shown.html, /value="evening" checked/);
      assert.equal(shown.headers.get('cache-control'), 'no-store');
      const fields = { when: 'sunday', language: 'de', timeZone: 'Europe/Berlin' };
      const saved = await browser().post(`${mine}/choices`, fields);
      assert.equal(saved.headers.get('location'), `${mine}?done=saved`);
      const row = await rowOf(member);
      assert.deepEqual(
        [row?.shared_delivery, row?.language, row?.time_zone],
        ['sunday', 'de', 'Europe/Berlin'],
      );
      const { html } = await browser().get(`${mine}?done=saved`);
      assert.match(html, /role="status">Deine Wahl ist gespeichert\./);
      assert.match(html, /value="sunday" checked/);
      for (const wrong of [{ when: 'now' }, { language: 'xx' }, { timeZone: 'Mars/Base' }]) {
        const { status } = await browser().post(`${mine}/choices`, { ...fields, ...wrong });
        assert.equal(status, 400);
      }
      // The choice also applies to circles that the member joins later.
      const later = await ann.makesCircle('Later', { lettersCarry: 'content' });
      await joinByLetter(server(), ann, later, 'Rosa');
      await ann.posts('For Sunday', { to: later });
      await makeAllLetters(server().app.context, Date.parse('2126-11-23T12:00:00Z'));
      assert.deepEqual(await server().mailsTo(member), [], 'a Saturday');
      await makeAllLetters(server().app.context, Date.parse('2126-11-24T12:00:00Z'));
      assert.match((await server().mailsTo(member))[0]?.text ?? '', /For Sunday/);
      await server().app.context.db.write(({ q }) =>
        q.updateTable('tickets').set({ expires_at: Date.now() }).where('kind', '=', 'mailbox').execute(),
      );
      assert.equal((await browser().get(mine)).status, 404);
      assert.equal((await browser().post(`${mine}/delete`, { sure: '1' })).status, 404);
      await server().mailsTo(ann);
    });

    test('letters that start again leave out moments that were shared meanwhile', async () => {
      const { member, circle, page } = await reader('Sara');
      assert.match((await browser().post(`${page}/stop`)).html, /Your letters are stopped/);
      // Somebody else may have pressed, with a forwarded letter.
      const [told, ...more] = await server().mailsTo(member);
      assert.deepEqual([told?.subject, linkIn(told), more], ['Your letters are stopped', `${page}/mine`, []]);
      await browser().post(`${page}/stop`);
      await ann.posts('Meanwhile', { to: circle });
      assert.deepEqual(await others(member), []);
      const mine = await choices(member, page);
      assert.match((await browser().get(mine)).html, /Your letters are stopped\./);
      assert.equal((await browser().post(`${mine}/start`)).status, 303);
      assert.deepEqual(await others(member), [], 'told');
      await ann.posts('From now on', { to: circle });
      const [letter] = await others(member);
      assert.ok(letter?.text.includes('From now on') && !letter.text.includes('Meanwhile'));
      // Stopped and started before anything was shared: nothing is lost.
      await ann.posts('Not lost', { to: circle });
      await browser().post(`${mine}/stop`);
      assert.notEqual((await rowOf(member))?.letters_paused_at, null);
      await browser().post(`${mine}/start`);
      assert.match((await others(member))[0]?.text ?? '', /Not lost/);
    });

    // MAILBOX-74
    test('a mailed link opens the export and nothing else', async () => {
      const { member, page, post } = await reader('Tess');
      const known = browser();
      await known.becomesKnown(server(), page, member);
      await known.post(`${page}/posts/${post.id}/comments`, { content: 'My own words', key: '' });
      const mine = await choices(member, page);
      assert.equal((await browser().post(`${mine}/export`)).headers.get('location'), `${mine}?done=export`);
      const [mail] = await server().mailsTo(member);
      const link = linkIn(mail);
      assert.match((await browser().get(link)).html, /Your file is ready/);
      const response = await fetch(`${server().url}${link}/file`);
      assert.equal(response.headers.get('content-type'), 'application/zip');
      const files = await unzip(Buffer.from(await response.arrayBuffer()));
      assert.match(String(files.get('data/comments.json')), /My own words/);
      for (const path of ['choices', 'stop', 'start', 'export', 'account', 'delete'])
        assert.equal((await browser().post(`${link}/${path}`, { sure: '1' })).status, 404, path);
      assert.equal((await fetch(`${server().url}/letter/mine/unknown/file`)).status, 404);
      await server().mailsTo(ann);
    });

    // MAILBOX-74
    // MAILBOX-74
    test('the bell tells of an export that was made while its member made an account', async (t) => {
      const { member, page } = await reader('Edda');
      const mine = await choices(member, page);
      const { context } = server().app;
      const { storage } = context;
      const put = storage.put.bind(storage);
      const again = await choices(member, page);
      t.mock.method(storage, 'put', async (key: string, bytes: Buffer) => {
        if (key.includes('-export-')) await browser().post(`${again}/account`, { password, again: password });
        return put(key, bytes);
      });
      await browser().post(`${mine}/export`);
      await context.jobs.idle();
      assert.equal((await rowOf(member))?.by_letter, 0);
      const mails = await server().mailsTo(member);
      assert.ok(
        mails.every(({ text }) => !text.includes('/letter/mine/')),
        'such a link opens nothing any more',
      );
      const told = await context.db.read
        .selectFrom('notifications')
        .select('kind')
        .where('user_id', '=', member.key)
        .execute();
      assert.ok(told.some(({ kind }) => kind === 'export_ready'));
    });

    test('a place that stopped sending mails promises no link to the export', async () => {
      const { member, page } = await reader('Tom');
      const mine = await choices(member, page);
      const { settings } = server().app.context;
      const { smtpUrl } = settings;
      settings.smtpUrl = null;
      try {
        await browser().post(`${mine}/export`);
        const { html } = await browser().get(`${mine}?done=export`);
        assert.match(html, /Open this page again in a few minutes/);
        assert.doesNotMatch(html, /send/i);
      } finally {
        settings.smtpUrl = smtpUrl;
      }
      await server().mailsTo(member);
    });

    // MAILBOX-75
    test('a second press deletes everything', async () => {
      const { member, page, post } = await reader('Uwe');
      const known = browser();
      await known.becomesKnown(server(), page, member);
      await known.post(`${page}/posts/${post.id}/comments`, { content: 'Soon gone', key: '' });
      await known.post(`${page}/posts/${post.id}/like`, { give: '1' });
      const mine = await choices(member, page);
      assert.match((await browser().post(`${mine}/delete`)).html, /Delete everything\?/);
      assert.ok(await rowOf(member));
      // MAILBOX-71: a double press, whose second answer the browser shows.
      const pressed = [1, 2].map(() => browser().post(`${mine}/delete`, { sure: '1' }));
      for (const { html } of await Promise.all(pressed)) assert.match(html, /Everything is deleted/);
      assert.equal((await browser().post(`${mine}/delete`)).status, 404);
      assert.equal(await rowOf(member), undefined);
      assert.deepEqual(await ann.reads(post), []);
      assert.equal((await ann.ask(posts.get, { id: post.id })).likesCount, 0);
      for (const path of [page, mine]) assert.equal((await known.get(path)).status, 404);
      await server().mailsTo(ann);
    });

    test('a member makes an account and keeps everything', async (t) => {
      const { member, circle, page, post } = await reader('Vera');
      const known = browser();
      await known.becomesKnown(server(), page, member);
      await known.post(`${page}/posts/${post.id}/comments`, { content: 'Written by letter', key: '' });
      await ann.ask(mailbox.offerAccount, { id: circle.id, memberId: member.id });
      const mine = linkIn((await server().mailsTo(member))[0]);
      const make = (chosen: string, again = chosen) =>
        browser().post(`${mine}/account`, { password: chosen, again });
      for (const [chosen, again, sentence] of [
        ['short', 'short', /at least 6 characters/],
        [password, `${password}s`, /Passwords do not match/],
        ['password', 'password', /less common password/],
      ] as const) {
        const { status, html } = await make(chosen, again);
        assert.equal(status, 400);
        assert.match(html, sentence);
        assert.ok(!html.includes(`value="${chosen}"`));
      }
      // MAILBOX-71: a double press, whose second answer the browser shows, and a later one.
      for (const done of [...(await Promise.all([make(password), make(password)])), await make(password)])
        assert.match(done.html, /You have an account now/);
      assert.equal((await make(`${password}s`)).status, 404);
      const vera = new Person('Vera', server().url);
      await vera.signIn(password);
      assert.equal(vera.id, member.id);
      assert.deepEqual(await vera.reads(post), ['Written by letter']);
      const own = await vera.ask(circles.list, {});
      assert.deepEqual(
        own.map(({ name, isContacts }) => [name, isContacts]),
        [
          ['Contacts', true],
          ['With Vera', false],
        ],
      );
      const inside = (await ann.ask(circles.get, { id: circle.id })).members;
      assert.equal(inside.find(({ id }) => id === vera.id)?.byLetter, false);
      const { items: directory } = await ann.ask(members.directory, {});
      assert.ok(!directory.some(({ id }) => id === vera.id));
      for (const path of [page, mine]) assert.equal((await known.get(path)).status, 404);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_001 });
      assert.equal((await make(password)).status, 404, 'after a minute');
      t.mock.timers.reset();
      await server().mailsTo(ann);
      await server().mailsTo(vera);
    });

    // MAILBOX-71
    test('a member in no circle can export and delete everything, and makes no account', async () => {
      const { member, circle, page } = await reader('Xaver');
      await ann.ask(mailbox.offerAccount, { id: circle.id, memberId: member.id });
      const offered = linkIn((await server().mailsTo(member))[0]);
      await ann.ask(circles.removeMember, { id: circle.id, memberId: member.id });
      for (const path of ['', '/stop']) assert.equal((await browser().get(page + path)).status, 404);
      for (const path of ['/open', '/stop']) assert.equal((await browser().post(page + path)).status, 404);
      assert.equal((await browser().get(`${page}/mine`)).status, 200);
      const mine = await choices(member, page);
      for (const link of [mine, offered]) {
        const { html } = await browser().get(link);
        assert.match(html, /You are in no circle any more/);
        assert.ok(!html.includes('type="password"'));
        const made = await browser().post(`${link}/account`, { password, again: password });
        assert.equal(made.status, 404);
      }
      assert.equal((await rowOf(member))?.by_letter, 1);
      await browser().post(`${mine}/export`);
      const file = linkIn((await server().mailsTo(member))[0]);
      assert.equal((await fetch(`${server().url}${file}/file`)).status, 200);
      assert.match((await browser().post(`${mine}/delete`, { sure: '1' })).html, /Everything is deleted/);
      assert.equal(await rowOf(member), undefined);
      await server().mailsTo(ann);
    });

    test('an account with the same address prevents another, unless its address is not confirmed', async () => {
      const { member, page } = await reader('Wim');
      const mine = await choices(member, page);
      const wim = await server().member('Wim');
      const fields = { password, again: password };
      const { status, html } = await browser().post(`${mine}/account`, fields);
      assert.equal(status, 409);
      assert.match(html, /There is already an account with your address/);
      assert.equal((await rowOf(member))?.by_letter, 1);
      await server().app.context.db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', wim.id).execute(),
      );
      assert.equal((await browser().post(`${mine}/account`, fields)).status, 200);
      const owner = new Person('Wim', server().url);
      await owner.signIn(password);
      assert.equal(owner.id, member.id);
      assert.equal((await owner.call(auth.currentUser)).status, 200);
      await server().mailsTo(wim);
      await server().mailsTo(ann);
    });
  },
  mailInSettings,
);
