import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as likes from '../../contract/likes.ts';
import * as questions from '../../contract/questions.ts';
import * as posts from '../../contract/posts.ts';
import { type Circle, Post } from '../../contract/shapes.ts';
import * as contract from '../../contract/audience/audience.ts';
import { addToAlbum, makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { makeLetterOf } from '../../server/features/letters/evening.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const nobody = 'f'.repeat(32);

onBothDatabases('who sees what, as its author may know it', (server) => {
  const leavesOut = async (post: Post, person: Person) => {
    const { db } = server().app.context;
    const [user_id, post_id] = [await server().keyOf('users', person), await server().keyOf('posts', post)];
    const row = { user_id, post_id, added_at: Date.now() };
    await db.write(({ q }) => q.insertInto('post_hidden_from').values(row).execute());
  };
  const leaves = (person: Person, circle: Circle) =>
    person.ask(circles.removeMember, { id: circle.id, memberId: person.id });
  const as = (author: Person, post: Post, person: Person) =>
    author.ask(contract.seeAs, { id: post.id, userId: person.id });
  const suspends = async (person: Person, until: number | null) =>
    server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ suspended_until: until }).where('public_id', '=', person.id).execute(),
    );

  // TRUTH-20, TRUTH-21
  test('a suspended member stays a reader and is not marked', async () => {
    const [ann, ben] = await server().members('Anna', 'Bent');
    const family = await ann.makesCircle('Family');
    await ann.adds(ben, family);
    const post = await ann.posts('For all', { to: family });
    const look = async () => [
      await ann.ask(contract.audience, { id: post.id }),
      await as(ann, post, ben),
      await ann.ask(contract.whoSees, { id: post.id, q: 'be' }),
    ];
    const before = await look();
    await suspends(ben, Date.now() + 60_000);
    assert.equal((await ben.call(posts.get, { id: post.id })).status, 401);
    assert.deepEqual(await look(), before);
    await suspends(ben, null);
  });

  // TRUTH-20
  test('nobody is named as a reader while it is open whether the author’s account is theirs', async () => {
    const [una, ben] = await server().members('Una', 'Udo');
    const family = await una.makesCircle('Family');
    await una.adds(ben, family);
    const post = await una.posts('For all', { to: family });
    const readers = async () => (await una.ask(contract.audience, { id: post.id })).items.length;
    assert.equal(await readers(), 1);
    await becomesUnclaimed(server(), una);
    await ben.doesNotSee(post);
    assert.equal(await readers(), 0);
  });

  // TRUTH-22
  test('‘see it as’ equals what the member gets, without counts, likes and known mentions', async () => {
    const [ann, ben, cleo] = await server().members('Anja', 'Bela', 'Cleo');
    const mums = await ann.makesCircle("Mum's side");
    const dads = await ann.makesCircle("Dad's side", { kind: 'private' });
    for (const circle of [mums, dads]) await ann.adds(ben, circle);
    await ann.adds(cleo, mums);
    const post = await ann.posts(`Hello @{${cleo.id}}`, {
      to: [mums, dads],
      photos: [await plainPhoto()],
      more: { mentions: JSON.stringify([cleo.id]) },
    });
    await ben.ask(likes.like, { id: post.id });
    await cleo.ask(blocking.block, { id: ben.id });
    // A photo's full size has another address once its job has run.
    await server().app.context.jobs.idle();
    for (const person of [ben, cleo]) {
      const { likesCount, commentsCount, isLiked, mentions, photosCount, ...rest } = Post.parse(
        await person.ask(posts.get, { id: post.id }),
      );
      assert.ok(likesCount + commentsCount + Number(isLiked) + mentions.length > 0);
      assert.equal(photosCount, 1);
      assert.deepEqual(await as(ann, post, person), { sees: true, post: rest });
    }
  });

  // TRUTH-22
  test('‘see it as’ an album tells nothing of blocks: it has the author’s photos alone', async () => {
    const [ann, ben, cleo, dan] = await server().members('Ansa', 'Bert', 'Cosi', 'Doro');
    const family = await ann.makesCircle('Family');
    for (const person of [ben, cleo, dan]) await ann.adds(person, family);
    await ann.posts('Not in the album', { to: family, photos: [await plainPhoto()] });
    const album = await makeAlbum(ann, family);
    for (const person of [ben, cleo, dan]) await addToAlbum(person, album, 1);
    await server().app.context.jobs.idle();
    const others = [ben, cleo, dan];
    const look = () => Promise.all(others.map((person) => as(ann, album, person)));
    const before = await look();
    const [own] = await photosOfAlbum(ann, album);
    for (const answer of before) {
      assert.ok(answer.sees && !('photosCount' in answer.post));
      assert.deepEqual(answer.post.imageUrls, [own?.url]);
    }
    await ben.ask(blocking.block, { id: cleo.id });
    assert.deepEqual(await look(), before, 'a block between two others');
    await dan.ask(blocking.block, { id: ann.id });
    assert.deepEqual([await as(ann, album, ben), await as(ann, album, cleo)], before.slice(0, 2));
  });

  // TRUTH-22
  test('‘see it as’ shows the question of a moment as its author sees it', async () => {
    const [ann, ben, cleo] = await server().members('Aenne', 'Bosse', 'Cleon');
    const family = await ann.makesCircle('Family');
    for (const person of [ben, cleo]) await ann.adds(person, family);
    const { id } = await ben.ask(questions.ask, { id: family.id, userId: ann.id, words: 'Who taught you?' });
    const { context } = server().app;
    await makeLetterOf(context, await server().keyOf('users', ann));
    const post = await ann.posts('My aunt', { to: family, more: { questionId: id } });
    const question = async () => {
      const answer = await as(ann, post, cleo);
      return answer.sees ? answer.post.question?.words : 'unseen';
    };
    assert.equal(await question(), 'Who taught you?');
    await cleo.ask(blocking.block, { id: ben.id });
    assert.equal(await question(), 'Who taught you?', 'it tells of no block');
    await cleo.ask(blocking.unblock, { id: ben.id });
    await ann.ask(blocking.block, { id: ben.id });
    assert.equal(await question(), undefined, 'Ann does not see it');
    for (const person of [ann, ben, cleo]) await server().mailsTo(person);
  });

  // TRUTH-22, TRUTH-20
  test('anybody else gets one of three reasons, and somebody out of sight a 404', async () => {
    const [ann, late, other, out, gone, alien] = await server().members(
      ...(['Anni', 'Late', 'Other', 'Out', 'Gone', 'Alien'] as const),
    );
    const family = await ann.makesCircle('Family', { showsEarlierPosts: false });
    for (const person of [out, gone]) await ann.adds(person, family);
    const post = await ann.posts('Early', { to: family });
    await ann.adds(late, family);
    const run = await ann.makesCircle('Run');
    await ann.adds(other, run);
    await ann.posts('Elsewhere', { to: run });
    await leavesOut(post, out);
    const reason = async (person: Person) => {
      const answer = await as(ann, post, person);
      return answer.sees ? null : answer.reason;
    };
    assert.deepEqual(
      [await reason(late), await reason(other), await reason(out), await reason(gone)],
      ['came_later', 'not_in_circles', 'left_out', null],
    );
    await ann.removes(other, run);
    // They stay in a common circle after a block. A suspended member is found only through a circle that the author knows.
    const club = await out.makesCircle('Club');
    for (const person of [ann, gone]) await out.adds(person, club);
    await out.adds(alien, await out.makesCircle('Elsewhere'));
    assert.equal(await reason(alien), 'not_in_circles');
    await suspends(alien, Date.now() + 60_000);
    await gone.ask(blocking.block, { id: ann.id });
    const absent = await ann.call(contract.seeAs, { id: post.id, userId: nobody });
    for (const id of [gone.id, ann.id, alien.id, `${nobody.slice(1)}e`]) {
      const hidden = await ann.call(contract.seeAs, { id: post.id, userId: id });
      assert.deepEqual([hidden.status, hidden.text], [404, absent.text]);
    }
    const found = await ann.ask(contract.whoSees, { id: post.id, q: 'Exa' });
    assert.deepEqual(
      found.items.map(({ member, reason: why }) => [member.firstName, why]),
      [
        ['Late', 'came_later'],
        ['Out', 'left_out'],
      ],
      'members of the circles, without those out of sight',
    );
  });

  // TRUTH-24
  test('no answer tells who is in a circle that the author has left', async () => {
    const [ann, owner, inBoth, outside, inBand] = await server().members(
      'Anka',
      'Owner',
      'Both',
      'Outside',
      'Band',
    );
    const band = await owner.makesCircle('Band');
    const family = await ann.makesCircle('Family');
    for (const person of [ann, inBoth, inBand]) await owner.adds(person, band);
    for (const person of [inBoth, outside]) await ann.adds(person, family);
    // So that the author sees everybody's profile and has them in a circle.
    const known = await ann.makesCircle('Known');
    for (const person of [owner, inBoth, outside, inBand]) await ann.adds(person, known);
    const post = await ann.posts('To both', { to: [band, family] });
    await leaves(ann, band);
    const look = async () => {
      const { items, count, unnamed, formerReaders } = await ann.ask(contract.audience, { id: post.id });
      return [items.map(({ member }) => member.firstName), count, unnamed, formerReaders];
    };
    assert.deepEqual(await look(), [['Both', 'Outside'], 5, 3, null]);
    const answer = await as(ann, post, inBoth);
    assert.deepEqual(answer.sees && answer.post.circles.map(({ name }) => name), ['Family']);
    assert.deepEqual((await inBoth.ask(posts.get, { id: post.id })).circles.length, 2);
    for (const person of [owner, inBand])
      assert.deepEqual(await as(ann, post, person), { sees: false, reason: 'unknown' });
    // The same whether they are in the band or not.
    for (const person of [inBoth, outside]) await ann.removes(person, family);
    for (const person of [inBoth, outside])
      assert.deepEqual(await as(ann, post, person), { sees: false, reason: 'unknown' });
    assert.deepEqual(await look(), [[], 3, 3, null]);
    for (const person of [inBand, outside]) await leavesOut(post, person);
    for (const person of [inBand, outside])
      assert.deepEqual(await as(ann, post, person), { sees: false, reason: 'unknown' });
    await ann.ask(blocking.block, { id: inBand.id });
    assert.deepEqual(await look(), [[], 3, 3, null]);
    const { items } = await ann.ask(contract.whoSees, { id: post.id, q: 'Exa' });
    assert.deepEqual(new Set(items.map(({ reason }) => reason)), new Set(['unknown']));
  });

  // TRUTH-25
  test('the readers of a comment are those of its circles, whatever the moment’s author hides', async () => {
    const [ann, ben, cleo, dan, eve] = await server().members('Antje', 'Benno', 'Clara', 'Dana', 'Evi');
    const family = await ann.makesCircle('Family');
    const friends = await ann.makesCircle('Friends');
    for (const person of [ben, cleo, dan]) await ann.adds(person, family);
    for (const person of [cleo, eve]) await ann.adds(person, friends);
    const post = await ann.posts('To both', { to: [family, friends] });
    const comment = await ben.comments(post, 'Mine');
    const names = async (who: Person, id: string) => {
      const { items, count } = await who.ask(contract.commentAudience, { id });
      assert.equal(items.length, count);
      return items.map(({ member, circles: through }) =>
        [member.firstName, ...through.map(({ name }) => name)].join(' '),
      );
    };
    const all = ['Antje Family', 'Clara Family', 'Dana Family'];
    assert.deepEqual(await names(ben, comment.id), all);
    const own = await ann.comments(post, 'From Ann', { replyTo: comment.id });
    assert.deepEqual(await names(ann, own.id), ['Benno Family', 'Clara Family', 'Dana Family']);
    // Only the author may know of members who are left out.
    await leavesOut(post, dan);
    await cleo.ask(blocking.block, { id: ann.id });
    assert.deepEqual(await names(ben, comment.id), ['Antje Family', 'Dana Family']);
    assert.deepEqual(await names(ann, own.id), ['Benno Family']);
    assert.equal((await ann.call(contract.commentAudience, { id: comment.id })).status, 403);
    await ann.removes(ben, family);
    assert.equal((await ben.call(contract.commentAudience, { id: comment.id })).status, 404);
  });

  // TRUTH-26
  test('a member’s page lists what they see of the caller’s, through circles that the caller knows', async () => {
    const [ann, ben, cleo, owner] = await server().members('Agnes', 'Bob', 'Carla', 'Olaf');
    const one = await ann.makesCircle('One', { showsEarlierPosts: false });
    const two = await ann.makesCircle('Two', { kind: 'private' });
    const band = await owner.makesCircle('Band');
    for (const person of [ann, ben]) await owner.adds(person, band);
    const early = await ann.posts('Early', { to: one });
    for (const circle of [one, two]) await ann.adds(ben, circle);
    await ann.adds(cleo, two);
    const made: Post[] = [];
    for (const to of [one, two, [one, two], band, one]) made.push(await ann.posts('Mine', { to }));
    await ben.posts('Not hers', { to: band });
    const list = async (person: Person) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ann.ask(contract.visiblePosts, {
          id: person.id,
          limit: '2',
          ...(cursor && { cursor }),
        });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    const idsOf = (some: Post[]) => some.map(({ id }) => id).toReversed();
    assert.deepEqual(await list(ben), idsOf(made));
    assert.deepEqual(await list(cleo), idsOf(made.slice(1, 3)));
    const [first] = (await ann.ask(contract.visiblePosts, { id: ben.id, limit: '1' })).items;
    assert.deepEqual(first, await ann.ask(posts.get, { id: first?.id ?? '' }));
    await ann.ask(posts.edit, { id: made[0]?.id ?? '', hiddenFrom: [ben.id] });
    await leaves(ann, band);
    assert.deepEqual(await list(ben), idsOf([made[1], made[2], made[4]].flatMap((post) => post ?? [])));
    assert.ok(!(await list(ben)).includes(early.id));
    await suspends(ben, Date.now() + 60_000);
    assert.equal((await list(ben)).length, 3, 'they read again when the suspension ends');
    await suspends(ben, null);
    await ben.ask(blocking.block, { id: ann.id });
    for (const id of [ben.id, nobody, ann.id])
      assert.equal((await ann.call(contract.visiblePosts, { id })).status, 404);
  });

  // TRUTH-27
  test('former readers are a number, which tells neither a block nor who never saw the moment', async () => {
    const [ann, ben, cleo, dan, eve] = await server().members('Alma', 'Basti', 'Cosima', 'Dorit', 'Elias');
    const [friend, late, never, gone, walker] = await server().members(
      'Frida',
      'Gerd',
      'Nina',
      'Gesa',
      'Walt',
    );
    const family = await ann.makesCircle('Family');
    const choir = await ann.makesCircle('Choir');
    for (const person of [ben, cleo, dan, eve]) await ann.adds(person, family);
    for (const person of [cleo, friend]) await ann.adds(person, choir);
    // Somebody who leaves before the moment, and somebody whom another one leaves out.
    await ann.adds(gone, family);
    await ann.removes(gone, family);
    await ann.posts('Before', { to: family, more: { hiddenFrom: JSON.stringify([dan.id]) } });
    const post = await ann.posts('Earlier', {
      to: [family, choir],
      more: { hiddenFrom: JSON.stringify([eve.id]) },
    });
    const former = async () => (await ann.ask(contract.audience, { id: post.id })).formerReaders;
    assert.equal(await former(), 0);
    const hikers = await ann.makesCircle('Hikers');
    for (const person of [gone, walker]) await ann.adds(person, hikers);
    const other = await ann.posts('Another', { to: [hikers, choir] });
    await ann.removes(gone, hikers);
    assert.equal(await former(), 0, 'circles of other moments do not count');
    await ann.ask(posts.edit, { id: other.id, circleIds: [choir.id] });
    assert.equal(await former(), 0, 'nor circles that other moments have lost');
    await ann.removes(ben, family);
    await ann.removes(eve, family);
    assert.equal(await former(), 1, 'who was left out from the start never saw it');
    await ann.removes(cleo, family);
    assert.equal(await former(), 1, 'she sees it through another circle');
    await ann.ask(posts.edit, { id: post.id, circleIds: [family.id] });
    assert.equal(await former(), 3, 'everybody of the other circle');
    await ann.adds(late, choir);
    assert.equal(await former(), 3, 'who came after the circle had lost it never saw it');
    await ann.removes(late, choir);
    assert.equal(await former(), 3);
    await ann.removes(friend, choir);
    assert.equal(await former(), 3, 'who leaves a circle after it lost the moment saw it');
    await ann.posts('Another hike', { to: hikers });
    await ann.ask(posts.edit, { id: post.id, hiddenFrom: [walker.id] });
    assert.equal(await former(), 3, 'who is in a circle of another moment alone never saw it');
    await ann.ask(posts.edit, { id: post.id, hiddenFrom: [dan.id] });
    assert.equal(await former(), 4);
    await ann.ask(posts.edit, { id: post.id, hiddenFrom: [never.id] });
    await ann.adds(never, family);
    await ann.removes(never, family);
    assert.equal(await former(), 4, 'who was left out before joining never saw it');
    await ann.adds(ben, family);
    assert.equal(await former(), 3, 'he sees it again');
    await ben.ask(blocking.block, { id: ann.id });
    await friend.ask(blocking.block, { id: ann.id });
    assert.equal(await former(), 2, 'as after the deletion of their accounts');
    assert.equal((await ann.ask(contract.audience, { id: post.id })).count, 0);
  });

  // TRUTH-24, TRUTH-27
  test('former readers through a circle that the author left count until the author left', async () => {
    const [ann, owner, ben, cleo, dan, late] = await server().members(
      ...(['Ansgar', 'Odile', 'Bodo', 'Cilly', 'Dirk', 'Lars'] as const),
    );
    const band = await owner.makesCircle('Band');
    const choir = await owner.makesCircle('Choir');
    const family = await ann.makesCircle('Family', { showsEarlierPosts: false });
    for (const person of [ann, ben, cleo, dan]) await owner.adds(person, band);
    await owner.adds(ann, choir);
    const closed = await ann.makesCircle('Closed past', { showsEarlierPosts: false });
    const post = await ann.posts('Rehearsal', { to: [band, family, closed] });
    const former = async () => (await ann.ask(contract.audience, { id: post.id })).formerReaders;
    for (const circle of [family, closed]) await ann.adds(late, circle);
    await ann.removes(late, family);
    assert.equal(await former(), 0, 'who came later never saw it');
    await ann.ask(posts.edit, { id: post.id, hiddenFrom: [late.id] });
    assert.equal(await former(), 0, 'also if they are left out now');
    await owner.removes(ben, band);
    assert.equal(await former(), 1);
    await leaves(ann, band);
    assert.equal(await former(), null);
    for (const person of [cleo, dan]) await owner.removes(person, band);
    await leaves(ann, choir);
    await ann.ask(posts.edit, { id: post.id, circleIds: [family.id] });
    assert.equal(await former(), 1, 'without those who left later, and those who are still there');
  });
});
