import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as delivery from '../../contract/delivery.ts';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { stopAll } from '../../server/features/delivery/choices.ts';
import { deliveryStopToken } from '../../server/features/delivery/stop.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases, password } from '../harness/test-server.ts';

onDatabases('when moments reach a member', (server, testOnBoth) => {
  const chosen = async (who: Person) => {
    const { circles: choices } = await who.ask(delivery.get, {});
    return new Map(choices.map(({ circleId, when }) => [circleId, when]));
  };
  const choose = (who: Person, circle: Circle | null, when: delivery.When) =>
    who.ask(delivery.set, { circles: [{ circleId: circle?.id ?? null, when }] });
  const see = (who: Person, ...moments: Post[]) =>
    who.ask(delivery.seen, { postIds: moments.map(({ id }) => id) });
  /** The circles through which each post counts as seen by the member, by their names. */
  const told = async (who: Person) => {
    const rows = await server()
      .app.context.db.read.selectFrom('told_posts as t')
      .innerJoin('circles as c', 'c.id', 't.circle_id')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .innerJoin('posts as p', 'p.id', 't.post_id')
      .select(['c.name', 'p.content'])
      .where('u.public_id', '=', who.id)
      .orderBy('p.id')
      .orderBy('c.name')
      .execute();
    return rows.map(({ name, content }) => `${content} in ${name}`);
  };
  /** Notifications of a kind, shown or not. */
  const rowsOf = async (who: Person, kind: string) => {
    const { rows } = await server()
      .app.context.db.read.selectFrom('notifications as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .where('u.public_id', '=', who.id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    return rows;
  };
  const pair = async (names: [string, string], kind: Circle['kind'] = 'shared') => {
    const [owner, reader] = await server().members(...names);
    const circle = await owner.makesCircle('Family', { kind });
    await owner.adds(reader, circle);
    return { owner, reader, circle };
  };

  // LETTER-2
  test('members choose for each circle, and for all private circles of others together', async () => {
    const { owner, reader, circle } = await pair(['Ana', 'Ben']);
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    const [contacts] = (await reader.ask(circles.list, {})).filter(({ isContacts }) => isContacts);
    const before = await reader.ask(delivery.get, {});
    assert.deepEqual(before.circles, [
      { circleId: contacts?.id, when: 'evening' },
      { circleId: circle.id, when: 'evening' },
      { circleId: null, when: 'evening' },
    ]);
    await owner.adds(reader, hidden);
    assert.deepEqual(await reader.ask(delivery.get, {}), before, 'a private circle shows nowhere');

    await choose(reader, circle, 'now');
    const { circles: after } = await reader.ask(delivery.set, {
      circles: [{ circleId: null, when: 'sunday' }],
    });
    assert.deepEqual(after.slice(1), [
      { circleId: circle.id, when: 'now' },
      { circleId: null, when: 'sunday' },
    ]);
    assert.equal((await chosen(owner)).get(circle.id), 'evening', 'the choice is the member’s own');
    assert.equal((await reader.call(delivery.set, { circles: [] })).status, 200);

    const choice = { circleId: circle.id, when: 'never' };
    for (const [input, status] of [
      [[choice, { ...choice, when: 'now' }], 400],
      [
        [
          { circleId: null, when: 'now' },
          { circleId: null, when: 'now' },
        ],
        400,
      ],
      [[{ ...choice, when: 'daily' }], 400],
      [[choice, { circleId: hidden.id, when: 'now' }], 404],
      [[choice, { circleId: randomBytes(16).toString('hex'), when: 'now' }], 404],
    ] as const)
      assert.equal((await reader.call(delivery.set, { circles: input })).status, status);
    assert.equal((await chosen(reader)).get(circle.id), 'now', 'a refused call changes nothing');
  });

  test('seen moments count as told in each circle, until nothing of the circle reaches the member', async () => {
    const { owner, reader, circle } = await pair(['Cleo', 'Dan']);
    const friends = await owner.makesCircle('Friends');
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    for (const each of [friends, hidden]) await owner.adds(reader, each);
    const elsewhere = await owner.makesCircle('Elsewhere');
    const both = await owner.posts('both', { to: [circle, friends, elsewhere] });
    const secret = await owner.posts('secret', { to: hidden });
    const unseen = await owner.posts('unseen', { to: elsewhere });
    const own = await reader.posts('own', { to: circle });
    await reader.feed();
    await reader.sees(both);
    assert.deepEqual(await told(reader), [], 'reading changes nothing');

    const all = [both, secret, unseen, own];
    await see(reader, ...all, { ...both, id: randomBytes(16).toString('hex') });
    await see(reader, ...all);
    const expected = ['both in Family', 'both in Friends', 'secret in Hidden'];
    assert.deepEqual(await told(reader), expected);
    assert.deepEqual(await told(owner), [], 'nobody is told of their own');

    await choose(reader, circle, 'never');
    await choose(reader, circle, 'evening');
    assert.deepEqual(await told(reader), expected, 'undone before the next moment');
    await choose(reader, circle, 'never');
    const missed = await owner.posts('missed', { to: circle });
    await choose(reader, circle, 'sunday');
    await see(reader, missed);
    assert.deepEqual(
      await told(reader),
      ['both in Friends', 'secret in Hidden'],
      'missed ones count as told',
    );
    await choose(reader, null, 'never');
    const missedToo = await owner.posts('missed too', { to: hidden });
    await choose(reader, null, 'now');
    const later = await owner.posts('later', { to: [circle, hidden] });
    await see(reader, missedToo, later);
    assert.deepEqual(await told(reader), ['both in Friends', 'later in Family', 'later in Hidden']);

    await reader.ask(blocking.mute, { id: owner.id });
    const muted = await owner.posts('muted', { to: circle });
    await see(reader, muted);
    await owner.removes(reader, hidden);
    assert.deepEqual(await told(reader), ['both in Friends', 'later in Family']);
    const tooMany = Array.from({ length: 101 }, () => both.id);
    assert.equal((await reader.call(delivery.seen, { postIds: tooMany })).status, 400);
    assert.equal((await reader.call(delivery.seen, { postIds: [] })).status, 204);
  });

  testOnBoth('a report of seen moments succeeds while they, or their reader, are removed', async () => {
    const { owner, reader, circle } = await pair(['Yara', 'Zoe']);
    for (let round = 0; round < 8; round += 1) {
      await owner.adds(reader, circle);
      const [gone, kept] = [
        await owner.posts('gone', { to: circle }),
        await owner.posts('kept', { to: circle }),
      ];
      const ids = { postIds: [gone.id, kept.id] };
      const answers = await Promise.all([
        owner.call(round % 2 === 0 ? posts.remove : circles.removeMember, {
          id: round % 2 === 0 ? gone.id : circle.id,
          ...(round % 2 === 1 && { memberId: reader.id }),
        }),
        ...[1, 2, 3].map(() => reader.call(delivery.seen, ids)),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [204, 204, 204, 204],
      );
      await owner.call(circles.removeMember, { id: circle.id, memberId: reader.id });
    }
    assert.deepEqual(await told(reader), []);
  });

  // LETTER-2
  testOnBoth('the time up to which moments count as told comes from moments in sight', async () => {
    const { owner, reader, circle } = await pair(['Emil', 'Fay']);
    const untoldAfter = async () => (await reader.ask(delivery.get, {})).untoldAfter;
    const renew = async () => {
      await choose(reader, circle, 'never');
      await choose(reader, null, 'never');
      assert.equal(await untoldAfter(), null, 'nothing reaches them');
      await choose(reader, circle, 'evening');
      await server().app.context.db.write(({ q }) =>
        q
          .updateTable('circle_members')
          .set({ told_post_id: (e) => e.selectFrom('posts').select((p) => p.fn.max('id').as('id')) })
          .where('user_id', 'in', (e) =>
            e.selectFrom('users').select('id').where('public_id', '=', reader.id),
          )
          .execute(),
      );
    };
    assert.equal(await untoldAfter(), null);
    const first = await owner.posts('first', { to: circle });
    assert.equal(await untoldAfter(), null, 'not told yet');
    await renew();
    assert.equal(await untoldAfter(), first.createdAt);
    await owner.posts('not theirs', { to: await owner.makesCircle('Other') });
    await renew();
    assert.equal(await untoldAfter(), first.createdAt, 'moments out of sight tell nothing');
    const second = await owner.posts('second', { to: circle });
    await renew();
    assert.equal(await untoldAfter(), second.createdAt);
    await choose(reader, null, 'sunday');
    assert.equal(await untoldAfter(), second.createdAt);
    const [third] = await server().members('Gus');
    await owner.adds(third, circle);
    const theirs = await third.posts('third', { to: circle });
    await renew();
    assert.equal(await untoldAfter(), theirs.createdAt);
    await third.ask(blocking.block, { id: reader.id });
    assert.equal(await untoldAfter(), second.createdAt, 'the author is out of sight');
  });

  // TRUTH-2, LETTER-2
  testOnBoth('what is out of sight does not end the wait of earlier moments when letters go on', async () => {
    const { owner, reader, circle } = await pair(['Wiebke', 'Jost']);
    const [cleo] = await server().members('Gesine');
    await owner.adds(cleo, circle);
    await cleo.ask(blocking.block, { id: reader.id });
    const album = await makeAlbum(owner, circle);
    await addToAlbum(owner, album, 1);
    const marks = () =>
      server()
        .app.context.db.read.selectFrom('circle_members')
        .select(['told_post_id', 'told_addition_id'])
        .where('user_id', 'in', (e) => e.selectFrom('users').select('id').where('public_id', '=', reader.id))
        .where('circle_id', 'in', (e) =>
          e.selectFrom('circles').select('id').where('public_id', '=', circle.id),
        )
        .executeTakeFirstOrThrow();
    const before = await marks();
    const goOn = async () => {
      await choose(reader, circle, 'evening');
      return marks();
    };
    await choose(reader, circle, 'never');
    await owner.posts('hidden', { to: circle, more: { hiddenFrom: JSON.stringify([reader.id]) } });
    await addToAlbum(cleo, album, 1);
    const [muted] = await server().members('Malte');
    await owner.adds(muted, circle);
    await reader.ask(blocking.mute, { id: muted.id });
    await muted.posts('muted', { to: circle });
    assert.deepEqual(await goOn(), before);
    await choose(reader, circle, 'never');
    await owner.posts('seen', { to: circle });
    await addToAlbum(owner, album, 1);
    const after = await goOn();
    assert.ok(after.told_post_id > before.told_post_id && after.told_addition_id > before.told_addition_id);
  });

  test('unsubscribing from letters stops all delivery without a session', async () => {
    const { owner, reader, circle } = await pair(['Gil', 'Hana']);
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    await owner.adds(reader, hidden);
    await see(reader, await owner.posts('seen', { to: [circle, hidden] }));
    await choose(reader, circle, 'now');
    const { cursors } = server().app.context;
    const id = await server().keyOf('users', reader);
    const path = `/api/delivery/stop/${deliveryStopToken(cursors, id)}`;
    const visitor = server().visitor();
    const opened = await visitor.request('GET', path);
    assert.equal(opened.headers.get('location'), '/my-account/reach');
    assert.equal((await chosen(reader)).get(circle.id), 'now', 'opening the link changes nothing');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (to: string) =>
      visitor.request('POST', to, { headers: form, body: 'List-Unsubscribe=One-Click' });
    assert.equal((await post(`${path}x`)).status, 400);
    assert.equal((await chosen(reader)).get(circle.id), 'now');
    assert.equal((await post(path)).status, 204);
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    assert.equal((await visitor.request('POST', path, { form: multipart })).status, 204);
    assert.deepEqual(new Set((await chosen(reader)).values()), new Set(['never']));
    assert.equal((await chosen(owner)).get(circle.id), 'evening');
    await reader.ask(account.remove, { password });
    assert.equal((await post(path)).status, 204, 'a letter outlives its reader’s account');
  });

  test('moments missed before an unsubscription count as told when the member chooses another time', async () => {
    const { owner, reader } = await pair(['Lou', 'Meg']);
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    await owner.adds(reader, hidden);
    await choose(reader, null, 'never');
    const missed = await owner.posts('missed', { to: hidden });
    const { db } = server().app.context;
    const id = await server().keyOf('users', reader);
    await db.write((tx) => stopAll(tx, id));
    await choose(reader, null, 'evening');
    await see(reader, missed);
    assert.deepEqual(await told(reader), []);
  });

  test('members choose the hour of their evening', async () => {
    const [ida] = await server().members('Ida');
    const { db } = server().app.context;
    const due = (value: number) =>
      db.write(({ q }) =>
        q.updateTable('users').set({ letter_due_at: value }).where('public_id', '=', ida.id).execute(),
      );
    const dueAt = async () => {
      const { letter_due_at: at } = await db.read
        .selectFrom('users')
        .select('letter_due_at')
        .where('public_id', '=', ida.id)
        .executeTakeFirstOrThrow();
      return at;
    };
    await due(5);
    assert.equal((await ida.ask(account.edit, { bio: 'Here' })).letterHour, 18);
    assert.equal(await dueAt(), 5);
    assert.equal((await ida.ask(account.edit, { letterHour: 0 })).letterHour, 0);
    assert.equal(await dueAt(), 5, 'what is due stays due');
    // A zone in which it is noon now: east of Greenwich, its name has a minus.
    const behind = new Date().getUTCHours() - 12;
    const timeZone = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
    await due(Date.now() + 60 * 60_000);
    await ida.ask(account.edit, { timeZone, letterHour: 22 });
    const later = await dueAt();
    assert.equal(new Date(later).getUTCHours(), (22 + behind + 24) % 24);
    for (const letterHour of [1, 8]) {
      await ida.ask(account.edit, { letterHour });
      assert.equal(await dueAt(), later, 'the letter of today is not skipped, which may be that of a Sunday');
    }
    await ida.ask(account.edit, { letterHour: 23 });
    assert.equal(await dueAt(), later + 60 * 60_000);
    for (const letterHour of [-1, 24, 7.5, '18', null])
      assert.equal((await ida.call(account.edit, { letterHour })).status, 400);
  });

  // LETTER-7
  test('the owner chooses what letters carry, and every member sees it', async () => {
    const { owner, reader, circle } = await pair(['Jo', 'Kit']);
    const seenBy = async (who: Person) => (await who.ask(circles.get, { id: circle.id })).lettersCarry;
    assert.equal(circle.lettersCarry, 'names');
    const edit = { id: circle.id, name: 'Family' };
    assert.equal(
      (await owner.ask(circles.edit, { ...edit, lettersCarry: 'content' })).lettersCarry,
      'content',
    );
    assert.equal((await owner.ask(circles.edit, edit)).lettersCarry, 'content', 'left as it was');
    assert.equal(await seenBy(reader), 'content');
    assert.equal((await reader.call(circles.edit, { ...edit, lettersCarry: 'names' })).status, 403);
    assert.equal((await owner.call(circles.edit, { ...edit, lettersCarry: 'all' })).status, 400);
    assert.equal(await seenBy(reader), 'content');
    const created = await owner.makesCircle('Open', { lettersCarry: 'content' });
    assert.equal(created.lettersCarry, 'content');
  });

  test('a circle whose letters carry content from now on notifies its members once', async () => {
    const [owner, ...members] = await server().members('Lea', 'Max', 'Nia', 'Otto');
    const [max, nia, otto] = members;
    const { context } = server().app;
    const circle = await owner.makesCircle('Letters');
    for (const who of [max, nia]) await owner.adds(who, circle);
    const carry = (lettersCarry: Circle['lettersCarry'], of = circle, by = owner) =>
      by.ask(circles.edit, { id: of.id, name: of.name, lettersCarry });
    const statementsOfChange = (of: Circle) => server().statementsOf(() => carry('content', of));
    const bell = async (who: Person) => {
      const { items } = await who.ask(notifications.list, {});
      return items.filter(({ kind }) => kind === 'letters_carry_content');
    };
    await carry('names');
    await context.jobs.idle();
    assert.deepEqual(await bell(max), []);
    await max.ask(notifications.setPreferences, {
      letters_carry_content: { bell: true, email: true, push: false },
    });
    const statements = await statementsOfChange(circle);
    await context.jobs.idle();
    const [news, ...more] = await bell(max);
    assert.deepEqual(
      [news?.title, news?.actor?.id, news?.actionUrl, more.length],
      [
        'Lea Example lets letters from Letters carry words and photos',
        owner.id,
        `/circle-management?id=${circle.id}`,
        0,
      ],
    );
    assert.equal((await server().mailsTo(max)).length, 1);
    assert.equal((await bell(nia)).length, 1);
    assert.deepEqual(await bell(owner), []);
    await carry('content');
    await carry('names');
    await carry('content');
    await context.jobs.idle();
    assert.equal((await bell(max))[0]?.createdAt, news?.createdAt, 'an unread one is not repeated');
    assert.deepEqual(await server().mailsTo(max), []);

    await max.ask(notifications.markAllRead, {});
    await owner.ask(blocking.block, { id: nia.id });
    await context.jobs.close();
    await carry('names');
    await carry('content');
    await carry('names');
    await context.jobs.start();
    await context.jobs.idle();
    assert.equal((await bell(max))[0]?.isRead, true, 'no longer true when the job ran');
    await carry('content');
    await context.jobs.idle();
    assert.equal((await bell(max))[0]?.isRead, false);
    for (const who of [nia, otto]) assert.deepEqual(await bell(who), []);
    // A handover can leave an owner in a circle with somebody who blocked them.
    await owner.adds(otto, circle);
    await otto.ask(blocking.block, { id: max.id });
    await owner.ask(circles.handOver, { id: circle.id, userId: max.id });
    await carry('names', circle, max);
    await carry('content', circle, max);
    await context.jobs.idle();
    assert.equal((await bell(owner)).length, 1);
    assert.equal(await rowsOf(otto, 'letters_carry_content'), 0);
    await server().mailsTo(max);

    const large = await owner.makesCircle('Letters');
    for (const who of await server().members('Pia', 'Quin', 'Ria', 'Sam', 'Tess', 'Uma'))
      await owner.adds(who, large);
    assert.equal(await statementsOfChange(large), statements, 'however many members');
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    await owner.adds(max, hidden);
    await max.ask(notifications.markAllRead, {});
    await carry('content', hidden);
    await context.jobs.idle();
    assert.equal(await rowsOf(max, 'letters_carry_content'), 1, 'a private circle notifies nobody');
  });

  test('one notification tells a new member of a shared circle when its moments reach them', async () => {
    const [owner, added, invited] = await server().members('Vera', 'Wim', 'Xenia');
    const circle = await owner.makesCircle('Welcome');
    const bell = async (who: Person) => {
      const { items } = await who.ask(notifications.list, {});
      return items.filter(({ kind }) => kind === 'added_to_circle');
    };
    const sentence = /New moments reach you in the evening; you can choose another time/;
    await owner.adds(added, circle);
    await owner.adds(added, circle);
    const { code } = await owner.ask(invitations.makeCode, { circleId: circle.id });
    for (const _ of [1, 2]) await invited.ask(invitations.accept, { code });
    for (const [who, title] of [
      [added, 'Vera Example added you to Welcome'],
      [invited, 'You are in Welcome now'],
    ] as const) {
      const [news, ...more] = await bell(who);
      assert.deepEqual([news?.title, more.length], [title, 0]);
      assert.match(news?.message ?? '', sentence);
      assert.equal(news?.actionUrl, `/circle-management?id=${circle.id}`);
    }
    const hidden = await owner.makesCircle('Hidden', { kind: 'private' });
    const { code: secret } = await owner.ask(invitations.makeCode, { circleId: hidden.id });
    await invited.ask(invitations.accept, { code: secret });
    assert.equal(await rowsOf(invited, 'added_to_circle'), 1, 'a private circle notifies nobody');
  });
});
