import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { limits } from '../../contract/limits.ts';
import * as imports from '../../contract/imports.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as timeline from '../../contract/timeline.ts';
import type { PutAway } from '../../contract/timeline.ts';
import { findThisDay } from '../../server/features/timeline/this-day.ts';
import { uploadPhotos } from '../harness/albums.ts';
import { familyCircle } from '../harness/family-circle.ts';
import { numberedPhoto, startImport } from '../harness/imports/imports.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

onBothDatabases('This day', (server) => {
  const setUp = (...names: string[]) => familyCircle(server(), names);
  const share = async (person: Person, circle: Circle, day: string): Promise<Post> => {
    const photo = new Blob([new Uint8Array(await plainPhoto(30, 20))]);
    const { id } = await person.ask(media.upload, formOf({ takenOn: day, photo }));
    return person.ask(
      posts.create,
      formOf({ circleIds: JSON.stringify([circle.id]), photoIds: JSON.stringify([id]), content: day }),
    );
  };
  /** Dates a moment of words back. */
  const writeAt = async (person: Person, circle: Circle, at: string): Promise<Post> => {
    const post = await person.posts(at, { to: circle });
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('posts')
        .set({ created_at: Date.parse(at) })
        .where('public_id', '=', post.id)
        .execute(),
    );
    return post;
  };
  const today = () => new Date().toISOString().slice(5, 10);
  const year = new Date().getUTCFullYear();
  const shownTo = async (person: Person) => {
    const { years } = await person.ask(timeline.thisDay, {});
    return years.map((one) => [one.year, one.photos.length, one.posts.length]);
  };
  /** Earlier years, without 29 February. */
  const dayOf = (yearsAgo: number) => `${year - yearsAgo}-${today()}`;

  test('shows photos and moments of earlier years that the viewer sees', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben', 'Cy');
    const [ben, cy] = others;
    assert.ok(ben && cy);
    await writeAt(ann, circle, `${dayOf(1)}T12:00:00Z`);
    await share(ann, circle, dayOf(2));
    await share(ann, circle, dayOf(0));
    const hidden = await share(ben, circle, dayOf(4));
    assert.deepEqual(await shownTo(cy), [
      [year - 1, 0, 1],
      [year - 2, 1, 0],
      [year - 4, 1, 0],
    ]);
    await ben.ask(posts.edit, { id: hidden.id, hiddenFrom: [cy.id] });
    assert.deepEqual(await shownTo(cy), [
      [year - 1, 0, 1],
      [year - 2, 1, 0],
    ]);
    assert.deepEqual(await shownTo(await server().member('Dee')), []);
  });

  test('shows the author’s own moments of circles that they have left', async () => {
    const { others, circle } = await setUp('Abe', 'Bea', 'Cid');
    const [bea, cid] = others;
    assert.ok(bea && cid);
    await writeAt(bea, circle, `${dayOf(3)}T12:00:00Z`);
    await bea.ask(circles.removeMember, { id: circle.id, memberId: bea.id });
    for (const who of [bea, cid]) assert.deepEqual(await shownTo(who), [[year - 3, 0, 1]]);
  });

  test('leaves out muted and blocked people', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob', 'Cleo');
    const [bob, cleo] = others;
    assert.ok(bob && cleo);
    await writeAt(ann, circle, `${dayOf(2)}T12:00:00Z`);
    await share(ann, circle, dayOf(1));
    assert.equal((await shownTo(bob)).length, 2);
    await bob.ask(blocking.mute, { id: ann.id });
    assert.deepEqual(await shownTo(bob), []);
    await cleo.ask(blocking.block, { id: ann.id });
    assert.deepEqual(await shownTo(cleo), []);
  });

  test('leaves out what was put away, until it is brought back', async () => {
    const { author: ann, others, circle } = await setUp('Alma', 'Bert', 'Carl');
    const [bert, carl] = others;
    assert.ok(bert && carl);
    const post = await writeAt(ann, circle, `${dayOf(2)}T12:00:00Z`);
    const words = `${'a'.repeat(90)} @{${carl.id}}`;
    await ann.ask(posts.edit, { id: post.id, content: words, mentions: [carl.id] });
    await share(ann, circle, dayOf(1));
    await share(carl, circle, dayOf(3));
    const [first] = (await bert.ask(timeline.thisDay, {})).years;
    const photo = first?.photos[0];
    assert.ok(photo);
    const targets = [
      { scope: 'photo', id: photo.id, left: [year - 2, year - 3] },
      { scope: 'post', id: post.id, left: [year - 1, year - 3] },
      { scope: 'member', id: ann.id, left: [year - 3] },
      { scope: 'day', id: today(), left: [] },
    ] as const;
    const yearsOf = async () => (await shownTo(bert)).map(([shown]) => shown);
    for (const { left, ...target } of targets) {
      await bert.ask(timeline.putAway, target);
      await bert.ask(timeline.putAway, target);
      assert.deepEqual(await yearsOf(), left, target.scope);
      const listed: { items: PutAway[] } = await bert.ask(timeline.listPutAway, {});
      assert.deepEqual(
        listed.items.map(({ scope, id }) => ({ scope, id })),
        [target],
      );
      // MENTION-4: names, never half of a mention.
      if (target.scope === 'post') assert.equal(listed.items[0]?.words, `${'a'.repeat(90)} @Carl…`);
      await bert.ask(timeline.bringBack, target);
      assert.deepEqual(await yearsOf(), [year - 1, year - 2, year - 3]);
    }
    const stranger = await server().member('Dan');
    for (const { left: _, ...target } of targets.slice(0, 3))
      assert.equal((await stranger.call(timeline.putAway, target)).status, 404, target.scope);
    assert.equal((await bert.call(timeline.putAway, { scope: 'day', id: '02-30' })).status, 400);
    // Put away, and then no longer seen: not even the list names it.
    await bert.ask(timeline.putAway, { scope: 'photo', id: photo.id });
    await bert.ask(blocking.block, { id: ann.id });
    assert.deepEqual((await bert.ask(timeline.listPutAway, {})).items, []);
  });

  // PHOTO-17
  test('leaves out a photo that replaces one that was put away', async () => {
    const { author: gus, others, circle } = await setUp('Gus', 'Hal');
    const [hal] = others;
    assert.ok(hal);
    const { id } = await share(gus, circle, dayOf(2));
    const photoOf = async () => (await gus.ask(posts.get, { id })).images[0]?.id ?? '';
    const photoId = await photoOf();
    await hal.ask(timeline.putAway, { scope: 'photo', id: photoId });
    const [uploadedId = ''] = await uploadPhotos(gus, 1);
    await gus.ask(posts.replacePhoto, { id, photoId, uploadedId });
    assert.deepEqual([await shownTo(gus), await shownTo(hal)], [[[year - 2, 1, 0]], []]);
    const away = (await hal.ask(timeline.listPutAway, {})).items.map((item) => item.id);
    assert.deepEqual(away, [await photoOf()]);
  });

  // IMPORT-3
  test('leaves out an album that its author put away before its import was shared', async () => {
    const { author: ina, circle } = await setUp('Ina');
    const { importId, albumIds } = await startImport(ina, circle, [await numberedPhoto(1)]);
    await ina.ask(timeline.putAway, { scope: 'post', id: albumIds[0] ?? '' });
    await ina.ask(imports.share, { id: importId });
    const away = (await ina.ask(timeline.listPutAway, {})).items.map((item) => item.id);
    assert.deepEqual(away, albumIds);
  });

  // TRUTH-2
  test('lists what was put away, whatever else was and is out of sight', async () => {
    const { author: uli, circle } = await setUp('Uli');
    const post = await uli.posts('hello', { to: circle });
    await uli.ask(timeline.putAway, { scope: 'post', id: post.id });
    await server().app.context.db.write(({ q }) =>
      sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${limits.putAwayListed})
        insert into not_again (user_id, scope, target)
        select u.id, 'post', 1000000 + n from users u cross join numbers where u.public_id = ${uli.id}`.execute(
        q,
      ),
    );
    assert.deepEqual(
      (await uli.ask(timeline.listPutAway, {})).items.map(({ id }) => id),
      [post.id],
    );
  });

  test('is a day of the time zone, and 29 February comes on the 28th of common years', async () => {
    const { author: ann, circle } = await setUp('Anke');
    await writeAt(ann, circle, '2023-02-28T22:30:00Z');
    await share(ann, circle, '2024-02-29');
    await share(ann, circle, '2024-02-28');
    await ann.ask(account.edit, { timeZone: 'Asia/Tokyo' });
    const viewer = { id: 0, timeZone: 'UTC' };
    const key = await server().keyOf('users', ann);
    const at = async (time: string, timeZone: string) =>
      (await findThisDay(server().app.context, { ...viewer, id: key, timeZone }, Date.parse(time))).years.map(
        (one) => [one.year, one.photos.length, one.posts.length],
      );
    assert.deepEqual(await at('2027-02-28T12:00:00Z', 'UTC'), [
      [2024, 2, 0],
      [2023, 0, 1],
    ]);
    assert.deepEqual(await at('2028-02-28T12:00:00Z', 'UTC'), [
      [2024, 1, 0],
      [2023, 0, 1],
    ]);
    assert.deepEqual(await at('2028-02-29T12:00:00Z', 'UTC'), [[2024, 1, 0]]);
    // In Tokyo the moment was shared on 1 March.
    assert.deepEqual(await at('2027-02-28T12:00:00Z', 'Asia/Tokyo'), [[2024, 2, 0]]);
    assert.deepEqual(await at('2027-03-01T12:00:00Z', 'Asia/Tokyo'), [[2023, 0, 1]]);
  });
});
