import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as likes from '../../contract/likes.ts';
import * as mentions from '../../contract/mentions.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as contract from '../../contract/audience/audience.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import { Listening } from '../harness/events.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('members whom a moment leaves out', (server) => {
  const setUp = (...names: string[]) => familyCircle(server(), names);
  const idsOf = (people: readonly { id: string }[]) => JSON.stringify(people.map(({ id }) => id));

  // TRUTH-2, TRUTH-1
  test('see nothing of it: not in lists, counts, photos, comments or notifications', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben', 'Cora');
    const [ben, cora] = others;
    assert.ok(ben && cora);
    const open = await ann.posts('Open', { to: circle });
    const closed = await ann.posts('Closed', {
      to: circle,
      photos: [await plainPhoto()],
      more: { hiddenFrom: idsOf([ben]) },
    });
    await ben.doesNotSee(closed);
    await cora.sees(closed);
    assert.equal((await ben.call(comments.list, { id: closed.id })).status, 404);
    assert.equal((await ben.call(likes.like, { id: closed.id })).status, 404);
    for (const { url } of closed.images) {
      assert.equal((await ben.request('GET', url)).status, 404);
      assert.equal((await cora.request('GET', url)).status, 200);
    }
    const first = await ben.ask(posts.feed, { circleId: circle.id, limit: '1' });
    assert.deepEqual(
      [first.items.map((item) => item.id), first.nextCursor, first.total],
      [[open.id], null, 1],
    );
    const [group] = (await ben.ask(posts.groupedByPriority, {})).filter(
      (one) => one.circle?.id === circle.id,
    );
    assert.deepEqual([group?.totalPosts, group?.posts.map((one) => one.id)], [1, [open.id]]);
    const readers = await ann.ask(contract.audience, { id: closed.id });
    assert.deepEqual(
      readers.items.map(({ member }) => member.firstName),
      ['Cora'],
    );
    await cora.comments(closed, 'Heard?');
    const { items } = await ben.ask(notifications.list, {});
    assert.ok(!items.some((item) => item.actionUrl?.includes(closed.id)));
    // Others can mention him as before: a missing name would tell them.
    const mentionable = await cora.ask(mentions.underPost, { id: closed.id, q: 'Ben' });
    assert.deepEqual(
      mentionable.items.map(({ id }) => id),
      [ben.id],
    );
  });

  // TRUTH-1
  test('are named to the author alone, and nothing takes them out again', async () => {
    const { author: dan, others, circle } = await setUp('Dan', 'Eva', 'Finn', 'Gil');
    const [eva, finn, gil] = others;
    assert.ok(eva && finn && gil);
    const post = await dan.posts('Cake', { to: circle, more: { hiddenFrom: idsOf([eva]) } });
    const names = (found: { hiddenFrom?: { firstName: string }[] | undefined }) =>
      found.hiddenFrom?.map(({ firstName }) => firstName);
    assert.deepEqual(names(post), ['Eva']);
    const edited = await dan.ask(posts.edit, { id: post.id, hiddenFrom: [gil.id] });
    assert.deepEqual(names(edited), ['Eva', 'Gil']);
    const same = await dan.ask(posts.edit, { id: post.id, hiddenFrom: [] });
    assert.deepEqual(names(same), ['Eva', 'Gil']);
    await gil.doesNotSee(post);
    const [fed] = (await dan.ask(posts.feed, {})).items;
    assert.ok(fed);
    assert.deepEqual(names(fed), ['Eva', 'Gil']);
    for (const answer of [
      await finn.ask(posts.get, { id: post.id }),
      (await finn.ask(posts.feed, {})).items[0],
    ])
      assert.ok(answer && !('hiddenFrom' in answer));
    await eva.ask(blocking.block, { id: dan.id });
    assert.deepEqual(names(await dan.ask(posts.get, { id: post.id })), ['Gil'], 'as long as he sees them');
    assert.deepEqual((await dan.posts('Plain', { to: circle })).hiddenFrom, []);
    const refused = await finn.call(posts.edit, { id: post.id, hiddenFrom: [dan.id] });
    assert.equal(refused.status, 403);
  });

  // TRUTH-24
  test('take part by letter in a circle that the author has left, and stay unnamed', async () => {
    const [uma, val, wim, xia] = await server().members('Uma', 'Val', 'Wim', 'Xia');
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ by_letter: 1 }).where('public_id', 'in', [wim.id, xia.id]).execute(),
    );
    const join = (circle: string, member: string) =>
      server().app.context.db.write(({ q }) =>
        sql`
          insert into circle_members (circle_id, user_id, priority, sees_after_post_id, added_by, added_at)
          select c.id, u.id, 0, 0, c.owner_id, 0 from circles c, users u
          where c.public_id = ${circle} and u.public_id = ${member}`.execute(q),
      );
    const [own, other] = [await uma.makesCircle('Own'), await uma.makesCircle('Other')];
    const band = await val.makesCircle('Band');
    await val.adds(uma, band);
    await join(band.id, wim.id);
    await join(own.id, xia.id);
    // Wim's other circle has nothing to do with this moment.
    await join(other.id, wim.id);
    await uma.posts('Elsewhere', { to: other });
    const post = await uma.posts('Encore', { to: [own, band], more: { hiddenFrom: idsOf([val]) } });
    await uma.ask(circles.removeMember, { id: band.id, memberId: uma.id });
    const { hiddenFrom } = await uma.ask(posts.edit, { id: post.id, withoutLetters: true });
    assert.equal(idsOf(hiddenFrom ?? []), idsOf([val, xia]), 'those whom she named herself too');
    const quiet = await uma.posts('Quiet', { to: own, more: { withoutLetters: 'true' } });
    await uma.removes(xia, own);
    const later = await uma.ask(posts.get, { id: quiet.id });
    assert.equal(idsOf(later.hiddenFrom ?? []), idsOf([xia]), 'where she has left no circle');
  });

  // TRUTH-4
  test('see it again when the author undoes the last addition within a minute', async () => {
    const { author: hal, others, circle } = await setUp('Hal', 'Ida', 'Jon');
    const [ida, jon] = others;
    assert.ok(ida && jon);
    const post = await hal.posts('Surprise', { to: circle });
    const undo = () => hal.call(posts.undoHiddenFrom, { id: post.id });
    assert.deepEqual([(await undo()).status, (await undo()).json], [409, { message: messages.undoTooLate }]);
    await hal.ask(posts.edit, { id: post.id, hiddenFrom: [ida.id] });
    await hal.ask(posts.edit, { id: post.id, hiddenFrom: [jon.id, ida.id] });
    assert.equal((await ida.call(posts.undoHiddenFrom, { id: post.id })).status, 404);
    assert.equal((await undo()).status, 200);
    await jon.sees(post);
    await ida.doesNotSee(post);
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('post_hidden_from')
        .set((e) => ({ added_at: e('added_at', '-', 60_001) }))
        .execute(),
    );
    assert.equal((await undo()).status, 409);
    await ida.doesNotSee(post);
  });

  // TRUTH-4
  test('stay left out if they were when the author shared it, and an undo reaches one taking back alone', async () => {
    const { author: rob, others, circle } = await setUp('Rob', 'Sam', 'Tea', 'Uli');
    const [sam, tea, uli] = others;
    assert.ok(sam && tea && uli);
    const post = await rob.posts('Not for Sam', { to: circle, more: { hiddenFrom: idsOf([sam]) } });
    const undo = async (receiptId?: string, key?: string) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const path = `/api/posts/${post.id}/hidden-from/undo`;
      const { status, json } = await rob.request('POST', path, {
        json: receiptId === undefined ? {} : { receiptId },
        headers,
      });
      return status === 200 ? 200 : [status, Reflect.get(Object(json), 'message')];
    };
    assert.deepEqual(await undo(), [409, messages.undoTooLate]);
    const taken = async (from: { id: string }, of = post) =>
      (await rob.ask(takeBack, { id: of.id, userIds: [from.id] })).id;
    const [first, second] = [await taken(tea), await taken(uli)];
    assert.deepEqual(await undo(first), [409, messages.undoNotLast]);
    const other = await rob.posts('Other', { to: circle });
    for (const receipt of [await taken(tea, other), 'never-given-out'])
      assert.deepEqual(await undo(receipt), [404, messages.notFound]);
    for (const _again of [1, 2]) assert.equal(await undo(second, 'undo once'), 200);
    assert.deepEqual(await undo(second), [404, messages.notFound]);
    await uli.sees(post);
    for (const reader of [sam, tea]) await reader.doesNotSee(post);
    assert.equal(await undo(first), 200);
    await tea.sees(post);
    assert.deepEqual(await undo(), [409, messages.undoTooLate]);
    await sam.doesNotSee(post);
  });

  // TRUTH-1, TRUTH-2
  test('no page of another reader hears that somebody was left out, or that it was undone', async () => {
    const { author: ove, others, circle } = await setUp('Ove', 'Paavo', 'Quentin');
    const [pia, quentin] = others;
    assert.ok(pia && quentin);
    const post = await ove.posts('Cake', { to: circle });
    const acts = [
      () => ove.ask(posts.edit, { id: post.id, hiddenFrom: [quentin.id] }),
      () => ove.ask(posts.undoHiddenFrom, { id: post.id }),
      () => ove.ask(takeBack, { id: post.id, userIds: [quentin.id] }),
    ];
    for (const act of acts) {
      const reader = await Listening.openQuiet(pia);
      const lost = await Listening.openQuiet(quentin);
      const author = await Listening.openQuiet(ove);
      await act();
      for (const page of [lost, author]) await page.hears('post', post.id);
      assert.deepEqual(await reader.quiet(pia), []);
      for (const page of [reader, lost, author]) await page.close();
    }
  });

  // TRUTH-1
  test('are announced to no other reader beside words or circles that stay', async () => {
    const { author: rut, others, circle } = await setUp('Rut', 'Sixten', 'Thor');
    const [reader, lost] = others;
    assert.ok(reader && lost);
    for (const same of [{ content: 'Cake' }, { circleIds: [circle.id] }]) {
      const post = await rut.posts('Cake', { to: circle });
      const page = await Listening.openQuiet(reader);
      await rut.ask(posts.edit, { id: post.id, hiddenFrom: [lost.id], ...same });
      assert.deepEqual(await page.quiet(reader), []);
      await page.close();
    }
  });

  // TRUTH-1
  test('are people whom the author sees, 50 at most', async () => {
    const { author: kim, others, circle } = await setUp('Kim', 'Lea', 'Mia');
    const [lea, mia] = others;
    assert.ok(lea && mia);
    const post = await kim.posts('For some', { to: circle });
    const leaveOut = async (...hiddenFrom: string[]) =>
      (await kim.call(posts.edit, { id: post.id, hiddenFrom })).status;
    await kim.ask(blocking.block, { id: mia.id });
    assert.equal(await leaveOut(lea.id, 'never-given-out'), 404);
    assert.equal(await leaveOut(mia.id), 404);
    assert.equal(await leaveOut(kim.id), 404);
    await lea.sees(post);
    assert.equal(await leaveOut(...Array.from({ length: 51 }, () => lea.id)), 400);
    await server().app.context.db.write(({ q }) =>
      sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)
        insert into users (public_id, email, email_key, password_hash, first_name, last_name, search_text, is_admin,
          verification_status, created_at)
        select 'left' || i, '', 'left' || i, '', 'Left', '', '', 0, 'none', 0 from n`.execute(q),
    );
    assert.equal(await leaveOut(...Array.from({ length: 50 }, (_, at) => `left${at + 1}`)), 200);
    assert.equal(await leaveOut('left1', 'left50'), 200);
    const many = await kim.call(posts.edit, { id: post.id, hiddenFrom: [lea.id] });
    assert.deepEqual(
      [many.status, Reflect.get(Object(many.json), 'message')],
      [400, messages.tooManyLeftOut],
    );
    await lea.sees(post);
    // One whom the author no longer sees takes no place: the refusal would tell a block from a deletion.
    await server().app.context.db.write(({ q }) =>
      sql`insert into blocks (blocker_id, blocked_id, created_at)
        select blocker.id, author.id, 0 from users blocker cross join users author
        where blocker.public_id = 'left1' and author.public_id = ${kim.id}`.execute(q),
    );
    assert.equal(await leaveOut(lea.id), 200);
  });

  // MOMENT-5
  test('are not counted before sharing', async () => {
    const { author: nat, others, circle } = await setUp('Nat', 'Ola', 'Pia');
    const [ola] = others;
    assert.ok(ola);
    const count = async (more: Record<string, string>) =>
      (await nat.ask(contract.countAudience, { circleIds: idsOf([circle]), ...more })).count;
    assert.deepEqual([await count({}), await count({ hiddenFrom: idsOf([ola]) })], [2, 1]);
  });
});
