import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import * as albums from '../../contract/albums.ts';
import type { Circle } from '../../contract/shapes.ts';
import * as search from '../../contract/search.ts';
import { indexPosts } from '../../server/features/search/index-posts.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases } from '../harness/test-server.ts';
import { uploadVoice } from '../harness/videos.ts';
import { fillCircle } from './fill-circle.ts';

onBothDatabases('search', (server) => {
  const find = async (person: Person, q: string, more: Record<string, string> = {}) => {
    const { items } = await person.ask(search.posts, { q, ...more });
    return items.map(({ content, title }) => title ?? content);
  };
  const upload = async (person: Person) =>
    (await person.ask(media.upload, formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) }))).id;

  test('finds words by their beginning, phrases, words without accents and parts of long words', async () => {
    const [ann] = await server().members('Ann');
    const circle = await ann.makesCircle('Garden');
    await ann.posts('Kaffee im Gartenhäuschen an der Straße', { to: circle });
    await ann.posts('Our first swim in the lake', { to: circle });
    const swim = ['Our first swim in the lake'];
    const coffee = ['Kaffee im Gartenhäuschen an der Straße'];
    assert.deepEqual(await find(ann, 'swi'), swim);
    assert.deepEqual(await find(ann, 'SWIM lake'), swim);
    assert.deepEqual(await find(ann, '"first swim"'), swim);
    assert.deepEqual(await find(ann, '"swim first"'), []);
    assert.deepEqual(await find(ann, '"first swi"'), []);
    assert.deepEqual(await find(ann, 'swim tea'), []);
    assert.deepEqual(await find(ann, 'strasse'), coffee);
    assert.deepEqual(await find(ann, 'Häuschen'), coffee);
    assert.deepEqual(await find(ann, 'gartenhauschen'), coffee);
    assert.deepEqual(await find(ann, 'wim'), []);
    const [hit] = (await ann.ask(search.posts, { q: 'hausch straße' })).items;
    const [place] = hit?.highlights ?? [];
    assert.deepEqual(
      place?.marks.map(([start, end]) => place.text.slice(start, end)),
      ['häusch', 'Straße'],
    );
  });

  test('finds words however a keyboard writes their letters and marks', async () => {
    const [ola] = await server().members('Ola');
    const circle = await ola.makesCircle('Keyboards');
    const pairs: [text: string, ...searches: string[]][] = [
      ['Loş ışık altında', 'isik', 'ışık', 'IŞIK', 'loş ISIK'],
      ['Bir Irmak kenarı', 'ırmak', 'irmak', 'IRMAK kenari'],
      ['Żółta krówka na łące', 'zolta', 'krówka', 'ŁĄCE', 'lace', '„zolta krowka”'],
      ['El niño, mañana y el pingüino', 'nino', 'MANANA', 'pinguino', '«el nino»'],
      ['Un garçon à l’école, cœur léger', 'garcon', "l'ecole", 'ecole', 'coeur', '« coeur leger »'],
      ['A irmã e o coração de São João', 'irmã e', 'coracao', 'sao joao', '“sao joao”'],
      ['Perché è già così', 'perche', 'gia cosi', 'PERCHÉ'],
      ['Drie zeeën en één mini-tent', 'zeeen', 'een', 'mini-tent', 'mini tent', '‘mini-tent’'],
      ['Søren på fjället', 'soren', 'fjallet'],
      ['O\u2019Neill sings', "o'neill", 'o\u02bcneill', '"O\u2018Neill sings"'],
      ['П\u02bcять яблук', "п'ять", 'п\u2019ять'],
      ['Smørrebrød i Łódź', 'smorrebrod', 'lodz'],
      ['Œuvre de Þór', 'oeuvre', 'thor'],
      ['\u0641\u0627\u0631\u0633\u06cc', '\u0641\u0627\u0631\u0633\u064a'],
    ];
    for (const [text] of pairs) await ola.posts(text, { to: circle });
    for (const [text, ...searches] of pairs)
      for (const q of searches) assert.deepEqual(await find(ola, q), [text], q);
  });

  test('finds parts in scripts without spaces, wherever they begin', async () => {
    const [yui, rin] = await server().members('Yuiko', 'Rinko');
    const circle = await yui.makesCircle('Haiku');
    await yui.adds(rin, circle);
    const [picnic, lake, song, fast] = [
      '家族で花見に行った',
      'iPhoneで撮影した湖の写真。',
      'เราไปเที่ยวทะเลกัน',
      '我们全家去看樱花',
    ];
    for (const text of [picnic, lake, song, fast]) await yui.posts(text, { to: circle });
    for (const who of [yui, rin]) {
      for (const q of ['花見', '家族', '行った', '花見に', '"花見"', '家族 行った', '家族で花見に行った'])
        assert.deepEqual(await find(who, q), [picnic], q);
      assert.deepEqual(await find(who, '写真'), [lake]);
      assert.deepEqual(await find(who, 'iphoneで'), [lake]);
      assert.deepEqual(await find(who, 'ทะเล'), [song]);
      assert.deepEqual(await find(who, '樱花'), [fast]);
      for (const q of ['花族', '見花', '花見行', '写湖']) assert.deepEqual(await find(who, q), [], q);
    }
    const [hit] = (await yui.ask(search.posts, { q: '花見' })).items;
    const [place] = hit?.highlights ?? [];
    assert.deepEqual(
      place?.marks.map(([start, end]) => place.text.slice(start, end)),
      ['花見'],
    );
  });

  test('long words of letters beyond the first plane of Unicode are found, and stop no search of others', async () => {
    const [wulf, frida] = await server().members('Wulf', 'Frida');
    const circle = await wulf.makesCircle('Gothic');
    const gothic = ['𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂', `a${'𐌰'.repeat(40)}`];
    for (const content of gothic) await wulf.posts(content, { to: circle });
    await frida.posts('Toadstools', { to: await frida.makesCircle('Forest') });
    assert.deepEqual(await find(frida, 'toadstools'), ['Toadstools']);
    assert.deepEqual(await find(wulf, '𐌿𐌽𐍃'), gothic.slice(0, 1));
    assert.deepEqual(await find(wulf, '𐌿𐌽𐍃𐌰𐍂'), gothic.slice(0, 1));
    assert.deepEqual(await find(wulf, `a${'𐌰'.repeat(40)}`), gothic.slice(1));
  });

  test('wants all words, wherever they stand, also of members in many circles', async () => {
    const [kim, leo] = await server().members('Kimi', 'Leon');
    const circles = await Promise.all(Array.from({ length: 45 }, (_, at) => kim.makesCircle(`Circle ${at}`)));
    const [one, two] = circles as [Circle, Circle, ...Circle[]];
    await kim.adds(leo, two);
    const text = 'The null hypothesis of a marvellous elephant that never forgets its umbrella';
    await kim.posts(text, { to: [one, two] });
    await kim.posts('A marvellous elephant', { to: one });
    await kim.posts('A marvellous umbrella without its elephant', { to: two });
    const all = 'marvellous elephant umbrella hypothesis never forgets its null';
    for (const who of [kim, leo]) {
      assert.deepEqual(await find(who, all), [text]);
      assert.deepEqual(await find(who, `${all.slice(0, -5)} nil`), []);
      assert.deepEqual(await find(who, '"marvellous elephant" umbr'), [text]);
      assert.deepEqual(await find(who, '"elephant marvellous"'), []);
      assert.deepEqual(await find(who, '"null hypothesis"'), [text]);
    }
    assert.equal((await find(kim, 'elephant marv')).length, 3);
    assert.equal((await find(leo, 'elephant marv')).length, 2);
  });

  test('goes on behind moments that the index proposed and that lack a word', async () => {
    const [mia] = await server().members('Mia');
    const circles = await Promise.all(Array.from({ length: 45 }, (_, at) => mia.makesCircle(`Circle ${at}`)));
    const [one] = circles as [Circle, ...Circle[]];
    const all = await mia.posts('Two marvellous elephants, umbrellas and io', { to: one });
    const other = await mia.posts('Two marvellous elephants with umbrellas', { to: one });
    const { db } = server().app.context;
    const { id, ...copied } = await db.read
      .selectFrom('posts')
      .selectAll()
      .where('public_id', '=', other.id)
      .executeTakeFirstOrThrow();
    await db.write(async ({ q }) => {
      for (let at = 0; at < 320; at += 1) {
        const { id: copy } = await q
          .insertInto('posts')
          .values({ ...copied, public_id: randomBytes(16).toString('hex') })
          .returning('id')
          .executeTakeFirstOrThrow();
        await sql`
          insert into post_circles (circle_id, post_id, author_id, popularity)
          select circle_id, ${copy}, author_id, popularity from post_circles where post_id = ${id}`.execute(
          q,
        );
      }
    });
    await indexPosts(db);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const q = 'marvellous elephants umbrellas io';
      const page = await mia.ask(search.posts, cursor === undefined ? { q } : { q, cursor });
      found.push(...page.items.map((post) => post.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(found, [all.id]);
  });

  test('finds titles of albums and descriptions of photos, and no comments', async () => {
    const [ada] = await server().members('Ada');
    const circle = await ada.makesCircle('Holidays');
    const album = await ada.ask(albums.create, {
      title: 'Summer in Brittany',
      circleIds: [circle.id],
      photoIds: [await upload(ada)],
      alts: ['A lighthouse'],
    });
    const other = await ada.posts('Something else', { to: circle });
    await ada.comments(other, 'Brittany was lovely');
    assert.deepEqual(await find(ada, 'brittany'), ['Summer in Brittany']);
    assert.deepEqual(await find(ada, 'lighthouse summer'), ['Summer in Brittany']);
    await ada.ask(albums.edit, { id: album.id, title: 'Winter' });
    assert.deepEqual(await find(ada, 'brittany'), []);
    assert.deepEqual(await find(ada, 'winter'), ['Winter']);
  });

  // SEARCH-4
  test('finds only what the viewer sees now', async () => {
    const [bea, cem, dora] = await server().members('Bea', 'Cem', 'Dora');
    const family = await bea.makesCircle('Family');
    const friends = await bea.makesCircle('Friends');
    await bea.adds(cem, family);
    await bea.adds(cem, friends);
    const one = await bea.posts('Zanzibar one', { to: family });
    await bea.posts('Zanzibar two', { to: friends });
    const hidden = { hiddenFrom: JSON.stringify([cem.id]) };
    await bea.posts('Zanzibar three', { to: family, more: hidden });
    const both = ['Zanzibar two', 'Zanzibar one'];
    assert.deepEqual(await find(cem, 'zanzibar'), both);
    assert.deepEqual(await find(cem, 'zanzibar', { circleId: family.id }), ['Zanzibar one']);
    assert.deepEqual(await find(cem, 'zanzibar', { limit: '1' }), ['Zanzibar two'], 'a full page');
    assert.deepEqual(await find(dora, 'zanzibar'), []);
    assert.equal((await dora.call(search.posts, { q: 'zanzibar', circleId: family.id })).status, 404);
    await bea.ask(takeBack, { id: one.id });
    assert.deepEqual(await find(cem, 'zanzibar'), ['Zanzibar two']);
    assert.deepEqual(await find(bea, 'zanzibar'), ['Zanzibar three', 'Zanzibar two', 'Zanzibar one']);
    await bea.removes(cem, friends);
    assert.deepEqual(await find(cem, 'zanzibar'), []);
    await bea.ask(posts.remove, { id: one.id });
    assert.deepEqual(await find(bea, 'zanzibar'), ['Zanzibar three', 'Zanzibar two']);
  });

  // SEARCH-4
  test('finds only what is in the circle now while the index is behind', async () => {
    const [lea, max] = await server().members('Lea', 'Max');
    const [family, friends] = [await lea.makesCircle('Family'), await lea.makesCircle('Friends')];
    for (const circle of [family, friends]) await lea.adds(max, circle);
    const post = await lea.posts('Quokka', { to: [family, friends] });
    await lea.posts('Something else', { to: family });
    assert.deepEqual(await find(max, 'quokka', { circleId: family.id }), ['Quokka']);
    await lea.ask(takeBack, { id: post.id, circleIds: [family.id] });
    // As if a hundred newer moments waited: a search makes the terms of no more.
    const newer = Array.from({ length: 100 }, (_, at) => sql`(${1_000_000 + at})`);
    await server().app.context.db.write(({ q }) =>
      sql`insert into post_search_queue (post_id) values ${sql.join(newer)}`.execute(q),
    );
    assert.deepEqual(await find(max, 'quokka', { circleId: family.id }), []);
    assert.deepEqual(await find(max, 'quokka'), ['Quokka']);
  });

  // SEARCH-4, ALBUM-5
  test('finds no album by the description of a photo that a block hides', async () => {
    const [eli, flo, gus] = await server().members('Eli', 'Flo', 'Gus');
    const circle = await eli.makesCircle('Club');
    await eli.adds(flo, circle);
    await eli.adds(gus, circle);
    const album = await eli.ask(albums.create, { title: 'Trip', circleIds: [circle.id], adds: 'circle' });
    await flo.ask(albums.addPhotos, { id: album.id, photoIds: [await upload(flo)], alts: ['Xylophone'] });
    assert.deepEqual(await find(gus, 'xylophone'), ['Trip']);
    await gus.ask(blocking.block, { id: flo.id });
    assert.deepEqual(await find(gus, 'xylophone'), []);
    assert.deepEqual(await find(eli, 'xylophone'), ['Trip']);
  });

  // SEARCH-4
  test('shows the descriptions of each album’s own photos as found', async () => {
    const [kim] = await server().members('Kim');
    const circle = await kim.makesCircle('Kites');
    for (const alt of ['A blue kite', 'A red kite'])
      await kim.ask(albums.create, {
        title: 'Windy day',
        circleIds: [circle.id],
        photoIds: [await upload(kim), await upload(kim)],
        alts: [alt],
      });
    const { items } = await kim.ask(search.posts, { q: 'kite' });
    assert.deepEqual(
      items.map(({ highlights }) => highlights.map(({ text }) => text)),
      [['A red kite'], ['A blue kite']],
    );
  });

  // SEARCH-4, SIGHT-9
  test('tells nothing of moments out of sight, and finds what lies before hundreds of them', async () => {
    const [nils, olga] = await server().members('Nils', 'Olga');
    const own = await olga.makesCircle('Own');
    await olga.posts('Numbat, the first', { to: own });
    const circle = await nils.makesCircle('Early', { showsEarlierPosts: false });
    await fillCircle(
      server(),
      { author: nils, circle },
      Array.from({ length: 310 }, () => 'Numbat'),
    );
    await nils.adds(olga, circle);
    for (const more of [{}, { year: String(new Date().getUTCFullYear()) }]) {
      const hidden = await olga.ask(search.posts, { q: 'numbat', circleId: circle.id, ...more });
      assert.deepEqual([hidden.items, hidden.nextCursor], [[], null]);
      const { items, nextCursor } = await olga.ask(search.posts, { q: 'numbat', ...more });
      assert.deepEqual([items.map(({ content }) => content), nextCursor], [['Numbat, the first'], null]);
    }
  });

  test('compares a bounded amount of text for a page, and finds the rest with the next one', async () => {
    const pia = await server().member('Petra');
    const circle = await pia.makesCircle('Stories');
    await fillCircle(
      server(),
      { author: pia, circle },
      Array.from({ length: 60 }, () => `Okapi ${'a b c d '.repeat(600)}`),
    );
    // Others get their turn between moments: this process is the server too.
    let [turns, isOver] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const first = await pia.ask(search.posts, { q: 'okapi', limit: '50' });
    isOver = true;
    assert.ok(turns > first.items.length, `${turns} turns for ${first.items.length} moments`);
    assert.ok(first.items.length < 45 && first.nextCursor !== null);
    const rest = await pia.ask(search.posts, { q: 'okapi', limit: '50', cursor: first.nextCursor });
    assert.deepEqual([first.items.length + rest.items.length, rest.nextCursor], [60, null]);
  });

  test('compares as much for a phrase, and says that older moments are left', async () => {
    const quin = await server().member('Quin');
    const circle = await quin.makesCircle('Harbour');
    const texts = Array.from({ length: 300 }, () => 'A dugong, and far from it a lantern');
    await fillCircle(server(), { author: quin, circle }, ['The dugong lantern', ...texts]);
    const q = '"dugong lantern"';
    const first = await quin.ask(search.posts, { q });
    assert.deepEqual(first.items, []);
    assert.ok(first.nextCursor);
    const rest = await quin.ask(search.posts, { q, cursor: first.nextCursor });
    assert.deepEqual(
      rest.items.map(({ content }) => content),
      ['The dugong lantern'],
    );
    const { counts } = await quin.ask(search.everything, { q });
    assert.deepEqual(counts.moments, { count: 0, hasMore: true });
  });

  test('compares as much for a phrase with the end of a longer word', async () => {
    const rita = await server().member('Rita');
    const circle = await rita.makesCircle('Harbour');
    const texts = Array.from({ length: 300 }, () => 'Im Treppenhaus, weit weg vom See');
    await fillCircle(server(), { author: rita, circle }, ['Das Haus am See', ...texts]);
    const first = await rita.ask(search.posts, { q: '"haus am see"' });
    assert.deepEqual(first.items, []);
    assert.ok(first.nextCursor);
  });

  // SEARCH-4, SIGHT-9
  test('ends a page in the same place whatever words stand in moments out of sight', async () => {
    const [ana, ben] = await server().members('Ana', 'Benno');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const own = await ben.makesCircle('Own');
    const texts = Array.from({ length: 42 }, () => [`Zzq ${'a b c d '.repeat(610)}`, 'Surgery']);
    await fillCircle(server(), { author: ben, circle: own }, texts.flat());
    const asks = async () => {
      const { items, nextCursor } = await ben.ask(search.posts, { q: 'surgery zzq' });
      const { counts } = await ben.ask(search.everything, { q: 'surgery zzq' });
      return { items, hasMore: nextCursor !== null, counts };
    };
    const before = await asks();
    await ana.posts('My surgery is on Monday', {
      to: family,
      more: { hiddenFrom: JSON.stringify([ben.id]) },
    });
    assert.deepEqual(await asks(), before);
    assert.deepEqual(await find(ben, 'monday'), []);
  });

  // CIRCLE-12
  test('finds in a circle the moments of its feed, not others that are seen elsewhere', async () => {
    const [gil, late] = await server().members('Gil', 'Latecomer');
    const choir = await gil.makesCircle('Choir', { showsEarlierPosts: false });
    const open = await gil.makesCircle('Open');
    await gil.adds(late, open);
    await gil.posts('Persimmons before', { to: [choir, open] });
    await gil.adds(late, choir);
    await gil.posts('Persimmons after', { to: choir });
    assert.deepEqual(await find(late, 'persimmons', { circleId: choir.id }), ['Persimmons after']);
    assert.deepEqual(await find(late, 'persimmons', { circleId: open.id }), ['Persimmons before']);
    assert.deepEqual(await find(late, 'persimmons'), ['Persimmons after', 'Persimmons before']);
  });

  test('comes in pages, by year, and refuses a search without words', async () => {
    const [hal] = await server().members('Hal');
    const circle = await hal.makesCircle('Diary');
    for (const day of [1, 2, 3]) await hal.posts(`Quince ${day}`, { to: circle });
    const first = await hal.ask(search.posts, { q: 'quince', limit: '2' });
    assert.deepEqual(
      first.items.map(({ content }) => content),
      ['Quince 3', 'Quince 2'],
    );
    assert.ok(first.nextCursor);
    const second = await hal.ask(search.posts, { q: 'quince', limit: '2', cursor: first.nextCursor });
    assert.deepEqual([second.items.map(({ content }) => content), second.nextCursor], [['Quince 1'], null]);
    assert.equal((await hal.call(search.posts, { q: 'lake', cursor: first.nextCursor })).status, 400);
    const year = String(new Date().getUTCFullYear());
    assert.equal((await find(hal, 'quince', { year })).length, 3);
    assert.equal((await find(hal, 'quince', { year: '2019' })).length, 0);
    for (const q of ['', ' . ', 'a', '""'])
      assert.equal((await hal.call(search.posts, { q })).status, 400, q);
    for (const q of ['qu* OR', "qui'nce", '"quince', 'quince:*', 'NEAR(quince)', '\u0000quince'])
      assert.equal((await hal.call(search.posts, { q })).status, 200, q);
  });

  test('finds what one has just shared although hundreds of newer moments wait', async () => {
    const [noa, ole] = await server().members('Noa', 'Ole');
    const circle = await noa.makesCircle('Busy');
    await noa.adds(ole, circle);
    const album = await noa.ask(albums.create, { title: 'Harvest', circleIds: [circle.id], adds: 'circle' });
    assert.deepEqual(await find(ole, 'harvest'), ['Harvest']);
    await noa.posts('Pumpkin', { to: circle });
    await ole.ask(albums.addPhotos, { id: album.id, photoIds: [await upload(ole)], alts: ['Turnips'] });
    const newer = Array.from({ length: 300 }, (_, at) => sql`(${2_000_000 + at})`);
    await server().app.context.db.write(({ q }) =>
      sql`insert into post_search_queue (post_id) values ${sql.join(newer)}`.execute(q),
    );
    assert.deepEqual(await find(noa, 'pumpkin'), ['Pumpkin']);
    assert.deepEqual(await find(ole, 'turnip'), ['Harvest']);
    await indexPosts(server().app.context.db);
  });

  test('finds what one has just shared while the search of somebody else makes its terms', async () => {
    const [pia, rex] = await server().members('Pia', 'Rex');
    await pia.posts('Kumquat', { to: await pia.makesCircle('Fruit') });
    let found: string[] = [];
    const over = await server().duringNextWrite(async () => (found = await find(pia, 'kumquat')));
    await find(rex, 'anything');
    await over();
    assert.deepEqual(found, ['Kumquat']);
  });

  test('removes the terms of deleted moments and former circles from the index', async () => {
    const [ida] = await server().members('Ida');
    const circle = await ida.makesCircle('Index');
    const post = await ida.posts('Umlaufbahn', { to: circle });
    await ida.posts('Umlaufbahn again', { to: circle });
    assert.equal((await find(ida, 'umlaufbahn')).length, 2);
    const { db } = server().app.context;
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct post_id) as count from post_search where post_id in (select id from posts)`.execute(
        db.read,
      );
      const all = await sql<{ count: number }>`
        select count(distinct post_id) as count from post_search`.execute(db.read);
      assert.deepEqual(all.rows[0], rows[0]);
      return Number(rows[0]?.count);
    };
    const before = await count();
    await ida.ask(posts.remove, { id: post.id });
    assert.equal((await find(ida, 'umlaufbahn')).length, 1);
    assert.equal(await count(), before - 1);
  });

  test('the index takes as many long moments at a time as have 20,000 terms together', async () => {
    const { db, jobs } = server().app.context;
    const [leo] = await server().members('Leo');
    const many = await Promise.all(Array.from({ length: 12 }, (_, at) => leo.makesCircle(`Long ${at}`)));
    const words = Array.from({ length: 900 }, (_, at) => at.toString(36)).join(' ');
    for (let post = 0; post < 3; post++) await leo.posts(`${words} ${post}`, { to: many });
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from post_search_queue`.execute(
        db.read,
      );
      return Number(rows[0]?.count);
    };
    await db.write(({ q }) =>
      sql`insert into post_search_queue (post_id) select id from posts where true on conflict do nothing`.execute(
        q,
      ),
    );
    const before = await waiting();
    await indexPosts(db, 1);
    assert.equal(await waiting(), before - 2);
    // The rest is for the regular job.
    await db.write((tx) => jobs.hasten(tx, ['every:index-run']));
    await jobs.idle();
    assert.equal(await waiting(), 0);
  });

  test('finds the words beside a voice, for those who see its moment', async () => {
    const [uma, vic, wim] = await server().members('Uma', 'Vic', 'Wim');
    const circle = await uma.makesCircle('Bakers');
    await uma.adds(vic, circle);
    const voice = await uploadVoice(uma, 'note.webm', 'Grandmother’s sourdough');
    await uma.posts('Spoken', { to: circle, more: { voiceId: voice.id } });
    const found = [];
    for (const who of [uma, vic, wim]) found.push(await find(who, 'sourdough'));
    assert.deepEqual(found, [['Spoken'], ['Spoken'], []]);
  });
});
