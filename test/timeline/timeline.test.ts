import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, PlacedPhoto, Post } from '../../contract/shapes.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as archives from '../../contract/archives.ts';
import * as timeline from '../../contract/timeline.ts';
import { pairedFrame } from '../harness/frame-tablet.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { lateCircle } from '../harness/family-circle.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const photoFile = async () => new Blob([new Uint8Array(await plainPhoto(30, 20))]);

onBothDatabases('the timeline', (server) => {
  const setUp = (...names: string[]) => lateCircle(server(), names);
  const share = async (person: Person, to: Circle[], days: string[], more = {}): Promise<Post> => {
    const photoIds: string[] = [];
    for (const takenOn of days)
      photoIds.push((await person.ask(media.upload, formOf({ takenOn, photo: await photoFile() }))).id);
    return person.ask(
      posts.create,
      formOf({
        circleIds: JSON.stringify(to.map(({ id }) => id)),
        photoIds: JSON.stringify(photoIds),
        ...more,
      }),
    );
  };
  const list = async (
    person: Person,
    input: Partial<Record<'circleId' | 'before' | 'after', string>> = {},
  ) => {
    const items: PlacedPhoto[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: PlacedPhoto[]; nextCursor: string | null } = await person.ask(timeline.photos, {
        ...input,
        limit: '2',
        ...(cursor !== null && { cursor }),
      });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return items;
  };
  const daysOf = async (...input: Parameters<typeof list>) => (await list(...input)).map(({ day }) => day);
  const yearsOf = async (person: Person, circleId?: string) =>
    (await person.ask(timeline.years, circleId === undefined ? {} : { circleId })).years;

  // DAY-6, CIRCLE-12
  test('has as photos of a circle those of the moments in its feed, not of others that are seen elsewhere', async () => {
    const { author: gil, others, circle } = await setUp('Gil', 'Hedy');
    const late = await server().member('Late');
    const other = await gil.makesCircle('Open');
    await gil.adds(late, other);
    await share(gil, [circle, other], ['2017-01-01']);
    await gil.adds(late, circle);
    await share(gil, [circle], ['2018-02-02']);
    const feed = await late.ask(posts.feed, { circleId: circle.id });
    assert.deepEqual(
      feed.items.flatMap(({ images }) => images.map(({ takenOn }) => takenOn)),
      ['2018-02-02'],
    );
    for (const input of [{}, { after: '2016-01-01' }])
      assert.deepEqual(await daysOf(late, { circleId: circle.id, ...input }), ['2018-02-02']);
    assert.deepEqual(await yearsOf(late, circle.id), [2018]);
    assert.deepEqual(await daysOf(late, { circleId: other.id }), ['2017-01-01']);
    assert.deepEqual(await daysOf(late), ['2018-02-02', '2017-01-01']);
    assert.deepEqual(await yearsOf(late), [2018, 2017]);
    const [hedy] = others;
    assert.deepEqual(hedy && (await daysOf(hedy, { circleId: circle.id })), ['2018-02-02', '2017-01-01']);
    const { tablet } = await pairedFrame(server(), late, circle);
    assert.equal((await tablet.names()).length, 1);
    await late.ask(archives.request, { id: circle.id });
    await server().app.context.jobs.idle();
    assert.deepEqual((await late.ask(archives.state, { id: circle.id })).photos, { done: 1, total: 1 });
    await server().mailsTo(late);
  });

  // DAY-6
  test('has the photos of a circle, and of all circles, by day', async () => {
    const { author: ann, others, circle } = await setUp('Ann', 'Ben');
    const [ben] = others;
    assert.ok(ben);
    const other = await ann.makesCircle('Friends');
    await ann.adds(ben, other);
    await share(ann, [circle], ['2019-05-03', '2021-01-01', '2019-05-02']);
    await share(ann, [circle, other], ['2020-06-06']);
    await share(ben, [other], ['2018-01-01']);
    const own = await share(ben, [await ben.makesCircle('Alone')], ['2022-02-02']);
    assert.deepEqual(await daysOf(ann, { circleId: circle.id }), [
      '2021-01-01',
      '2020-06-06',
      '2019-05-03',
      '2019-05-02',
    ]);
    const all = ['2021-01-01', '2020-06-06', '2019-05-03', '2019-05-02', '2018-01-01'];
    assert.deepEqual(await daysOf(ann), all);
    assert.deepEqual(await daysOf(ben), ['2022-02-02', ...all]);
    assert.deepEqual(await daysOf(ben, { before: '2020-06-06' }), all.slice(2));
    assert.deepEqual(await daysOf(ben, { after: '2020-06-06' }), ['2020-06-06', '2021-01-01', '2022-02-02']);
    assert.deepEqual(await daysOf(ann, { after: '2019-05-03', circleId: circle.id }), [
      '2019-05-03',
      '2020-06-06',
      '2021-01-01',
    ]);
    assert.deepEqual(await yearsOf(ben), [2022, 2021, 2020, 2019, 2018]);
    assert.deepEqual(await yearsOf(ben, other.id), [2020, 2018]);
    assert.equal((await list(ben))[0]?.postId, own.id);
    const stranger = await server().member('Cy');
    assert.equal((await stranger.call(timeline.photos, { circleId: circle.id })).status, 404);
    assert.equal((await stranger.call(timeline.years, { circleId: circle.id })).status, 404);
    assert.equal((await ann.call(timeline.photos, { before: '2020-02-30' })).status, 400);
  });

  // DAY-6
  test('loses what its viewer loses, in the same moment', async () => {
    const { author: ann, others, circle } = await setUp('Ada', 'Bob', 'Cora');
    const [bob, cora] = others;
    assert.ok(bob && cora);
    const sees = async (days: string[], years: number[]) => {
      assert.deepEqual(await daysOf(bob), days);
      assert.deepEqual(await daysOf(bob, { circleId: circle.id }), days);
      assert.deepEqual(await yearsOf(bob), years);
      assert.deepEqual(await yearsOf(bob, circle.id), years);
    };
    const first = await share(ann, [circle], ['2011-01-01']);
    const second = await share(ann, [circle], ['2012-01-01']);
    const third = await share(ann, [circle], ['2013-01-01']);
    await share(ann, [circle], ['2014-01-01'], { hiddenFrom: JSON.stringify([bob.id]) });
    await share(cora, [circle], ['2015-01-01']);
    await sees(['2015-01-01', '2013-01-01', '2012-01-01', '2011-01-01'], [2015, 2013, 2012, 2011]);
    await ann.ask(posts.edit, { id: first.id, hiddenFrom: [bob.id] });
    await ann.ask(takeBack, { id: second.id, circleIds: [circle.id] });
    await ann.ask(posts.remove, { id: third.id });
    await sees(['2015-01-01'], [2015]);
    await bob.ask(blocking.block, { id: cora.id });
    await sees([], []);
    await bob.ask(blocking.unblock, { id: cora.id });
    const late = await server().member('Dora');
    await ann.adds(late, circle);
    assert.deepEqual(await daysOf(late, { circleId: circle.id }), []);
    await share(ann, [circle], ['2016-01-01']);
    assert.deepEqual(await daysOf(late, { circleId: circle.id }), ['2016-01-01']);
    await late.ask(circles.removeMember, { id: circle.id, memberId: late.id });
    assert.deepEqual(await daysOf(late), []);
    assert.equal((await late.call(timeline.photos, { circleId: circle.id })).status, 404);
    // The author keeps seeing their own.
    assert.deepEqual(await daysOf(ann), [
      '2016-01-01',
      '2015-01-01',
      '2014-01-01',
      '2012-01-01',
      '2011-01-01',
    ]);
  });
});
