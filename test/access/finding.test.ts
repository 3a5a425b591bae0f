import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as contacts from '../../contract/contacts.ts';
import { limits } from '../../contract/limits.ts';
import * as members from '../../contract/members.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Member } from '../../contract/shapes.ts';
import { hashPassword } from '../../server/features/auth/password.ts';
import { insertMember } from '../../server/features/auth/register.ts';
import { nameMembers } from '../../server/features/members/usernames.ts';
import { searchTextOf } from '../../server/features/members/search-text.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, type TestServer } from '../harness/test-server.ts';

const closed = { email: null, bio: null, postsCount: null, createdAt: null, profileImageUrl: null };

const change = (
  server: TestServer,
  person: Person,
  values: Partial<{
    findable_by_email: 0 | 1;
    email_confirmed_at: number | null;
    suspended_until: number | null;
    banned_at: number | null;
    username: string;
    first_name: string;
    last_name: string;
    search_text: string;
  }>,
) =>
  server.app.context.db.write(({ q }) =>
    q.updateTable('users').set(values).where('public_id', '=', person.id).execute(),
  );

const called = (server: TestServer, person: Person, username: string) =>
  change(server, person, { username, search_text: searchTextOf(person.name, 'Example', username) });

const finds = async (who: Person, q: string): Promise<string[]> =>
  (await who.ask(members.search, { q })).map(({ firstName }) => firstName);

const pages = async (who: Person): Promise<{ cards: Member[]; total: number }> => {
  const cards: Member[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await who.ask(members.directory, { page: String(page) });
    cards.push(...items);
    if (items.length < limits.directoryPage) return { cards, total };
  }
};

onBothDatabases('finding people', (server) => {
  test('search finds members by parts of names and usernames, and by two characters where a word begins', async () => {
    const [ana, eloise] = await server().members('Ana', 'Éloïse');
    await called(server(), eloise, 'elo.99');
    for (const q of [
      'elo',
      'LOI',
      'oise exam',
      'exam éloï',
      'el',
      'EL ex',
      '.99',
      '@elo.99',
      'o.9',
      'el o',
    ]) {
      const found = await finds(ana, q);
      assert.deepEqual(found, q === 'el o' ? [] : ['Éloïse'], q);
    }
    assert.deepEqual(await finds(ana, 'el e'), ['Éloïse'], 'a single letter begins a word');
    assert.deepEqual(await finds(ana, 'e x'), []);
    for (const q of [
      'lo',
      'is',
      'elo%',
      'e_o',
      '"elo"',
      'elo*',
      'elo OR ana',
      '\\\\',
      "'); --",
      'el\0o',
      '%%%',
    ]) {
      assert.deepEqual(await finds(ana, q), [], q);
    }
    assert.deepEqual(await finds(ana, 'ana'), [], 'nobody finds themself');
    for (const q of ['', ' ', 'e', ' e ', '\u202Ee', '́']) {
      const answer = await ana.call(members.search, { q });
      assert.equal(answer.status, 400, JSON.stringify(q));
    }
    assert.equal((await ana.call(members.search, {})).status, 400);
    assert.equal((await ana.call(members.search, { q: 'x'.repeat(255) })).status, 400);
  });

  // PEOPLE-10, JOIN-16
  test('search finds a member by their whole, confirmed and findable e-mail address only', async () => {
    const [ana, ben] = await server().members('Searcher', 'Findable');
    assert.deepEqual(await finds(ana, ben.email), ['Findable']);
    assert.deepEqual(await finds(ana, ` ${ben.email.toUpperCase()} `), ['Findable']);
    for (const q of ['findable@', 'findable@example', '@example.org', 'example.org', ben.email.slice(1)]) {
      assert.deepEqual(await finds(ana, q), [], q);
    }
    const [hit] = await ana.ask(members.search, { q: ben.email });
    assert.deepEqual({ ...hit, ...closed }, hit, 'found by address, known by name');
    await change(server(), ben, { findable_by_email: 0 });
    assert.deepEqual(await finds(ana, ben.email), []);
    await change(server(), ben, { findable_by_email: 1, email_confirmed_at: null });
    assert.deepEqual(await finds(ana, ben.email), []);
    assert.deepEqual(await finds(ana, 'findable'), ['Findable'], 'by name all the same');
  });

  // PEOPLE-1, PEOPLE-2
  test('search and directory obey the name rule for each member', async () => {
    const [ana, ben] = await server().members('Olga', 'Pavel');
    const own = await ben.makesCircle('Chess', { kind: 'private' });
    const doors = async () => ({
      search: (await ana.ask(members.search, { q: 'pavel' }))[0],
      directory: (await pages(ana)).cards.find(({ id }) => id === ben.id),
    });
    const hasAdded = async () => (await ana.ask(members.hasAddedMe, { id: ben.id })).hasAddedMe;
    await ben.posts('not for olga', { to: own });
    for (const [door, card] of Object.entries(await doors())) {
      assert.deepEqual({ ...card, ...closed }, card, door);
    }
    assert.equal(await hasAdded(), false);
    await ben.adds(ana, own);
    for (const [door, card] of Object.entries(await doors())) {
      assert.deepEqual([card?.email, card?.bio, card?.postsCount], [ben.email, '', 0], door);
    }
    assert.equal(await hasAdded(), true);
    await ben.removes(ana, own);
    for (const [door, card] of Object.entries(await doors())) {
      assert.deepEqual({ ...card, ...closed }, card, door);
    }
    assert.equal(await hasAdded(), false);
    for (const path of ['/api/users/all', '/api/users/search?q=pavel', `/api/users/${ben.id}`]) {
      assert.ok(!(await ana.request('GET', path)).text.includes(ben.email), path);
    }
  });

  // PEOPLE-11, BLOCK-1, ADMIN-1
  test('suspended, banned and blocking members are not found, listed or counted', async () => {
    const [ana, ben] = await server().members('Rosa', 'Silvan');
    const isThere = async (who: Person, other: Person) => {
      const { cards, total } = await pages(who);
      assert.equal(cards.length, total, 'the total is the number of cards');
      assert.equal(new Set(cards.map(({ id }) => id)).size, total);
      for (const { id } of cards) {
        assert.equal((await who.call(members.profile, { usernameOrId: id })).status, 200, 'every card opens');
      }
      const doors = [
        cards.some(({ id }) => id === other.id),
        (await finds(who, other.name)).length === 1,
        (await finds(who, other.email)).length === 1,
        (await who.call(members.profile, { usernameOrId: other.id })).status === 200,
        (await who.call(members.hasAddedMe, { id: other.id })).status === 200,
        (await who.call(contacts.circlesOf, { id: other.id })).status === 200,
      ];
      assert.equal(new Set(doors).size, 1, `the doors agree: ${doors.join()}`);
      return doors[0];
    };
    assert.equal(await isThere(ana, ben), true);
    await change(server(), ben, { suspended_until: Date.now() + 60_000 });
    assert.equal(await isThere(ana, ben), false);
    await change(server(), ben, { suspended_until: Date.now() - 1 });
    assert.equal(await isThere(ana, ben), true);
    await change(server(), ben, { banned_at: Date.now() });
    assert.equal(await isThere(ana, ben), false);
    await change(server(), ben, { banned_at: null });
    await ana.ask(blocking.block, { id: ben.id });
    assert.deepEqual([await isThere(ana, ben), await isThere(ben, ana)], [false, false]);
    await ana.ask(blocking.unblock, { id: ben.id });
    assert.deepEqual([await isThere(ana, ben), await isThere(ben, ana)], [true, true]);
  });

  // PEOPLE-14
  test('a member is listed with only the caller’s own circles', async () => {
    const [ana, ben, cleo] = await server().members('Tom', 'Uma', 'Vera');
    const family = await ana.makesCircle('Family');
    const secret = await ana.makesCircle('Secret', { kind: 'private' });
    const choir = await cleo.makesCircle('Choir');
    for (const person of [ana, ben]) await cleo.adds(person, choir);
    for (const circle of [family, secret]) await ana.adds(ben, circle);
    const circlesOf = async (who: Person, of: Person) =>
      (await who.ask(contacts.circlesOf, { id: of.id })).map(({ name }) => name);
    assert.deepEqual(await circlesOf(ana, ben), ['Family', 'Secret']);
    assert.deepEqual(await circlesOf(ben, ana), []);
    assert.deepEqual(await circlesOf(cleo, ben), ['Choir']);
    await ana.removes(ben, family);
    assert.deepEqual(await circlesOf(ana, ben), ['Secret']);
  });

  // BLOCK-7
  test('a member’s mutes are listed for that member while the muted member is visible', async () => {
    const [ana, ben] = await server().members('Will', 'Xena');
    const muted = async (who: Person) =>
      (await who.ask(blocking.listMuted, {})).map(({ firstName }) => firstName);
    await ana.ask(blocking.mute, { id: ben.id });
    assert.deepEqual([await muted(ana), await muted(ben)], [['Xena'], []]);
    await ben.ask(blocking.block, { id: ana.id });
    assert.deepEqual(await muted(ana), []);
    await ben.ask(blocking.unblock, { id: ana.id });
    await ana.ask(blocking.unmute, { id: ben.id });
    assert.deepEqual(await muted(ana), []);
  });

  test('pages of members continue by name without gaps, and an invalid page number is refused', async () => {
    const { db } = server().app.context;
    const ana = await server().member('Zoe');
    const passwordHash = await hashPassword('not used by anybody');
    await db.write(async (tx) => {
      for (let number = 0; number < 60; number++) {
        await insertMember(tx, {
          firstName: `Crowd ${number}`,
          lastName: 'Person',
          email: `crowd-${number}@example.org`,
          passwordHash,
          emailConfirmed: true,
          isAdmin: false,
          isVerified: false,
        });
      }
    });
    const { cards, total } = await pages(ana);
    assert.equal(cards.length, total);
    const texts = cards.map(({ firstName, lastName, username }) =>
      searchTextOf(firstName, lastName, username),
    );
    assert.deepEqual(texts, texts.toSorted());
    assert.equal((await finds(ana, 'crowd')).length, limits.searchResults);
    assert.deepEqual((await ana.ask(members.directory, {})).items, cards.slice(0, limits.directoryPage));
    assert.deepEqual((await ana.ask(members.directory, { page: '999999' })).items, []);
    for (const page of ['-1', '1.5', 'x', '', '1000000', '01']) {
      assert.equal((await ana.call(members.directory, { page })).status, 400, page);
    }
  });

  // PEOPLE-17
  test('a member outside the directory is found by e-mail and by a chosen username, and by people in their circles', async () => {
    const [hid, mate, stranger] = await server().members('Hidemi', 'Matej', 'Strahinja');
    await change(server(), hid, { findable_by_email: 1 });
    const { context } = server().app;
    await nameMembers(context.db, context.shutdownSignal);
    const circle = await hid.makesCircle('Few');
    await hid.adds(mate, circle);
    // Neither knows that the other is in it.
    const apart = await mate.makesCircle('Apart', { kind: 'private' });
    for (const who of [hid, stranger]) await mate.adds(who, apart);
    const opens = async (who: Person, path: string) =>
      (await who.call(members.profile, { usernameOrId: path })).status;
    assert.deepEqual(await finds(stranger, 'hidem'), ['Hidemi']);
    assert.equal(await opens(stranger, 'hidemi.example'), 200);
    await hid.ask(account.edit, { listed: false });

    for (const q of ['hidem', 'Hidemi Example', 'hidemi.example', '@hidemi.example'])
      assert.deepEqual(await finds(stranger, q), [], q);
    assert.deepEqual(await finds(stranger, hid.email), ['Hidemi']);
    const { cards, total } = await pages(stranger);
    assert.ok(cards.every(({ id }) => id !== hid.id) && total === cards.length);
    assert.equal(await opens(stranger, 'hidemi.example'), 404, 'suggested, not chosen');
    const report = {
      targetType: 'user',
      targetId: 'hidemi.example',
      reportType: 'spam',
      reason: 'No',
    } as const;
    assert.equal((await stranger.call(reporting.create, report)).status, 404);
    assert.deepEqual([await opens(mate, 'hidemi.example'), await opens(stranger, hid.id)], [200, 200]);
    // A shared circle of a third member, a private one of the finder, and one of the member who is found.
    const [singer, keeper, listed] = await server().members('Singer', 'Keeper', 'Listed');
    const ways = [
      { owner: mate, kind: 'shared', both: [hid, singer], finder: singer },
      { owner: keeper, kind: 'private', both: [hid], finder: keeper },
      { owner: hid, kind: 'private', both: [listed], finder: listed },
    ] as const;
    for (const { owner, kind, both, finder } of ways) {
      assert.equal(await opens(finder, 'hidemi.example'), 404, finder.name);
      const common = await owner.makesCircle('Common', { kind });
      for (const who of both) await owner.adds(who, common);
      assert.equal(await opens(finder, 'hidemi.example'), 200, finder.name);
    }
    assert.ok((await mate.ask(circles.get, { id: circle.id })).members.some(({ id }) => id === hid.id));

    await hid.ask(account.edit, { username: 'hidemi.example' });
    assert.equal(await opens(stranger, 'hidemi.example'), 404, 'the same one is no choice');
    await hid.ask(account.edit, { username: 'Hideout' });
    assert.deepEqual([await finds(stranger, 'hideou'), await finds(stranger, '@HIDEOUT')], [[], ['Hidemi']]);
    assert.equal(await opens(stranger, 'hideout'), 200);
    await mate.ask(blocking.block, { id: hid.id });
    assert.equal(await opens(mate, 'hideout'), 404);
  });

  test('fifty concurrent members of one name get fifty different usernames', async () => {
    const { db } = server().app.context;
    const passwordHash = await hashPassword('a long password');
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        db.write((tx) =>
          insertMember(tx, {
            firstName: 'Ada',
            lastName: 'Lovell',
            email: `ada${place}@example.org`,
            passwordHash,
            emailConfirmed: true,
            isAdmin: false,
            isVerified: true,
            username: null,
          }),
        ),
      ),
    );
    const rows = await db.read
      .selectFrom('users')
      .select('username')
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute();
    const usernames = new Set(rows.map(({ username }) => username));
    assert.equal(usernames.size, 50);
    for (const username of usernames) assert.match(username ?? '', /^ada\.lovell\d*$/);
    assert.ok(usernames.has('ada.lovell'));
  });

  test('members without a username get one after the upgrade, but not those who removed theirs', async () => {
    const [olgerta, without] = await server().members('Ольгерта', 'Withoutname');
    const wang = await server().member('王小明');
    await change(server(), wang, { first_name: '小明', last_name: '王' });
    await without.ask(account.edit, { username: 'gone' });
    await without.ask(account.edit, { username: null });
    const { context } = server().app;
    await nameMembers(context.db, context.shutdownSignal);
    const usernameOf = async (who: Person) => (await who.ask(auth.currentUser, {})).username;
    assert.equal(await usernameOf(olgerta), 'olgerta.example');
    assert.match((await usernameOf(wang)) ?? '', /^member\.\d{4}$/);
    assert.equal(await usernameOf(without), null);
    assert.deepEqual(await finds(without, 'olgerta.ex'), ['Ольгерта']);
  });

  test('search finds names however a keyboard writes their letters and marks', async () => {
    const [wanda, isik, neill] = await server().members('Wanda', 'Işık', 'Shaun');
    await change(server(), isik, { search_text: searchTextOf('Işık', 'Yılmaz', 'isik') });
    const name = {
      last_name: 'O\u2019Neill',
      search_text: searchTextOf('Shaun', "O\u2019Neill D'Arcy", 'shaun'),
    };
    await change(server(), neill, name);
    for (const q of ['ışık', 'isik', 'IŞIK', 'yilmaz', 'yılmaz', 'ış yı'])
      assert.deepEqual(await finds(wanda, q), ['Işık'], q);
    for (const q of ["o'neill", 'o\u2019neill', 'O\u02bcNeill', "d'arcy", 'd\u2019arcy', 'd\u00b4arcy'])
      assert.deepEqual(await finds(wanda, q), ['Shaun'], q);
  });
});

onBothDatabases(
  'searching for one e-mail address after the other',
  (server) => {
    // PEOPLE-10
    test('a member can search for ten addresses an hour, and for names also after that', async () => {
      const ana = await server().member('Ana');
      const statuses: number[] = [];
      for (let number = 0; number < 11; number++) {
        statuses.push((await ana.call(members.search, { q: `somebody-${number}@example.org` })).status);
      }
      assert.deepEqual([statuses.slice(0, 10).every((status) => status === 200), statuses[10]], [true, 429]);
      assert.equal((await ana.call(members.search, { q: 'somebody' })).status, 200);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
