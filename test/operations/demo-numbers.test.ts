import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as audience from '../../contract/audience/audience.ts';
import * as circles from '../../contract/circles.ts';
import * as contacts from '../../contract/contacts.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import * as search from '../../contract/search.ts';
import { fill } from '../../server/cli/demo/fill.ts';
import type { Processed } from '../../server/platform/images/pipeline.ts';
import { Person } from '../harness/person.ts';
import { onDatabase, password } from '../harness/test-server.ts';

type Page<T> = { items: readonly T[]; nextCursor: string | null };

const everyPage = async <T>(read: (place: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> => {
  const items: T[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<T> = await read(cursor === undefined ? {} : { cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
};

onDatabase('sqlite', 'the numbers of the demonstration', (server) => {
  let viewers: Person[] = [];
  before(async () => {
    const { context } = server().app;
    // All photos are one, so that it is processed once.
    const made = new Map<string, Promise<Processed>>();
    const images: typeof context.images = {
      ...context.images,
      process: (file, options) => {
        const kind = JSON.stringify(options);
        const known = made.get(kind) ?? context.images.process(file, options);
        made.set(kind, known);
        return known;
      },
    };
    // Its jobs would process each photo again.
    const resume = await server().holdWorker();
    await fill({ ...context, images }, password);
    await context.db.write(({ q }) => q.deleteFrom('jobs').execute());
    await rm(context.tmpDir, { recursive: true });
    await mkdir(context.tmpDir);
    await resume();
    viewers = ['ines.duarte', 'paulo.duarte', 'nora.byrne', 'ruth.kallio'].map(
      (name) => new Person(name, server().url),
    );
    for (const viewer of viewers) await viewer.signIn(password);
  });

  test('agree on all pages: people, members, moments, albums, photos', async () => {
    for (const viewer of viewers) {
      const { name } = viewer;
      const own = await viewer.ask(circles.list, {});
      assert.ok(own.length > 0, name);
      for (const { id, name: circle, memberCount } of own) {
        const shown = await viewer.ask(circles.get, { id });
        assert.equal(
          shown.memberCount,
          memberCount,
          `${name}: members of ${circle} in the list and on its page`,
        );
        assert.equal(shown.members.length, memberCount, `${name}: members of ${circle} who are listed`);
        const { count } = await viewer.ask(audience.countAudience, { circleIds: JSON.stringify([id]) });
        assert.equal(count, memberCount - 1, `${name}: people who will see a moment in ${circle}`);
        const found = await viewer.ask(search.everything, { q: circle });
        const match = found.circles.find((one) => one.id === id);
        assert.equal(
          match?.memberCount ?? memberCount,
          memberCount,
          `${name}: members of ${circle} in the search`,
        );
        const { matching, total } = await viewer.feed({ circleId: id });
        const [here, all] = await Promise.all([
          everyPage((place) => viewer.feed({ ...place, circleId: id })),
          everyPage((place) => viewer.feed(place)),
        ]);
        assert.deepEqual([here.length, all.length], [matching, total], `${name}: moments of ${circle}`);
      }
      const stats = await viewer.ask(account.stats, {});
      const people = await everyPage((place) => viewer.ask(contacts.list, place));
      assert.equal(people.length, stats.connectionsMade, `${name}: connections`);
      const mine = await everyPage((place) =>
        viewer.ask(posts.ofMember, { usernameOrId: viewer.id, ...place }),
      );
      assert.equal(mine.length, stats.memoriesShared, `${name}: memories`);
      for (const album of await everyPage((place) => viewer.ask(albums.list, place))) {
        const photos = await everyPage((place) => viewer.ask(albums.photos, { id: album.id, ...place }));
        const { years } = await viewer.ask(albums.years, { id: album.id });
        const inYears = years.reduce((sum, year) => sum + year.photos + year.videos, 0);
        const moment = await viewer.ask(posts.get, { id: album.id });
        assert.deepEqual(
          [photos.length, inYears, moment.photosCount],
          [album.photosCount, album.photosCount, album.photosCount],
          `${name}: photos of ${album.title}`,
        );
      }
    }
  });

  test('are one voice of eleven seconds, and one question that waits', async () => {
    const [ines] = viewers;
    assert.ok(ines);
    const voices = (await everyPage((place) => ines.feed(place))).flatMap(({ voice }) => voice ?? []);
    assert.deepEqual(
      voices.map(({ seconds, wave, words }) => [Math.round(seconds), wave?.length, words !== null]),
      [[11, 64, true]],
    );
    assert.equal((await ines.ask(questions.waiting, {})).items.length, 1);
  });
});
