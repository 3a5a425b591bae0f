import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Circle } from '../../contract/shapes.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const shows = (who: Person, { id }: Circle, shown = true) => who.ask(circles.setFace, { id, shown });

const faceIn = async (who: Person, { id }: Circle) => (await who.ask(circles.get, { id })).face;

/** Whether the name rule opens a member to the viewer. */
const opens = async (viewer: Person, member: Person): Promise<boolean> =>
  (await viewer.ask(members.profile, { usernameOrId: member.id })).email !== null;

/** The members whose profile shows, as the circle's page tells the viewer. */
const shownTo = async (viewer: Person, { id }: Circle): Promise<string[]> =>
  (await viewer.ask(circles.get, { id })).members
    .filter(({ showsProfile }) => showsProfile)
    .map(({ firstName }) => firstName);

const wearsPicture = async (who: Person, bio: string): Promise<void> => {
  const form = new FormData();
  form.set('bio', bio);
  form.set('profileImage', new Blob([new Uint8Array(await plainPhoto())]), 'me.jpg');
  await who.ask(members.editProfile, form);
};

onBothDatabases('faces that a circle sees', (server) => {
  let chief: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });

  /** Family of an owner and two members, who see of each other only the names. */
  const family = async (...names: [owner: string, one: string, other: string]) => {
    const [owner, one, other] = await server().members(...names);
    const circle = await owner.makesCircle('Family');
    for (const who of [one, other]) await owner.adds(who, circle);
    return { owner, one, other, circle };
  };

  // CIRCLE-22, PEOPLE-2, PEOPLE-1
  test('a member shows photo and profile to everyone in one circle, and nobody else', async () => {
    const { owner, one, other, circle } = await family('Ana', 'Ben', 'Cleo');
    const dora = await server().member('Dora');
    const club = await owner.makesCircle('Club');
    for (const who of [one, dora]) await owner.adds(who, club);
    await wearsPicture(one, 'I am Ben');
    const post = await one.posts('Hello', { to: [circle, club] });
    const picture = async (viewer: Person) =>
      (await viewer.feed()).items.find(({ id }) => id === post.id)?.author.profileImageUrl;
    assert.deepEqual([await opens(other, one), await picture(other)], [false, null]);
    assert.equal(await faceIn(one, circle), 'unanswered');

    const changed = await shows(one, circle);
    assert.equal(changed.face, 'shown');
    assert.equal(await faceIn(one, club), 'unanswered');
    const url = await picture(other);
    assert.ok(url);
    const seen = await Promise.all([other, owner].map((who) => who.request('GET', url)));
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([await opens(other, one), await opens(owner, one)], [true, true]);
    assert.deepEqual([await opens(dora, one), await picture(dora)], [false, null]);
    assert.equal((await dora.request('GET', url)).status, 404);
    assert.deepEqual([await opens(one, other), await opens(other, owner)], [false, true]);

    await shows(one, circle, false);
    assert.equal(await faceIn(one, circle), 'hidden');
    assert.deepEqual([await opens(other, one), await picture(other)], [false, null]);
    assert.equal((await other.request('GET', url)).status, 404);
  });

  // CIRCLE-22
  test('the page of the circle says who shows, and nobody learns whether another was asked', async () => {
    const { owner, one, other, circle } = await family('Eva', 'Finn', 'Gus');
    await shows(one, circle);
    assert.deepEqual(await shownTo(owner, circle), ['Finn']);
    assert.deepEqual(await shownTo(one, circle), ['Eva', 'Finn']);
    const shown = await one.ask(circles.get, { id: circle.id });
    const page = await Listening.openQuiet(one);
    await shows(other, circle, false);
    assert.deepEqual(await page.quiet(one), []);
    await page.close();
    assert.deepEqual(await one.ask(circles.get, { id: circle.id }), shown);
    // A profile that is open for another reason looks the same: Eva added Finn, and Gus shows here.
    await shows(other, circle);
    assert.deepEqual(await shownTo(one, circle), ['Eva', 'Finn', 'Gus']);
    assert.deepEqual(await shownTo(owner, circle), ['Finn', 'Gus']);
  });

  // CIRCLE-23
  test('leaving, removal, a block and a ban close what a face opened, on both sides', async () => {
    type Made = Awaited<ReturnType<typeof family>>;
    const leaves = (who: Person, { id }: Circle) => who.ask(circles.removeMember, { id, memberId: who.id });
    const ends: [string, (made: Made) => Promise<unknown>][] = [
      ['Ha', ({ one, circle }) => leaves(one, circle)],
      ['Hb', ({ other, circle }) => leaves(other, circle)],
      ['Hc', ({ owner, one, circle }) => owner.removes(one, circle)],
      ['Hd', ({ owner, other, circle }) => owner.removes(other, circle)],
    ];
    for (const [name, end] of ends) {
      const made = await family(`${name}a`, `${name}b`, `${name}c`);
      const { owner, one, other, circle } = made;
      await shows(one, circle);
      assert.equal(await opens(other, one), true, name);
      await end(made);
      assert.equal(await opens(other, one), false, name);
      for (const who of [one, other]) await owner.adds(who, circle);
      const isSame = name === 'Hb' || name === 'Hd';
      assert.equal(await opens(other, one), isSame, `${name}: who comes back is asked again`);
      assert.equal(await faceIn(one, circle), isSame ? 'shown' : 'unanswered', name);
    }
    const { owner, one, other, circle } = await family('Ia', 'Ib', 'Ic');
    await wearsPicture(one, 'I am Ib');
    await shows(one, circle);
    const urls = (await other.ask(circles.get, { id: circle.id })).members.map((who) => who.profileImageUrl);
    const url = urls.find((some) => some !== null) ?? '';
    for (const [blocker, blocked] of [
      [one, other],
      [other, one],
    ] as const) {
      assert.equal((await other.request('GET', url)).status, 200);
      await blocker.ask(blocking.block, { id: blocked.id });
      assert.equal((await other.request('GET', url)).status, 404);
      assert.deepEqual(await shownTo(other, circle), ['Ia']);
      const [listed] = await blocker.ask(blocking.list, {});
      assert.deepEqual([listed?.id, listed?.profileImageUrl], [blocked.id, null]);
      await blocker.ask(blocking.unblock, { id: blocked.id });
    }
    await chief.ask(moderation.actOnMember, { id: one.id, action: 'ban' });
    assert.equal((await other.request('GET', url)).status, 404);
    assert.deepEqual(await shownTo(owner, circle), []);
  });

  // CIRCLE-22
  test('a private circle asks nobody and shows nobody', async () => {
    const [ola, pia] = await server().members('Ola', 'Pia');
    const own = await ola.makesCircle('Own', { kind: 'private' });
    await ola.adds(pia, own);
    assert.equal(own.face, 'hidden');
    const refused = await ola.call(circles.setFace, { id: own.id, shown: true });
    assert.equal(refused.status, 409, refused.text);
    for (const who of [pia, await server().member('Ray')])
      assert.equal((await who.call(circles.setFace, { id: own.id, shown: true })).status, 404);
    assert.deepEqual(
      (await ola.ask(circles.list, {})).map(({ face }) => face),
      ['hidden', 'hidden'],
    );
  });

  // REPORT-6
  test('a report after a block contains a profile that was shown before it, and none that was not', async () => {
    const { owner, one, other, circle } = await family('Ka', 'Kb', 'Kc');
    const [late, far] = await server().members('Kd', 'Ke');
    await owner.adds(late, circle);
    for (const who of [one, late]) await who.ask(members.editProfile, bioOf(who));
    const textTo = async (reporter: Person, who: Person) => {
      const { id } = await reporter.ask(reporting.create, {
        targetType: 'user',
        targetId: who.id,
        reportType: 'harassment',
        reason: 'See',
      });
      return (await chief.ask(moderation.report, { id })).evidence?.text;
    };
    await shows(one, circle);
    await other.ask(blocking.block, { id: one.id });
    await other.ask(blocking.block, { id: late.id });
    // A face that was shown after the block, or before they were in the circle, was never in sight.
    await shows(late, circle);
    await far.ask(blocking.block, { id: one.id });
    await owner.adds(far, circle);
    assert.deepEqual(
      [await textTo(other, one), await textTo(other, late), await textTo(far, one)],
      [`I am ${one.id}`, null, null],
    );
    // The block of an owner ends the membership that showed it.
    await owner.ask(blocking.block, { id: one.id });
    assert.equal(await textTo(owner, one), `I am ${one.id}`);
    await server().mailsTo(chief);
  });
});

const bioOf = ({ id }: Person): FormData => {
  const form = new FormData();
  form.set('bio', `I am ${id}`);
  return form;
};
