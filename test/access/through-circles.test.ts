import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import { limits } from '../../contract/limits.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as contract from '../../contract/audience/audience.ts';
import type { Post } from '../../contract/shapes.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

/** Each test that grants sight also revokes it and looks again. */
onBothDatabases('who sees what through circles', (server) => {
  // SIGHT-3, CIRCLE-2
  test('all members of a shared circle see each other and the circle’s posts, and may post', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.adds(cleo, family);
    const post = await ben.posts('From Ben', { to: family, photos: [await plainPhoto()] });
    await ana.sees(post);
    await cleo.sees(post);
    const seen = await cleo.ask(circles.get, { id: family.id });
    assert.deepEqual(
      seen.members.map((member) => member.firstName),
      ['Ana', 'Ben', 'Cleo'],
    );
    assert.equal(seen.memberCount, 3);
    assert.equal(seen.isOwner, false);

    await cleo.ask(circles.removeMember, { id: family.id, memberId: cleo.id });
    await cleo.doesNotSee(post);
    await ben.sees(post);
  });

  // CIRCLE-3, CIRCLE-12, MOMENT-3
  test('a private circle exists for its owner alone', async () => {
    const [dora, emil, finn] = await server().members('Dora', 'Emil', 'Finn');
    const list = await dora.makesCircle('Dinner guests', { kind: 'private' });
    const early = await dora.posts('Before', { to: list });
    await dora.adds(emil, list);
    await dora.adds(finn, list);
    await emil.doesNotSee(early);
    assert.deepEqual((await emil.ask(notifications.list, {})).items, []);
    const post = await dora.posts('Dinner?', { to: list, photos: [await plainPhoto()] });
    await emil.sees(post);

    assert.deepEqual((await emil.ask(posts.get, { id: post.id })).circles, []);
    assert.deepEqual(
      (await dora.ask(posts.get, { id: post.id })).circles.map(({ name }) => name),
      ['Dinner guests'],
    );
    assert.equal((await emil.call(circles.get, { id: list.id })).status, 404);
    assert.ok(!(await emil.call(circles.list)).text.includes(list.id));
    assert.equal((await emil.call(posts.feed, { circleId: list.id })).status, 404);
    assert.equal((await emil.call(circles.setPriority, { id: list.id, priority: 1 })).status, 404);
    assert.equal((await dora.call(circles.edit, { id: list.id, name: 'Open', kind: 'shared' })).status, 400);
    assert.equal((await emil.call(circles.removeMember, { id: list.id, memberId: emil.id })).status, 404);
    const shared = await emil.feed({ circleId: posts.sharedWithYou });
    assert.deepEqual(
      shared.items.map(({ id }) => id),
      [post.id],
    );

    const form = new FormData();
    form.set('content', 'Me too');
    form.set('circleIds', JSON.stringify([list.id]));
    assert.equal((await emil.call(posts.create, form)).status, 404);

    await dora.removes(emil, list);
    await emil.doesNotSee(post);
    await finn.sees(post);
  });

  test('every account has a private circle ‘Contacts’, and members cannot create, rename or delete one', async () => {
    const gina = await server().member('Gina');
    const [contacts] = await gina.ask(circles.list, {});
    assert.ok(contacts);
    assert.deepEqual(
      [contacts.name, contacts.description, contacts.color, contacts.kind, contacts.priority],
      ['Contacts', 'My contacts on Circle', '#8B5CF6', 'private', 1],
    );
    assert.equal((await gina.call(circles.create, { name: 'cOnTaCtS' })).status, 409);
    assert.equal((await gina.call(circles.edit, { id: contacts.id, name: 'Friends' })).status, 409);
    assert.equal((await gina.call(circles.remove, { id: contacts.id })).status, 409);
    const edited = await gina.ask(circles.edit, { id: contacts.id, name: 'Contacts', color: '#ff0000' });
    assert.equal(edited.color, '#FF0000');
    const other = await gina.makesCircle('Other');
    assert.equal((await gina.call(circles.edit, { id: other.id, name: 'Contacts' })).status, 409);
  });

  // CIRCLE-12
  test('whether a new member sees earlier posts is settled when they are added, and stays so until they leave', async () => {
    const [hal, iris, jon] = await server().members('Hal', 'Iris', 'Jon');
    const open = await hal.makesCircle('Open past');
    const closed = await hal.makesCircle('Closed past', { showsEarlierPosts: false });
    const inOpen = await hal.posts('Before, open', { to: open });
    const inClosed = await hal.posts('Before, closed', { to: closed, photos: [await plainPhoto()] });
    await hal.adds(iris, open);
    await hal.adds(iris, closed);
    await iris.sees(inOpen);
    await iris.doesNotSee(inClosed);
    const after = await hal.posts('After, closed', { to: closed });
    await iris.sees(after);

    // Changing it later changes nothing for those already in.
    await hal.ask(circles.edit, { id: closed.id, name: closed.name, showsEarlierPosts: true });
    await iris.doesNotSee(inClosed);
    await hal.adds(jon, closed);
    await jon.sees(inClosed);

    // A member who returns counts from the return.
    await hal.removes(iris, closed);
    await iris.doesNotSee(after);
    await hal.adds(iris, closed);
    await iris.sees(inClosed);
    await hal.ask(circles.edit, { id: closed.id, name: closed.name, showsEarlierPosts: false });
    await hal.removes(jon, closed);
    await hal.adds(jon, closed);
    await jon.doesNotSee(after);
  });

  // SIGHT-1, SIGHT-5
  test('a post in two circles is seen through either, and shows a viewer only the circles that they know', async () => {
    const [kim, lea, max, nia] = await server().members('Kim', 'Lea', 'Max', 'Nia');
    const mums = await kim.makesCircle("Mum's side");
    const dads = await kim.makesCircle("Dad's side");
    await kim.adds(lea, mums);
    await kim.adds(max, dads);
    await kim.adds(nia, mums);
    await kim.adds(nia, dads);
    const post = await kim.posts('Birthday', { to: [mums, dads] });
    const named = async (who: typeof kim) =>
      (await who.ask(posts.get, { id: post.id })).circles.map(({ name }) => name);
    assert.deepEqual(await named(kim), ["Dad's side", "Mum's side"]);
    assert.deepEqual(await named(lea), ["Mum's side"]);
    assert.deepEqual(await named(max), ["Dad's side"]);
    assert.equal((await nia.feed()).items.filter(({ id }) => id === post.id).length, 1, 'once in the feed');
    await kim.removes(nia, mums);
    assert.deepEqual(await named(nia), ["Dad's side"]);
    await kim.removes(nia, dads);
    await nia.doesNotSee(post);
  });

  // SIGHT-5, MOMENT-9, MOMENT-12
  test('the author of a post sees all its circles, also one that they have left, and may keep the post there', async () => {
    const [thea, ugo, vim] = await server().members('Thekla', 'Ugurcan', 'Vimla');
    const band = await ugo.makesCircle('Band');
    await ugo.adds(thea, band);
    await ugo.adds(vim, band);
    const own = await thea.makesCircle('Own');
    const post = await thea.posts('Our song', { to: [band, own] });
    const namesOf = (shown: Post) => shown.circles.map(({ name }) => name);
    await thea.ask(circles.removeMember, { id: band.id, memberId: thea.id });
    assert.deepEqual(namesOf(await thea.ask(posts.get, { id: post.id })), ['Band', 'Own']);
    assert.equal(
      (await thea.call(circles.get, { id: band.id })).status,
      404,
      'which tells nothing more of it',
    );
    const kept = await thea.ask(posts.edit, { id: post.id, circleIds: [band.id] });
    assert.deepEqual(namesOf(kept), ['Band']);
    await vim.sees(post);
    const elsewhere = await thea.call(posts.edit, { id: post.id, circleIds: [own.id] });
    assert.equal(elsewhere.status, 409, 'circles are only taken away');
    const unknown = await ugo.makesCircle('Ugo alone');
    assert.equal((await thea.call(posts.edit, { id: post.id, circleIds: [unknown.id] })).status, 404);
    assert.deepEqual(namesOf(await vim.ask(posts.get, { id: post.id })), ['Band']);
  });

  // SIGHT-4
  test('a post whose last circle is deleted stays for its author alone', async () => {
    const [olga, paul] = await server().members('Olga', 'Paul');
    const brief = await olga.makesCircle('Brief');
    await olga.adds(paul, brief);
    const hers = await olga.posts('Hers', { to: brief, photos: [await plainPhoto()] });
    const his = await paul.posts('His', { to: brief });
    await olga.ask(circles.remove, { id: brief.id });
    await olga.sees(hers);
    assert.deepEqual((await olga.ask(posts.get, { id: hers.id })).circles, []);
    await paul.doesNotSee(hers);
    await paul.sees(his);
    await olga.doesNotSee(his);
    assert.equal((await paul.call(circles.get, { id: brief.id })).status, 404);
    assert.deepEqual(
      (await paul.ask(posts.ofMember, { usernameOrId: paul.id })).items.map(({ id }) => id),
      [his.id],
    );
  });

  test('a shared circle survives its owner’s account: it is handed over with its posts and members', async () => {
    const [quin, rosa, sven] = await server().members('Quin', 'Rosa', 'Sven');
    const choir = await quin.makesCircle('Choir');
    await quin.adds(rosa, choir);
    await quin.adds(sven, choir);
    const post = await sven.posts('Rehearsal', { to: choir });
    assert.equal((await quin.call(circles.removeMember, { id: choir.id, memberId: quin.id })).status, 409);
    await quin.ask(circles.handOver, { id: choir.id, userId: rosa.id });
    assert.equal((await quin.call(circles.edit, { id: choir.id, name: 'Mine' })).status, 403);
    await rosa.removes(quin, choir);
    await quin.doesNotSee(post);
    await sven.sees(post);
    const [secret] = [await quin.makesCircle('Secret', { kind: 'private' })];
    await quin.adds(sven, secret);
    assert.equal((await quin.call(circles.handOver, { id: secret.id, userId: sven.id })).status, 409);
  });

  test('a circle takes at most 1,000 members', async () => {
    const [ray, sue] = await server().members('Ray', 'Sue');
    const full = await ray.makesCircle('Full');
    const { db } = server().app.context;
    const setCount = (member_count: number) =>
      db.write(({ q }) =>
        q.updateTable('circles').set({ member_count }).where('public_id', '=', full.id).execute(),
      );
    await setCount(limits.circleMembers);
    const refused = await ray.call(circles.addMember, { id: full.id, userId: sue.id });
    assert.deepEqual([refused.status, refused.json], [409, { message: messages.circleFull }]);
    await setCount(limits.circleMembers - 1);
    assert.equal((await ray.call(circles.addMember, { id: full.id, userId: sue.id })).status, 201);
  });

  test('each member sets their own priority of a circle, and it orders only their list', async () => {
    const [tess, ugo] = await server().members('Tess', 'Ugo');
    const one = await tess.makesCircle('One');
    await tess.makesCircle('Two');
    await tess.adds(ugo, one);
    await ugo.ask(circles.setPriority, { id: one.id, priority: 7 });
    const order = async (who: typeof tess) =>
      (await who.ask(circles.list, {})).map(({ name, priority }) => `${name} ${priority}`);
    assert.deepEqual(await order(ugo), ['One 7', 'Contacts 1']);
    assert.deepEqual(await order(tess), ['Contacts 1', 'One 0', 'Two 0']);
    for (const priority of [-1, 1.5, 10_000, '3', null]) {
      assert.equal((await ugo.call(circles.setPriority, { id: one.id, priority })).status, 400);
    }
  });

  // MOMENT-5, TRUTH-20
  test('an author reads how many can see a post before sharing it, and later who sees it through which circles', async () => {
    const [vera, wim, xena] = await server().members('Vera', 'Wim', 'Xena');
    const a = await vera.makesCircle('A');
    const b = await vera.makesCircle('B', { kind: 'private' });
    await vera.adds(wim, a);
    await vera.adds(wim, b);
    await vera.adds(xena, b);
    const count = async (...ids: string[]) =>
      (await vera.ask(contract.countAudience, { circleIds: JSON.stringify(ids) })).count;
    assert.equal(await count(a.id), 1);
    assert.equal(await count(a.id, b.id), 2);
    assert.equal(await count(), 0);
    const post = await vera.posts('For whom', { to: [a, b] });
    const { items } = await vera.ask(contract.audience, { id: post.id });
    assert.deepEqual(
      items.map(({ member, circles: through }) => [member.firstName, ...through.map(({ name }) => name)]),
      [
        ['Wim', 'A', 'B'],
        ['Xena', 'B'],
      ],
    );
    assert.equal((await wim.call(contract.countAudience, { circleIds: JSON.stringify([b.id]) })).status, 404);
  });

  // TRUTH-20, REQUEST-2
  test('who can see a post is paged by name, without late, removed and blocked members', async () => {
    const [abel, owner, cara, ada, bo, ed, late] = await server().members(
      ...(['Abel', 'Bianca', 'Cara', 'Ada', 'Bo', 'Ed', 'Late'] as const),
    );
    const a = await owner.makesCircle('One', { showsEarlierPosts: false });
    const b = await owner.makesCircle('Two', { kind: 'private' });
    for (const person of [abel, cara, ada, bo, ed]) await owner.adds(person, a);
    for (const person of [abel, cara]) await owner.adds(person, b);
    const post = await owner.posts('In pages', { to: [a, b] });
    const other = await owner.posts('Not this one', { to: b });
    await owner.adds(late, a);
    await owner.removes(ed, a);
    const read = async () => {
      const names: string[] = [];
      let cursor: string | undefined;
      let counted = 0;
      do {
        const answer = await owner.ask(contract.audience, {
          id: post.id,
          limit: '1',
          ...(cursor && { cursor }),
        });
        names.push(
          ...answer.items.map((item) =>
            [item.member.firstName, ...item.circles.map(({ name }) => name)].join(' '),
          ),
        );
        counted = answer.count;
        cursor = answer.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return { names, counted };
    };
    assert.deepEqual(await read(), {
      names: ['Abel One Two', 'Ada One', 'Bo One', 'Cara One Two'],
      counted: 4,
    });
    await bo.ask(blocking.block, { id: owner.id });
    await owner.ask(blocking.block, { id: ada.id });
    assert.deepEqual(await read(), { names: ['Abel One Two', 'Cara One Two'], counted: 2 });
    const { items, count } = await owner.ask(contract.audience, { id: other.id });
    assert.deepEqual([items.map(({ member }) => member.firstName), count], [['Abel', 'Cara'], 2]);
    const foreign = await owner.ask(contract.audience, { id: post.id, limit: '1' });
    const refused = await owner.call(contract.audience, { id: other.id, cursor: foreign.nextCursor });
    assert.equal(refused.status, 400);
    assert.equal((await cara.call(contract.audience, { id: post.id })).status, 403);
  });
});
