import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as likes from '../../contract/likes.ts';
import * as posts from '../../contract/posts.ts';
import { audience } from '../../contract/audience/audience.ts';
import { letGo } from '../../contract/audience/let-go.ts';
import * as contract from '../../contract/audience/take-back.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { touchSession } from '../../server/features/auth/session.ts';
import { suspendMember } from '../../server/features/auth/suspend.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { inBrowsersUntil } from '../../server/features/audience/receipts.ts';
import { heldByBackups, noNights } from '../../server/platform/db/nightly-state.ts';
import { Listening } from '../harness/events.ts';
import { LetterBrowser, letterTo } from '../harness/letter-browser.ts';
import { joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, type TestServer } from '../harness/test-server.ts';

type Wanted = { circleIds: string[] } | { userIds: string[] } | Record<string, never>;

const takesBack = (author: Person, { id }: Post, wanted: Wanted = {}): Promise<contract.Receipt> =>
  author.ask(contract.takeBack, { id, ...wanted });

const receiptOf = (author: Person, { id }: contract.Receipt): Promise<contract.Receipt> =>
  author.ask(contract.receipt, { id });

/** Their sessions are used now, long after the server last noted it. */
const areOnline = async ({ app }: TestServer, ...people: Person[]): Promise<void> => {
  const { db } = app.context;
  const ids = people.map(({ id }) => id);
  const sessions = await db.read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.public_id', 'in', ids)
    .execute();
  for (const { id } of sessions) await touchSession(db, { sessionId: id, sessionSeenAt: 0 });
};

const family = async (
  server: TestServer,
  owner: string,
  ...others: string[]
): Promise<[Circle, Person, ...Person[]]> => {
  const [author, ...members] = await server.members(owner, ...others);
  assert.ok(author);
  const circle = await author.makesCircle(`Family of ${owner}`, { lettersCarry: 'content' });
  for (const member of members) await author.adds(member, circle);
  return [circle, author, ...members];
};

onBothDatabases(
  'taking back',
  (server) => {
    // TRUTH-50, TRUTH-51
    test('queued letters lose the moment, letters that left are on the receipt, and their pages answer 404', async () => {
      const [circle, quin, rob, sue, tom] = await family(server(), 'Quin', 'Rob', 'Sue', 'Tom');
      assert.ok(rob && sue && tom);
      const rosa = await joinByLetter(server(), quin, circle, 'Rosa');
      const names = await quin.makesCircle('Names only');
      for (const member of [rob, sue, tom]) await quin.adds(member, names);
      const unsent = await quin.posts('Never told', { to: circle });
      await takesBack(quin, unsent);
      const post = await quin.posts('Told by letter', { to: circle });
      const bare = await quin.posts('Names', { to: names });
      const { mail, page } = await letterTo(server(), rosa);
      assert.ok(mail.text.includes('Told by letter') && !mail.text.includes('Never told'));
      for (const reader of [rob, sue]) assert.equal((await server().mailsTo(reader)).length, 1);
      server().mailbox.take(tom.email);
      const browser = new LetterBrowser(server());
      await browser.becomesKnown(server(), page, rosa);
      const moment = `${page}/posts/${post.id}`;
      assert.equal((await browser.get(moment)).status, 200);
      const receipt = await takesBack(quin, post);
      const letters = { mailboxMembers: ['Rosa'], others: 3, isComplete: true };
      assert.deepEqual(receipt.letters, letters);
      assert.equal((await browser.get(moment)).status, 404);
      assert.ok(!(await browser.get(page)).html.includes('Told by letter'));
      assert.deepEqual((await takesBack(quin, bare)).letters, {
        mailboxMembers: [],
        others: 0,
        isComplete: true,
      });
      await makeAllLetters(server().app.context);
      assert.deepEqual(await server().mailsTo(rosa), []);
      // Rosa makes an account.
      await server().app.context.db.write(({ q }) =>
        q.updateTable('users').set({ by_letter: 0 }).where('first_name', '=', 'Rosa').execute(),
      );
      assert.deepEqual((await receiptOf(quin, receipt)).letters, letters);
    });

    // TRUTH-44, TRUTH-51
    test('a letter that the mail server refused is not on the receipt', async () => {
      const [circle, una, vic, wes, xia] = await family(server(), 'Una', 'Vic', 'Wes', 'Xia');
      assert.ok(vic && wes && xia);
      const post = await una.posts('Refused for one', { to: circle });
      server().mailbox.refuse([vic.email]);
      await makeAllLetters(server().app.context);
      for (const reader of [wes, xia]) assert.equal((await server().mailsTo(reader)).length, 1);
      server().mailbox.refuse([]);
      const { letters } = await takesBack(una, post);
      assert.deepEqual(letters, { mailboxMembers: [], others: 2, isComplete: true });
      const earlier = await una.posts('Of an earlier version', { to: circle });
      await server().app.context.db.write(({ q }) =>
        q.updateTable('posts').set({ letters_recorded: 0 }).where('public_id', '=', earlier.id).execute(),
      );
      assert.equal((await takesBack(una, earlier)).letters.isComplete, false);
      const two = await una.makesCircle('Two with accounts', { lettersCarry: 'content' });
      for (const member of [wes, xia]) await una.adds(member, two);
      await joinByLetter(server(), una, two, 'Yara');
      const few = await takesBack(una, await una.posts('Told to three', { to: two }));
      assert.deepEqual([few.people, few.devices, few.letters.others], [3, null, null]);
    });

    // TRUTH-40, TRUTH-45
    test('a moment taken back wholly is visible to its author alone, and the receipt follows the devices', async () => {
      const [circle, ann, ben, cora, dan] = await family(server(), 'Ann', 'Ben', 'Cora', 'Dan');
      assert.ok(ben && cora && dan);
      const more = [await plainPhoto()];
      const post = await ann.posts('Regretted', { to: circle, photos: more });
      const stays = await ann.posts('Stays', { to: circle });
      await ben.comments(post, 'Lovely');
      await cora.ask(likes.like, { id: post.id });
      const streams = await Promise.all([ann, ben].map((person) => Listening.open(person)));
      const receipt = await takesBack(ann, post);
      for (const stream of streams) await stream.hears('post', post.id);
      for (const stream of streams) await stream.close();
      for (const reader of [ben, cora, dan]) {
        await reader.doesNotSee(post);
        await reader.sees(stays);
      }
      assert.equal((await ben.call(comments.list, { id: post.id })).status, 404);
      await ann.sees(post);
      const own = await ann.ask(posts.get, { id: post.id });
      assert.deepEqual([own.circles, own.likesCount, own.commentsCount], [[], 1, 1]);
      assert.deepEqual(await ann.reads(post), ['Lovely']);
      await ann.comments(post, 'To myself');
      await ann.ask(likes.like, { id: post.id });
      assert.equal((await ann.ask(posts.edit, { id: post.id, content: 'Mine' })).content, 'Mine');
      const refused = [await ann.call(posts.edit, { id: post.id, circleIds: [] })];
      refused.push(await ann.call(posts.edit, { id: post.id, circleIds: [circle.id] }));
      assert.deepEqual(
        refused.map(({ status }) => status),
        [400, 409],
      );
      const { count, items } = await ann.ask(audience, { id: post.id });
      assert.deepEqual([count, items], [0, []]);
      const ofAnn = await ann.ask(posts.ofMember, { usernameOrId: ann.id });
      assert.ok(ofAnn.items.some(({ id }) => id === post.id));
      assert.ok((await ann.feed()).items.every(({ id }) => id !== post.id));

      const { takenBackAt, ...told } = receipt;
      assert.ok(Math.abs(Date.parse(takenBackAt) - Date.now()) < 60_000);
      const week = new Date(Date.parse(takenBackAt) + 7 * 24 * 60 * 60_000).toISOString();
      assert.deepEqual(told, {
        id: receipt.id,
        takenFrom: 'everyone',
        people: 3,
        hasUncounted: false,
        isFinal: true,
        devices: { mayHave: 3, letGo: 0, notOnline: 3 },
        letters: { mailboxMembers: [], others: 0, isComplete: true },
        isHeldByBackups: false,
        backupsUntil: null,
        browsersKeepUntil: week,
      });
      const words = await takesBack(ann, await ann.posts('Only words', { to: circle }));
      assert.equal(words.browsersKeepUntil, null, 'no photos that a browser could keep');
      const keeps = async (who: Person, photos: string[], everything?: true) => {
        await who.ask(letGo, { photos, posts: [], ...(everything && { everything }) });
        return (await receiptOf(ann, receipt)).devices;
      };
      const [image] = post.images;
      const photo = /[0-9a-f]{32}/.exec(image?.url ?? '')?.[0] ?? assert.fail();
      await areOnline(server(), ben);
      const none = { mayHave: 3, letGo: 0, notOnline: 2 };
      assert.deepEqual(await keeps(ben, [photo], true), none, 'the device still keeps it');
      assert.deepEqual(await keeps(ben, []), none, 'perhaps not all that it keeps');
      assert.deepEqual(await keeps(ben, [], true), { mayHave: 3, letGo: 1, notOnline: 2 });
      await cora.ask(auth.logout, {});
      assert.deepEqual((await receiptOf(ann, receipt)).devices, { mayHave: 3, letGo: 2, notOnline: 1 });
      await areOnline(server(), dan);
      const all = { mayHave: 3, letGo: 2, notOnline: 0 };
      assert.deepEqual((await receiptOf(ann, receipt)).devices, all);
      const id = await server().keyOf('users', dan);
      await server().app.context.db.write((tx) => suspendMember(tx, id));
      assert.equal((await dan.call(posts.get, { id: stays.id })).status, 401);
      assert.deepEqual(
        (await receiptOf(ann, receipt)).devices,
        all,
        'the receipt does not tell of a suspension',
      );
      const list = await ann.ask(contract.receipts, { id: post.id });
      assert.deepEqual(list, {
        items: [{ id: receipt.id, takenBackAt, takenFrom: 'everyone', people: 3 }],
        nextCursor: null,
      });
    });

    // TRUTH-45
    test('a device has not let go of what is taken back while its question is answered', async () => {
      const [circle, yan, zoe] = await family(server(), 'Yan', 'Zoe', 'Abe', 'Bob');
      assert.ok(zoe);
      const [one, two] = [await yan.posts('One', { to: circle }), await yan.posts('Two', { to: circle })];
      const first = await takesBack(yan, one);
      const later: contract.Receipt[] = [];
      await server().beforeNextWrite(async () => {
        later.push(await takesBack(yan, two));
      });
      await zoe.ask(letGo, { photos: [], posts: [], everything: true });
      const receipts = await Promise.all([first, ...later].map((receipt) => receiptOf(yan, receipt)));
      assert.deepEqual(
        receipts.map(({ devices }) => devices?.letGo),
        [1, 0],
      );
    });

    // TRUTH-41, TRUTH-44
    test('a moment is taken back from some of its circles, and members of the others keep it', async () => {
      const [first, eve, fay, gus, hal] = await family(server(), 'Eve', 'Fay', 'Gus', 'Hal');
      assert.ok(fay && gus && hal);
      const second = await eve.makesCircle('Choir');
      const foreign = await fay.makesCircle('Foreign');
      await eve.adds(hal, second);
      const narrowed = await eve.posts('Edited', { to: [first, second] });
      await eve.ask(posts.edit, { id: narrowed.id, circleIds: [second.id] });
      assert.deepEqual((await eve.ask(contract.receipts, { id: narrowed.id })).items, []);
      const post = await eve.posts('Two places', { to: [first, second] });
      await gus.comments(post, 'In the family');
      const statuses = [];
      for (const wanted of [
        { circleIds: [] },
        { circleIds: [first.id], userIds: [fay.id] },
        { circleIds: [foreign.id] },
        { circleIds: [(await eve.makesCircle('Other')).id] },
      ])
        statuses.push((await eve.call(contract.takeBack, { id: post.id, ...wanted })).status);
      assert.deepEqual(statuses, [400, 400, 404, 409]);
      for (const reader of [fay, gus, hal]) await reader.sees(post);

      const receipt = await takesBack(eve, post, { circleIds: [first.id] });
      for (const reader of [fay, gus]) await reader.doesNotSee(post);
      await hal.sees(post);
      assert.deepEqual(await hal.reads(post), []);
      assert.deepEqual(await eve.reads(post), ['In the family']);
      assert.equal(receipt.takenFrom, 'circles');
      assert.deepEqual([receipt.people, receipt.devices, receipt.letters.others], [2, null, null]);
      assert.equal((await eve.call(contract.takeBack, { id: post.id, circleIds: [first.id] })).status, 409);
      const last = await takesBack(eve, post, { circleIds: [second.id] });
      assert.deepEqual([last.takenFrom, last.people], ['everyone', 1]);
      await hal.doesNotSee(post);
      const page = await eve.ask(contract.receipts, { id: post.id, limit: '1' });
      assert.deepEqual(
        page.items.map(({ id }) => id),
        [last.id],
      );
      const next = await eve.ask(contract.receipts, { id: post.id, cursor: page.nextCursor ?? '' });
      assert.deepEqual([next.items.map(({ id }) => id), next.nextCursor], [[receipt.id], null]);
    });

    // TRUTH-41, TRUTH-44, TRUTH-45
    test('a moment is taken back from some people, and the numbers do not tell whether one of them read it', async () => {
      const [circle, ida, jan, kim, leo] = await family(server(), 'Ida', 'Jan', 'Kim', 'Leo');
      assert.ok(jan && kim && leo);
      const left = await jan.makesCircle('Left');
      for (const member of [ida, kim, leo]) await jan.adds(member, left);
      const small = await ida.makesCircle('Small');
      for (const member of [jan, kim]) await ida.adds(member, small);
      const post = await ida.posts('For few', { to: circle });
      // Neither a session that was not used since nor one that has expired counts.
      const hour = 60 * 60_000;
      for (const [seen, expires] of [
        [-hour, hour],
        [0, -1],
      ] as const)
        await server().app.context.db.write(({ q }) =>
          q
            .insertInto('sessions')
            .columns([
              'public_id',
              'token_hash',
              'user_id',
              'device',
              'created_at',
              'last_seen_at',
              'expires_at',
            ])
            .expression((e) =>
              e
                .selectFrom('users')
                .select(({ val }) => [
                  val(`session of Leo ${seen}`).as('public_id'),
                  val(`token of Leo ${seen}`).as('token_hash'),
                  'id',
                  val('').as('device'),
                  val(0).as('created_at'),
                  val(Date.now() + seen).as('last_seen_at'),
                  val(Date.now() + expires).as('expires_at'),
                ])
                .where('public_id', '=', leo.id),
            )
            .execute(),
        );
      const three = await takesBack(ida, post, { userIds: [jan.id, kim.id, leo.id] });
      for (const reader of [jan, kim, leo]) await reader.doesNotSee(post);
      // Until it can no longer be undone, the numbers could be compared with those of another choice of people.
      const { takenFrom, people, isFinal, devices, letters } = three;
      assert.deepEqual(
        [takenFrom, people, isFinal, devices, letters.others],
        ['people', 3, false, null, null],
      );
      await server().app.context.db.write(({ q }) =>
        q
          .updateTable('take_backs')
          .set((e) => ({ taken_back_at: e('taken_back_at', '-', 60_001) }))
          .where('public_id', '=', three.id)
          .execute(),
      );
      const final = await receiptOf(ida, three);
      assert.deepEqual([final.isFinal, final.devices?.mayHave, final.letters.others], [true, 3, 0]);

      const other = await ida.posts('In a circle that Ida leaves', { to: [small, left] });
      await ida.ask(circles.removeMember, { id: left.id, memberId: ida.id });
      await leo.sees(other);
      const two = await takesBack(ida, other, { userIds: [jan.id, kim.id, leo.id] });
      await leo.doesNotSee(other);
      assert.deepEqual([two.people, two.devices, two.letters.others], [2, null, null]);
      assert.equal(two.hasUncounted, false);
      const rest = await takesBack(ida, other);
      assert.deepEqual([rest.people, rest.hasUncounted, rest.takenFrom], [0, true, 'everyone']);
      assert.equal((await ida.call(contract.takeBack, { id: other.id, userIds: ['nobody'] })).status, 404);
    });

    // TRUTH-40
    test('taking back what changes nothing is refused without a receipt', async () => {
      const [circle, sid, ted, uwe] = await family(server(), 'Sid', 'Ted', 'Uwe');
      assert.ok(ted && uwe);
      const post = await sid.posts('Once is enough', { to: circle });
      const refused = async (wanted: Wanted) => {
        const { status, json } = await sid.call(contract.takeBack, { id: post.id, ...wanted });
        assert.deepEqual([status, json], [409, { message: messages.nothingToTakeBack }]);
      };
      const receipts = async () => (await sid.ask(contract.receipts, { id: post.id })).items.length;
      await takesBack(sid, post, { userIds: [ted.id] });
      await refused({ userIds: [ted.id] });
      await takesBack(sid, post, { userIds: [ted.id, uwe.id] });
      await sid.ask(posts.undoHiddenFrom, { id: post.id });
      assert.equal(await receipts(), 1);
      await takesBack(sid, post);
      await refused({});
      assert.equal(await receipts(), 2);
    });

    // TRUTH-41
    test('undoing a taking back from people removes its receipt', async () => {
      const [circle, mia, ned] = await family(server(), 'Mia', 'Ned');
      assert.ok(ned);
      const post = await mia.posts('Back and forth', { to: circle });
      const receipt = await takesBack(mia, post, { userIds: [ned.id] });
      await ned.doesNotSee(post);
      await mia.ask(posts.undoHiddenFrom, { id: post.id });
      await ned.sees(post);
      assert.equal((await mia.call(contract.receipt, { id: receipt.id })).status, 404);
      const wholly = await takesBack(mia, post);
      assert.equal((await mia.call(posts.undoHiddenFrom, { id: post.id })).status, 409);
      assert.equal((await receiptOf(mia, wholly)).people, 1);
      await ned.doesNotSee(post);
    });

    // TRUTH-40
    test('a repeated request gets the receipt of the first, and the receipt of a deleted moment is gone', async () => {
      const [circle, oda] = await family(server(), 'Oda', 'Pia');
      const post = await oda.posts('Twice', { to: circle });
      const path = `/api/posts/${post.id}/take-back`;
      const send = () =>
        oda.request('POST', path, { json: {}, headers: { 'idempotency-key': 'take back once' } });
      const [one, two] = [await send(), await send()];
      assert.deepEqual([one.status, two.status], [201, 201]);
      assert.deepEqual(two.json, one.json);
      assert.equal((await oda.ask(contract.receipts, { id: post.id })).items.length, 1);
      await oda.ask(posts.remove, { id: post.id });
      const { id } = contract.Receipt.parse(one.json);
      assert.equal((await oda.call(contract.receipt, { id })).status, 404);
    });
  },
  mailInSettings,
);

const day = 24 * 60 * 60_000;

test('browsers keep photos for a week where Circle is not on https', () => {
  const now = Date.now();
  assert.equal(inBrowsersUntil('http://circle.local', now - day, now), now + 6 * day);
  assert.equal(inBrowsersUntil('http://circle.local', now - 8 * day, now), null);
  assert.equal(inBrowsersUntil('https://circle.example.org', now, now), null);
});

// TRUTH-52
test('backups hold a moment until enough newer ones have pushed out those that were made while it was shared', () => {
  const night = (at: number) => 1_000 * day + at * day;
  const shared = { since: night(1) + day / 2, until: night(3) + day / 2 };
  const heldAt = (now: number, kept: number[], { keep = 3, triedAt = null as number | null } = {}) => {
    const state = { ...noNights, keep: 3, backupAt: kept.at(-1) ?? null, kept, triedAt };
    const { isHeld, until } = heldByBackups(state, { ...shared, now, keep });
    assert.equal(isHeld, until !== null);
    return until;
  };
  assert.equal(heldAt(night(3.5), []), null, 'there is no backup');
  assert.equal(heldAt(night(3.5), [night(0), night(1)]), null, 'made before it was shared');
  assert.equal(heldAt(night(3.5), [night(1), night(2), night(3)]), night(6));
  assert.equal(heldAt(night(4.5), [night(2), night(3), night(4)]), night(6));
  assert.equal(heldAt(night(5.9), [night(3), night(4), night(5)]), night(6));
  assert.equal(heldAt(night(6.1), [night(4), night(5), night(6)]), null, 'pushed out');
  assert.equal(heldAt(night(7.5), [night(3), night(4), night(5)]), night(8.5), 'two nights failed');
  assert.equal(heldAt(night(3.5), [night(1), night(2), night(3)], { keep: 30 }), night(33));
  assert.equal(heldAt(night(3.5), [night(0)], { triedAt: night(3) }), night(6.5), 'one is being made');
  const failed = [night(2), night(3), night(4), night(5), night(6)];
  assert.equal(heldAt(night(6.5), failed), night(7), 'only a good night deletes backups');
  const off = heldByBackups({ ...noNights, keep: 3, kept: [night(3)] }, { ...shared, keep: null });
  assert.deepEqual(off, { isHeld: true, until: null }, 'no nightly backups any more');
});
