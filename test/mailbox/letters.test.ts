import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as circles from '../../contract/circles.ts';
import * as delivery from '../../contract/delivery.ts';
import * as mailbox from '../../contract/mailbox.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { countBounce, maxBounces } from '../../server/features/letters/bounces.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { replyAddress, bounceAddress } from '../../server/platform/mail/reply-keys.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import { LetterBrowser, letterTo } from '../harness/letter-browser.ts';
import {
  composeMail,
  deliver,
  joinByLetter,
  type MailboxMember,
  mailInSettings,
  momentAddress,
} from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, password, TestServer } from '../harness/test-server.ts';

const template = mailInSettings.MAIL_REPLY;

const familyOf = async (server: TestServer, name: string): Promise<[Person, Circle]> => {
  const owner = await server.member(name);
  return [owner, await owner.makesCircle(`Family of ${name}`, { lettersCarry: 'content' })];
};

const set = (server: TestServer, { key }: MailboxMember, values: Record<string, string | number | null>) =>
  server.app.context.db.write(({ q }) => q.updateTable('users').set(values).where('id', '=', key).execute());

onDatabases(
  'letters to members who take part by e-mail alone',
  (server) => {
    const seal = (kind: 'moment' | 'circle' | 'letter' | 'bounce', user: number, object: number) =>
      server().app.context.replyKeys.seal({ kind, user, object });

    test('each moment has an answer and a heart, shared circles take photos, and no link leads into the app', async () => {
      const [ann, family] = await familyOf(server(), 'Ann');
      const rosa = await joinByLetter(server(), ann, family, 'Rosa');
      const own = await ann.makesCircle('Own', { kind: 'private', lettersCarry: 'content' });
      await joinByLetter(server(), ann, own, 'Rosa');
      const first = await ann.posts('One', { to: family });
      const second = await ann.posts('Two', { to: own });
      const { mail, page } = await letterTo(server(), rosa);
      for (const part of [mail.text, mail.html]) {
        for (const post of [first, second]) {
          const answer = replyAddress(
            template,
            seal('moment', rosa.key, await server().keyOf('posts', post)),
          );
          assert.ok(part.includes(answer), `${answer} in ${part}`);
          assert.ok(part.includes(`${page}/posts/${post.id}`));
        }
        assert.ok(part.includes(`${page}/mine`) && part.includes(`${page}/stop`));
        for (const into of ['/post/', '/my-account', 'Open Circle']) assert.ok(!part.includes(into), into);
        assert.ok(!part.includes('Send photos'), 'she may not share');
        assert.match(part, /Press ‘Answer’ below a moment/);
      }
      const hearts = mail.html.match(/href="mailto:[^"]*&amp;body=%E2%99%A5"[^>]*>♥ I like it/g);
      assert.equal(hearts?.length, 2);
      const addresses = mail.text.match(/\S*[a-z2-7]{26}\S*/g) ?? [];
      assert.equal(new Set(addresses).size, addresses.length, 'each address once');
      assert.ok(!/font-size: 1[0-5]px/.test(mail.html), 'no small type');
      await set(server(), rosa, { verification_status: 'approved' });
      await ann.posts('Three', { to: [family, own] });
      await ann.posts('Four', { to: own });
      const { mail: next } = await letterTo(server(), rosa);
      const send = replyAddress(template, seal('circle', rosa.key, await server().keyOf('circles', family)));
      assert.ok(next.text.includes(`Send photos to Family of Ann: ${send}`));
      assert.ok(next.html.includes(`href="mailto:${send}"`));
      assert.equal(next.text.split('Send photos').length, 2, 'nothing for a private circle');
      assert.ok(!JSON.stringify(next).includes('Own'));
    });

    test('replies and bounces of a letter lead back by its headers', async () => {
      const [bea, family] = await familyOf(server(), 'Bea');
      const carl = await joinByLetter(server(), bea, family, 'Carl');
      const post = await bea.posts('Alone', { to: family });
      const moment = seal('moment', carl.key, await server().keyOf('posts', post));
      const { mail } = await letterTo(server(), carl);
      assert.match(mail.text, /Simply reply to this e-mail/);
      assert.equal(mail.headers['reply-to'], replyAddress(template, moment));
      assert.match(mail.headers['message-id'] ?? '', new RegExp(`^<[0-9a-f]{32}\\.${moment}@`));
      assert.equal(mail.from, bounceAddress(template, seal('bounce', carl.key, 0)));
      await bea.posts('One of two', { to: family });
      await bea.posts('Two of two', { to: family });
      const { mail: next, page } = await letterTo(server(), carl);
      const [, letter = ''] = page.split('/letter/');
      assert.equal(next.headers['reply-to'], replyAddress(template, letter));
      assert.match(next.headers['message-id'] ?? '', new RegExp(`\\.${letter}@`));
    });

    /** In the buttons of a letter, this name takes more bytes than any other. */
    const longName = (person: Person) =>
      server().app.context.db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ first_name: '🌻'.repeat(50), last_name: '🌼'.repeat(50) })
          .where('public_id', '=', person.id)
          .execute(),
      );

    test('later photos of an album for which a letter has no room are in the next one', async () => {
      const [ulla, family] = await familyOf(server(), 'Ulla');
      const wim = await server().member('Wim');
      await ulla.adds(wim, family);
      // Their own letters would leave at some time later, once photos are copied.
      for (const person of [ulla, wim])
        await person.ask(delivery.set, { circles: [{ circleId: family.id, when: 'never' }] });
      const viola = await joinByLetter(server(), ulla, family, 'Viola');
      const album = await makeAlbum(ulla, family);
      assert.match((await letterTo(server(), viola)).mail.text, /Summer/);
      for (const person of [ulla, wim]) await longName(person);
      await addToAlbum(wim, album, 1);
      for (let at = 0; at < 19; at++) await ulla.posts(`Moment ${at}`, { to: family });
      assert.ok(!(await letterTo(server(), viola)).mail.text.includes('Summer'), 'there is no room for it');
      assert.match((await letterTo(server(), viola)).mail.text, /Summer/);
    });

    // LETTER-32, TRUTH-40
    test('a letter without room for all moments carries no photo of those that it only counts', async () => {
      const [una, family] = await familyOf(server(), 'Una');
      const vera = await joinByLetter(server(), una, family, 'Vera');
      await longName(una);
      for (let at = 0; at < 19; at++) await una.posts(`Moment ${at}`, { to: family });
      const last = await una.posts('The last', { to: family, photos: [await plainPhoto()] });
      const { mail } = await letterTo(server(), vera);
      assert.ok(!mail.text.includes('The last'), 'there is no room for it');
      assert.equal(mail.pictures.length, 0);
      const { letters } = await una.ask(takeBack, { id: last.id });
      assert.deepEqual(letters.mailboxMembers, []);
    });

    test('letters that the mail server refuses count as bounces', async () => {
      const [jo, family] = await familyOf(server(), 'Jo');
      const ken = await joinByLetter(server(), jo, family, 'Ken');
      const [kim, others] = await familyOf(server(), 'Kim');
      await joinByLetter(server(), kim, others, 'Ken');
      const isPaused = async () => {
        const { letters_paused_at: at } = await server()
          .app.context.db.read.selectFrom('users')
          .select('letters_paused_at')
          .where('id', '=', ken.key)
          .executeTakeFirstOrThrow();
        return at !== null;
      };
      server().mailbox.refuse([ken.email]);
      for (let time = 0; time < 3; time += 1) {
        assert.equal(await isPaused(), false);
        await jo.posts(`Refused ${time}`, { to: family });
        await makeAllLetters(server().app.context);
        await server().app.context.jobs.idle();
      }
      server().mailbox.refuse([]);
      assert.equal(await isPaused(), true);
      assert.match(
        (await server().mailsTo(jo))[0]?.subject ?? '',
        /Letters to Ken Example are being returned/,
      );
      assert.deepEqual(await server().mailsTo(kim), [], 'she did not add Ken first');
    });

    test('a mail starts no letters of a member who stopped them after bounces paused them', async () => {
      const [lou, family] = await familyOf(server(), 'Lou');
      const max = await joinByLetter(server(), lou, family, 'Max');
      const post = await lou.posts('Before', { to: family });
      const { page } = await letterTo(server(), max);
      const { db } = server().app.context;
      const isPaused = async () => {
        const { letters_paused_at: at } = await db.read
          .selectFrom('users')
          .select('letters_paused_at')
          .where('id', '=', max.key)
          .executeTakeFirstOrThrow();
        return at !== null;
      };
      for (let time = 0; time < maxBounces; time += 1) await db.write((tx) => countBounce(tx, max.key));
      assert.equal(await isPaused(), true);
      const [notice] = await server().mailsTo(lou);
      assert.match(notice?.subject ?? '', /Letters to Max Example are being returned/);
      const browser = new LetterBrowser(server());
      assert.match((await browser.post(`${page}/stop`)).html, /Your letters are stopped/);
      const to = await momentAddress(server(), max, post);
      await deliver(server(), await composeMail({ from: max.email, to, text: 'Hello' }), [to]);
      assert.deepEqual(await lou.reads(post), ['Hello']);
      assert.equal(await isPaused(), true);
    });

    test('unsubscribing pauses the letters, and their pages say how to start them again', async () => {
      const [dora, family] = await familyOf(server(), 'Dora');
      const emil = await joinByLetter(server(), dora, family, 'Emil');
      await dora.posts('Before', { to: family });
      const { mail } = await letterTo(server(), emil);
      const [, path = ''] = /<https?:\/\/[^/]+(\S+)>/.exec(mail.headers['list-unsubscribe'] ?? '') ?? [];
      const browser = new LetterBrowser(server());
      const opened = await browser.get(path);
      assert.equal(opened.status, 302);
      const stopPage = opened.headers.get('location') ?? '';
      assert.match((await browser.get(stopPage)).html, /Stop your letters\?/);
      await dora.posts('Still there', { to: family });
      assert.match((await letterTo(server(), emil)).mail.text, /Still there/, 'a GET changed nothing');
      const { status } = await browser.post(path, { 'List-Unsubscribe': 'One-Click' });
      assert.equal(status, 204);
      await dora.posts('Meanwhile', { to: family });
      await makeAllLetters(server().app.context);
      assert.deepEqual(await server().mailsTo(emil), []);
      // Again by the page: it stays as it is.
      assert.match((await browser.post(stopPage)).html, /Your letters are stopped/);
      assert.equal((await dora.ask(circles.get, { id: family.id })).memberCount, 2);
    });

    // LETTERBOX-4, LETTERBOX-5
    test('letters of members with accounts can be answered, while mails in their name count', async () => {
      const [ida, family] = await familyOf(server(), 'Ida');
      const jan = await server().member('Jan');
      await ida.adds(jan, family);
      const { context } = server().app;
      const key = await server().keyOf('users', jan);
      const letter = async (...texts: string[]) => {
        const shared: Post[] = [];
        for (const text of texts) shared.push(await ida.posts(text, { to: family }));
        await makeAllLetters(context);
        await context.jobs.idle();
        const [mail] = await server().mailsTo(jan);
        assert.ok(mail);
        return { ...mail, shared };
      };
      const { address } = await jan.ask(mailbox.renewMailAddress, { id: family.id });
      const { text, html, headers, shared, from } = await letter('One', 'Two');
      for (const part of [text, html]) {
        for (const post of shared) {
          const answer = replyAddress(template, seal('moment', key, await server().keyOf('posts', post)));
          assert.ok(part.includes(answer) && part.includes(`/post/${post.id}`));
        }
        assert.ok(part.includes(address), 'the new address');
        assert.ok(!part.includes('/letter/') && !part.includes('♥'));
        assert.equal(part.split('Press ‘Answer’ below a moment').length, 2);
        assert.ok(part.indexOf('Press ‘Answer’') < part.indexOf('One'));
      }
      const ofLetter = /\.([a-z2-7]{26})@/.exec(headers['message-id'] ?? '')?.[1] ?? '';
      assert.equal(headers['reply-to'], replyAddress(template, ofLetter));
      assert.ok(!from.includes('+b'), 'bounces pause no letters of an account');
      const { headers: alone, shared: last } = await letter('Three');
      const three = seal('moment', key, await server().keyOf('posts', last[0] ?? assert.fail('a post')));
      assert.equal(alone['reply-to'], replyAddress(template, three));
      await jan.ask(account.edit, { mailInMyName: false });
      const off = await letter('Four');
      assert.ok(!off.html.includes('mailto:') && !off.text.includes('Answer:'));
      assert.equal(off.headers['reply-to'], undefined);
      assert.match(off.headers['message-id'] ?? '', /^<[0-9a-f]{32}@/);
      // A member who may not share can answer.
      await jan.ask(account.edit, { mailInMyName: true, password });
      const { db } = context;
      const unverified = { verification_status: 'none' as const };
      await db.write(({ q }) => q.updateTable('users').set(unverified).where('id', '=', key).execute());
      const { html: answers } = await letter('Five');
      assert.ok(answers.includes('>Answer</a>') && !answers.includes('Send photos'));
    });

    test('a member with an account unsubscribes in the app', async () => {
      const [fay, family] = await familyOf(server(), 'Fay');
      const gus = await server().member('Gus');
      await fay.adds(gus, family);
      await fay.posts('For Gus', { to: family });
      await makeAllLetters(server().app.context);
      const [mail] = await server().mailsTo(gus);
      assert.ok(!mail?.text.includes('/letter/'));
      const [, path = ''] = /<https?:\/\/[^/]+(\S+)>/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? [];
      const opened = await new LetterBrowser(server()).get(path);
      assert.equal(opened.headers.get('location'), '/my-account/reach');
    });
  },
  mailInSettings,
);

test('where no mail is received, a letter has no addresses and its page still works', async () => {
  const server = await TestServer.open('sqlite');
  try {
    const [hal, family] = await familyOf(server, 'Hal');
    const ida = await server.member('Ida');
    await hal.adds(ida, family);
    const key = await server.keyOf('users', ida);
    const member = { name: 'Ida', email: ida.email, id: ida.id, key };
    await set(server, member, { by_letter: 1, email_key: `LETTER ${ida.email}` });
    await hal.posts('Hello', { to: family });
    const { mail, page } = await letterTo(server, member);
    assert.ok(!mail.text.includes('Answer:') && !mail.html.includes('mailto:'));
    assert.equal(mail.headers['reply-to'], undefined);
    const browser = new LetterBrowser(server);
    assert.equal(await browser.becomesKnown(server, page, member), page);
    assert.match((await browser.get(page)).html, /Hello/);
  } finally {
    await server.close();
  }
});
