import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import * as circles from '../../contract/circles.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { messages } from '../../contract/errors/errors.ts';
import { username as usernameField } from '../../contract/fields.ts';
import * as members from '../../contract/members.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabases } from '../harness/test-server.ts';

const form = (fields: Record<string, string>, ...pictures: Uint8Array[]): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  for (const picture of pictures) made.append('profileImage', new Blob([new Uint8Array(picture)]), 'p.jpg');
  return made;
};

test('a word that the routes use cannot be a username', () => {
  const pages = readFileSync(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8');
  const paths = [
    ...[...endpoints.values()].map(({ path }) => path),
    ...[...pages.matchAll(/page\(\s*'([^']+)'/g)].map(([, path = '']) => path),
  ];
  const words = paths.flatMap((path) => path.split('/')).filter((word) => /^[a-z0-9_.]{3,30}$/.test(word));
  assert.ok(words.length > 30, 'the routes were read');
  const accepted = [...new Set(words)].filter((word) => usernameField.safeParse(word).success);
  assert.deepEqual(accepted, []);
});

onDatabases('changing one’s own profile', (server, testOnBoth) => {
  const edit = (who: Person, fields: Record<string, string>, ...pictures: Uint8Array[]) =>
    who.call(members.editProfile, form(fields, ...pictures));
  const wears = async (who: Person, of: Person) =>
    (await who.ask(members.profile, { usernameOrId: of.id })).profileImageUrl;
  const storedImages = () => server().app.context.db.read.selectFrom('images').select('id').execute();

  test('username and bio change together or alone, and search finds them immediately', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const changed = await ana.ask(
      members.editProfile,
      form({ username: ' Ana.Lima ', bio: ' Two lines\r\nof me ' }),
    );
    assert.deepEqual([changed.username, changed.bio], ['ana.lima', 'Two lines\nof me']);
    assert.equal((await ben.ask(members.profile, { usernameOrId: 'ANA.lima' })).id, ana.id);
    assert.deepEqual(
      (await ben.ask(members.search, { q: 'a.lim' })).map(({ id }) => id),
      [ana.id],
    );
    assert.equal((await ana.ask(members.editProfile, form({ bio: '' }))).username, 'ana.lima');
    assert.equal(
      (await ana.ask(members.editProfile, form({ username: 'ana.lima' }))).bio,
      '',
      'the same again',
    );
    await ana.ask(members.editProfile, form({ username: 'other' }));
    assert.equal((await ben.call(members.profile, { usernameOrId: 'ana.lima' })).status, 404);
    assert.deepEqual(await ben.ask(members.search, { q: 'a.lim' }), []);
  });

  test('a username is refused when it is malformed, a word of a route, or taken by somebody else', async () => {
    const [ana, ben] = await server().members('Cleo', 'Dan');
    const malformed = [
      '',
      'ab',
      'x'.repeat(31),
      'ana lima',
      'ana-lima',
      'añá',
      'a/b',
      '...',
      '___',
      'ana@x',
      '0'.repeat(32),
    ];
    for (const username of malformed) {
      const answer = await edit(ana, { username });
      assert.deepEqual([answer.status, messageOf(answer)], [400, messages.usernameInvalid], username);
    }
    for (const username of ['all', 'Search', 'PROFILE', 'circles', 'admin', 'undefined']) {
      const answer = await edit(ana, { username });
      assert.deepEqual([answer.status, messageOf(answer)], [400, messages.usernameReserved], username);
    }
    const long = await edit(ana, { bio: 'x'.repeat(501) });
    assert.deepEqual([long.status, messageOf(long)], [400, messages.bioTooLong]);
    assert.equal((await edit(ana, { firstName: 'Other' })).status, 400);
    assert.equal((await ana.request('PATCH', '/api/users/profile', { json: { bio: 'x' } })).status, 415);
    assert.equal((await edit(ben, { username: 'taken' })).status, 200);
    const before = (await storedImages()).length;
    const taken = await edit(ana, { username: 'TAKEN', bio: 'not kept' }, await landscapePhoto());
    assert.deepEqual([taken.status, messageOf(taken)], [409, messages.usernameTaken]);
    const profile = await ana.ask(members.profile, { usernameOrId: ana.id });
    assert.deepEqual([profile.bio, profile.username, profile.profileImageUrl], ['', null, null]);
    assert.equal((await storedImages()).length, before, 'the picture of a refused change does not stay');
  });

  testOnBoth('of concurrent requests for a username one succeeds', async () => {
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, at) => server().member(`Racer${at}`)));
    const statuses = await Promise.all(
      crowd.map(async (who) => (await edit(who, { username: 'racer' })).status),
    );
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 9 }, () => 409)],
    );
  });

  // PEOPLE-1, PHOTO-3
  test('the profile picture is stored upright, square and without metadata, and the previous one is deleted', async () => {
    const [ana, ben] = await server().members('Eva', 'Finn');
    const [own] = await ana.ask(circles.list, {});
    assert.ok(own);
    await ana.adds(ben, own);
    const lying = await sharp(await landscapePhoto())
      .withExif({ IFD0: { Copyright: 'canary' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const changed = await ana.ask(members.editProfile, form({}, lying));
    const first = changed.profileImageUrl ?? '';
    assert.match(first, /^\/uploads\/[0-9a-f]{32}-512\.webp$/);
    const bytes = Buffer.from(await (await ben.fetch('GET', first)).arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual([metadata.width, metadata.height, metadata.exif], [512, 512, undefined]);
    assert.ok(!bytes.includes('canary'));

    const tiny = await sharp(lying).resize(60, 40).jpeg().toBuffer();
    await ana.ask(members.editProfile, form({ bio: 'new face' }, tiny));
    const second = (await wears(ben, ana)) ?? '';
    assert.equal((await ben.request('GET', second)).status, 200, 'also where a picture is tiny');
    for (const who of [ana, ben]) assert.equal((await who.request('GET', first)).status, 404);
    await server().app.context.jobs.idle();
    const keys: string[] = [];
    for await (const { key } of server().app.context.storage.list()) keys.push(key);
    assert.ok(!keys.some((key) => first.includes(key)), 'its files too');

    for (const times of [1, 2]) assert.equal((await ana.call(members.removeImage)).status, 204, `${times}`);
    assert.equal(await wears(ben, ana), null);
    for (const who of [ana, ben]) assert.equal((await who.request('GET', second)).status, 404);
  });

  testOnBoth('of concurrent profile pictures one is kept, with its files alone', async () => {
    const ana = await server().member('Gil');
    const before = (await storedImages()).length;
    const picture = await landscapePhoto(300, 300);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await edit(ana, {}, picture)).status),
    );
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal((await storedImages()).length, before + 1);
    await ana.ask(members.removeImage, {});
  });

  test('a file that is not a picture or is too large is refused with a sentence, and the profile stays unchanged', async () => {
    const ana = await server().member('Hal');
    const good = await landscapePhoto(300, 300);
    const cases: [Uint8Array[], number, string][] = [
      [[Buffer.from('no picture')], 415, messages.photoType],
      [[Buffer.from('GIF89a\u0001\u0000', 'latin1')], 415, messages.photoType],
      [[good.subarray(0, good.length / 2)], 400, messages.photoBroken],
      [[Buffer.concat([good, Buffer.alloc(5 * 1024 * 1024)])], 413, messages.avatarTooLarge],
      [[good, good], 400, messages.tooManyPhotos],
    ];
    for (const [pictures, status, message] of cases) {
      const answer = await edit(ana, { bio: 'not kept' }, ...pictures);
      assert.deepEqual([answer.status, messageOf(answer)], [status, message], answer.text);
    }
    const kept = await ana.ask(members.profile, { usernameOrId: ana.id });
    assert.deepEqual([kept.bio, kept.profileImageUrl], ['', null]);
  });
});
