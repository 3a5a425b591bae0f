import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { before, describe, test } from 'node:test';
import * as posts from '../../contract/posts.ts';
import { rates } from '../../contract/limits.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { hashOf } from '../../server/platform/text/ids.ts';
import { LetterBrowser, letterTo, linkIn } from '../harness/letter-browser.ts';
import { mailInSettings, joinByLetter, type MailboxMember } from '../harness/mailbox-members.ts';
import { mediaOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabases, TestServer } from '../harness/test-server.ts';
import { uploadVideo } from '../harness/videos.ts';

const nowhere = `/letter/${'a'.repeat(26)}`;

/** The path at which a browser gets a file. */
const fileAt = (page: string, url: string) => `${page}/photos/${url.split('/').at(-1) ?? ''}`;

const keyIn = (html: string) => /name="key" value="(\w+)"/.exec(html)?.[1] ?? assert.fail('no key');

onDatabases(
  'the page of a letter',
  (server, testOnBoth) => {
    let ann: Person;
    let family: Circle;
    let rosa: MailboxMember;
    let post: Post;
    let page: string;
    let known: LetterBrowser;
    const stranger = () => new LetterBrowser(server());
    const set = (member: MailboxMember, values: Record<string, number | null>) =>
      server().app.context.db.write(({ q }) =>
        q.updateTable('users').set(values).where('id', '=', member.key).execute(),
      );

    before(async () => {
      ann = await server().member('Ann');
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      rosa = await joinByLetter(server(), ann, family, 'Rosa');
      const photoIds = [(await uploadVideo(ann)).id];
      post = await ann.posts('Lemons at noon, https://example.org/?a=1&b', {
        to: family,
        photos: [await plainPhoto()],
        photoIds,
      });
      ({ page } = await letterTo(server(), rosa));
      known = stranger();
      assert.equal(await known.becomesKnown(server(), page, rosa), page);
    });

    describe('in a browser that is not known', () => {
      // MAILBOX-65
      test('a GET shows only the button, and changes nothing', async () => {
        const { db } = server().app.context;
        const rows = async () => ({
          browsers: await db.read.selectFrom('letter_browsers').selectAll().execute(),
          tickets: await db.read.selectFrom('tickets').selectAll().execute(),
          likes: await db.read.selectFrom('likes').selectAll().execute(),
        });
        const earlier = await rows();
        for (const path of ['', `/posts/${post.id}`, '/browser/x', '/stop', '/mine', '/photos/x']) {
          for (const method of ['GET', 'HEAD'] as const) {
            const shown = await stranger().get(`${page}${path}`, method);
            assert.equal(shown.status, path === '/photos/x' ? 404 : 200, path);
            assert.deepEqual(shown.headers.getSetCookie(), []);
            assert.equal(shown.headers.get('cache-control'), 'no-store');
            assert.equal(shown.headers.get('x-robots-tag'), 'noindex');
            for (const secret of ['Rosa', 'Ann', 'Family', 'Lemons', rosa.email])
              assert.ok(!shown.html.includes(secret), `${path} names ${secret}`);
          }
        }
        const { html } = await stranger().get(page);
        assert.match(html, /<button[^>]*>Open my letter<\/button>/);
        assert.ok(!/<script|\son\w+=|style="/.test(html));
        assert.deepEqual(await rows(), earlier);
        assert.deepEqual(await server().mailsTo(rosa), []);
      });

      // MAILBOX-65, MAILBOX-68, MAILBOX-70
      test('a form changes nothing either, and shows what was typed', async () => {
        for (const path of ['like', 'comments']) {
          const fields = { give: '1', content: 'Typed "long" words', key: '0'.repeat(32) };
          const { status, html } = await stranger().post(`${page}/posts/${post.id}/${path}`, fields);
          assert.equal(status, 403);
          assert.match(html, /Typed &quot;long&quot; words<\/textarea>/);
          assert.match(html, /Open my letter/);
        }
        assert.deepEqual(await ann.reads(post), []);
        for (const { url } of mediaOf(post))
          assert.equal((await stranger().get(fileAt(page, url))).status, 404);
      });

      // MAILBOX-66, MAILBOX-67
      testOnBoth('the mailed link works once, in the browser that asked', async () => {
        const asking = stranger();
        const asked = await asking.post(`${page}/open?at=${post.id}`);
        assert.equal(asked.status, 200);
        assert.match(
          asked.headers.getSetCookie()[0] ?? '',
          /^circle_letter=[\w-]{43}; Max-Age=7776000; Path=\/letter; HttpOnly; SameSite=Lax$/,
        );
        const [mail, ...more] = await server().mailsTo(rosa);
        assert.deepEqual(more, []);
        const link = linkIn(mail);
        // A stranger has the forwarded mail, with and without another cookie.
        const other = stranger();
        assert.equal((await other.post(link)).status, 400);
        await other.post(`${page}/open`);
        assert.equal((await other.post(link)).status, 400);
        assert.match((await other.get(page)).html, /A letter from Circle/);
        assert.match((await asking.get(link)).html, /One more press/);
        assert.match(
          (await asking.get(page)).html,
          /A letter from Circle/,
          'the GET of a link changes nothing',
        );
        const entered = await asking.post(link);
        assert.deepEqual(
          [entered.status, entered.headers.get('location')],
          [303, `${page}/posts/${post.id}`],
        );
        assert.match((await asking.get(page)).html, /Lemons at noon/);
        // A double press leads to the same page; in a browser that lost its cookie the link is used up.
        assert.equal((await asking.post(link)).status, 303);
        const [second] = await server().mailsTo(rosa);
        asking.cookie = other.cookie;
        assert.equal((await asking.post(link)).status, 400);
        await server().app.context.db.write(({ q }) =>
          q
            .updateTable('tickets')
            .set({ expires_at: Date.now() })
            .where('kind', '=', 'letter_browser')
            .execute(),
        );
        assert.equal((await other.post(linkIn(second))).status, 400, 'after 15 minutes');
      });

      // MAILBOX-66, MAILBOX-67
      test('after two presses of the button in a new browser, the link of either mail works', async () => {
        const { html } = await stranger().get(page);
        const [, name = '', value = ''] =
          /<input type="hidden" name="(\w+)" value="([^"]*)"/.exec(html) ?? [];
        const browsers = [stranger(), stranger()];
        // The second press leaves before the browser has the first answer, and its cookie.
        for (const browser of browsers) await browser.post(`${page}/open`, { [name]: value });
        const [first, second] = await server().mailsTo(rosa);
        for (const [at, mail] of [first, second].entries()) {
          const browser = stranger();
          browser.cookie = browsers[1 - at]?.cookie ?? null;
          assert.equal((await browser.post(linkIn(mail))).status, 303);
        }
      });

      // MAILBOX-67
      test('a cookie that a sibling domain planted opens nothing for those who know it', async () => {
        const eve = stranger();
        await eve.post(`${page}/open`);
        const link = linkIn((await server().mailsTo(rosa))[0]);
        const victim = stranger();
        victim.cookie = eve.cookie;
        const planted = victim.cookie;
        assert.equal((await victim.post(link)).status, 303);
        assert.notEqual(victim.cookie, planted);
        assert.match((await victim.get(page)).html, /Lemons at noon/);
        assert.match((await eve.get(page)).html, /A letter from Circle/);
        // A double press can lose the answer to the first one, and its cookie.
        const hasty = stranger();
        hasty.cookie = planted;
        assert.equal((await hasty.post(link)).status, 303);
        assert.match((await hasty.get(page)).html, /Lemons at noon/);
        assert.equal((await victim.post(link)).headers.get('location'), page);
        const { expires_at: until } = await server()
          .app.context.db.read.selectFrom('tickets')
          .select('expires_at')
          .where('token_hash', '=', hashOf(link.split('/').at(-1) ?? ''))
          .executeTakeFirstOrThrow();
        assert.ok(until <= Date.now() + 60_000, 'the pressed link is over in a minute');
      });

      // MAILBOX-67
      test('a browser known for one member shows nothing of another, and can be known for both', async () => {
        const otto = await joinByLetter(server(), ann, family, 'Otto');
        const hers = await ann.posts('After Otto came', { to: family });
        const { page: theirs } = await letterTo(server(), otto);
        await letterTo(server(), rosa);
        assert.match((await known.get(theirs)).html, /A letter from Circle/);
        await known.becomesKnown(server(), theirs, otto);
        assert.match((await known.get(theirs)).html, /After Otto came/);
        assert.match((await known.get(page)).html, /Lemons at noon/);
        assert.ok(!(await known.get(page)).html.includes(hers.id), 'it came after this letter');
        const { db } = server().app.context;
        const { expires_at: until } = await db.read
          .selectFrom('letter_browsers')
          .select('expires_at')
          .where('user_id', '=', otto.key)
          .executeTakeFirstOrThrow();
        assert.ok(Math.abs(until - Date.now() - 90 * 24 * 60 * 60_000) < 60_000);
        await db.write(({ q }) =>
          q
            .updateTable('letter_browsers')
            .set({ expires_at: Date.now() })
            .where('user_id', '=', otto.key)
            .execute(),
        );
        assert.match((await known.get(theirs)).html, /A letter from Circle/);
      });
    });

    describe('in a known browser', () => {
      // MAILBOX-68
      test('the page shows the moments as the member sees them, with photos and videos', async () => {
        const { html, headers } = await known.get(page);
        // MOMENT-18
        const link = '<a href="https://example.org/?a=1&amp;b" target="_blank" rel="noreferrer">';
        assert.ok(html.includes(`Lemons at noon, ${link}`));
        assert.match(html, /<time datetime="[^"]+">[^<]+<\/time> in Family/);
        assert.match(
          headers.get('content-security-policy') ?? '',
          /^default-src 'none';style-src 'sha256-[^']+';img-src 'self'/,
        );
        const [photo, video] = [
          post.images.find((image) => !image.video),
          post.images.find((image) => image.video),
        ];
        assert.ok(photo && video?.video);
        assert.ok(html.includes(fileAt(page, photo.url)) && html.includes(fileAt(page, video.video.url)));
        const got = await known.get(fileAt(page, photo.url));
        assert.deepEqual([got.status, got.headers.get('content-type')], [200, 'image/webp']);
        const part = await fetch(server().url + fileAt(page, video.video.url), {
          headers: { cookie: known.cookie ?? '', range: 'bytes=0-9' },
        });
        assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10]);
        const elsewhere = await ann.makesCircle('Elsewhere');
        const hidden = await ann.posts('', { to: elsewhere, photos: [await plainPhoto()] });
        for (const { url } of mediaOf(hidden)) assert.equal((await known.get(fileAt(page, url))).status, 404);
        assert.equal((await known.get(`${page}/posts/${hidden.id}`)).status, 404);
        assert.ok(!(await known.get(page)).html.includes('Elsewhere'));
      });

      // MAILBOX-68
      test('a heart is given and taken back, also if its button is pressed twice', async () => {
        const like = (give: string) => known.post(`${page}/posts/${post.id}/like`, { give });
        const likes = async () => (await ann.ask(posts.get, { id: post.id })).likesCount;
        assert.match((await known.get(page)).html, /aria-pressed="false"/);
        for (let press = 0; press < 2; press++) {
          const { status, headers } = await like('1');
          assert.deepEqual([status, headers.get('location')], [303, `${page}#m-${post.id}`]);
        }
        assert.equal(await likes(), 1);
        assert.match((await known.get(page)).html, /aria-pressed="true"/);
        for (let press = 0; press < 2; press++) await like('0');
        assert.equal(await likes(), 0);
        await server().mailsTo(ann);
      });

      // MAILBOX-68, MAILBOX-70, REQUEST-5
      test('an answer is a comment, once for each form and its words, and others see it', async () => {
        const key = keyIn((await known.get(page)).html);
        const send = () =>
          known.post(`${page}/posts/${post.id}/comments`, { key, content: 'Kisses\r\nRosa' });
        const answers = await Promise.all([send(), send()]);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [303, 303],
        );
        assert.deepEqual(await ann.reads(post), ['Kisses\nRosa']);
        // Rosa goes back to the form, which still has its key, and writes something else.
        await known.post(`${page}/posts/${post.id}/comments`, { key, content: 'And a hug' });
        assert.deepEqual(await ann.reads(post), ['Kisses\nRosa', 'And a hug']);
        await ann.comments(post, '<b>Thanks</b>');
        const { html } = await known.get(`${page}/posts/${post.id}`);
        assert.match(html, /Kisses\nRosa/);
        assert.match(html, /&lt;b&gt;Thanks/);
        await server().mailsTo(ann);
      });

      // MAILBOX-70
      test('what was typed is shown again with the reason', async () => {
        const send = (content: string, id = post.id) =>
          known.post(`${page}/posts/${id}/comments`, { key: '1'.repeat(32), content });
        const long = `\n${'Sehr lang. '.repeat(200)}`;
        const tooLong = await send(long);
        assert.equal(tooLong.status, 400);
        assert.match(tooLong.html, /role="alert">A comment can have at most 2,000 characters\./);
        assert.ok(tooLong.html.includes(`\n${long}</textarea>`), 'with its first line break');
        assert.match((await send(' ')).html, /Write a comment first\./);
        const gone = await send('For nobody', '0'.repeat(32));
        assert.equal(gone.status, 404);
        assert.match(gone.html, /readonly>\nFor nobody<\/textarea>/);
        await server().app.context.db.write(({ q }) =>
          q.updateTable('users').set({ language: 'de' }).where('id', '=', rosa.key).execute(),
        );
        assert.match((await send(long)).html, /Ein Kommentar/);
        await server().app.context.db.write(({ q }) =>
          q.updateTable('users').set({ language: 'en' }).where('id', '=', rosa.key).execute(),
        );
        assert.deepEqual(await ann.reads(post), ['Kisses\nRosa', 'And a hug', '<b>Thanks</b>']);
      });

      // MAILBOX-68, REQUEST-1
      test('a form of another site changes nothing', async () => {
        const url = `${page}/posts/${post.id}/like`;
        for (const headers of [
          { origin: 'https://evil.example' },
          { 'sec-fetch-site': 'cross-site' },
          { origin: 'null' },
        ]) {
          const { status } = await known.post(url, { give: '1' }, headers);
          assert.equal(status, 403);
        }
        assert.equal((await ann.ask(posts.get, { id: post.id })).likesCount, 0);
      });

      // MAILBOX-68, REQUEST-2
      test('a form is read only with a known link, and has ten fields and 64 KB at most', async () => {
        const { url } = server();
        for (const path of ['/open', '/stop', '/mine', `/posts/${post.id}/comments`]) {
          for (const link of [nowhere, '/letter/x', '/letter/mine/x']) {
            // The body never arrives, and the answer does not wait for it.
            const form = request(url + link + path, {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 60_000 },
            });
            form.on('error', () => undefined).flushHeaders();
            const answer = await new Promise<IncomingMessage>((resolve) => form.on('response', resolve));
            assert.equal(answer.statusCode, 404, link + path);
            form.destroy();
          }
        }
        const fields = (count: number) =>
          Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), '']));
        const give = (more: Record<string, string>) => known.post(`${page}/posts/${post.id}/like`, more);
        assert.equal((await give(fields(10))).status, 303);
        assert.equal((await give(fields(11))).status, 413);
        assert.equal((await give({ give: 'x'.repeat(60_000) })).status, 303);
        assert.equal((await give({ give: 'x'.repeat(70_000) })).status, 413);
        const typed = await known.post(`${page}/posts/${post.id}/comments`, { content: 'x'.repeat(70_000) });
        assert.equal(typed.status, 400);
        await known.post(`${page}/posts/${post.id}/like`, { give: '0' });
        await server().mailsTo(ann);
      });

      // MAILBOX-68
      test('a page has 20 moments, and a moment 20 comments', async () => {
        const ben = await server().member('Ben');
        const club = await ben.makesCircle('Club', { lettersCarry: 'content' });
        const carl = await joinByLetter(server(), ben, club, 'Carl');
        const all: Post[] = [];
        for (let at = 0; at < 22; at++) all.push(await ben.posts(`Moment ${at}.`, { to: club }));
        const [oldest] = all;
        assert.ok(oldest);
        for (let at = 0; at < 22; at++) await ben.comments(oldest, `Comment ${at}.`);
        const { page: carls } = await letterTo(server(), carl);
        const browser = stranger();
        await browser.becomesKnown(server(), carls, carl);
        const first = (await browser.get(carls)).html;
        assert.deepEqual([first.match(/<article/g)?.length, first.includes('Moment 2.')], [20, true]);
        assert.ok(first.indexOf('Moment 21.') < first.indexOf('Moment 20.'), 'newest first');
        const earlier = /href="([^"]*\?before=[^"]*)"/.exec(first)?.[1] ?? assert.fail('no earlier moments');
        const second = (await browser.get(earlier)).html;
        assert.deepEqual([second.match(/<article/g)?.length, second.includes('Moment 0.')], [2, true]);
        const statements = await server().statementsOf(() => browser.get(carls));
        assert.ok(statements <= 6, `${statements} statements`);
        assert.ok(second.includes('Comment 21.') && !second.includes('Comment 16.'), 'the newest five');
        const given = await browser.post(
          `${carls}/posts/${oldest.id}/like${new URL(earlier, server().url).search}`,
          { give: '1' },
        );
        assert.equal(given.headers.get('location'), `${earlier}#m-${oldest.id}`);
        const alone = (await browser.get(`${carls}/posts/${oldest.id}`)).html;
        assert.ok(alone.includes('Comment 2.') && !alone.includes('Comment 1.'));
        const more = /href="([^"]*\?comments=[^"]*)"/.exec(alone)?.[1] ?? assert.fail('no earlier comments');
        assert.match((await browser.get(more)).html, /Comment 0\.[\s\S]*Comment 1\./);
        assert.equal((await browser.get(`${carls}?before=forged`)).status, 400);
        await server().mailsTo(ben);
      });
    });

    // MAILBOX-71
    test('pages that their member may no longer open answer like a link that never existed', async () => {
      const browser = stranger();
      const absent = await browser.get(nowhere);
      const eve = await server().member('Eve');
      const club = await eve.makesCircle('Chess', { lettersCarry: 'content' });
      const dora = await joinByLetter(server(), eve, club, 'Dora');
      const chess = await eve.posts('Checkmate', { to: club });
      const { page: doras } = await letterTo(server(), dora);
      await browser.becomesKnown(server(), doras, dora);
      const isGone = async (why: string, paths = ['/mine']) => {
        for (const path of ['', `/posts/${chess.id}`, '/browser/x', '/stop', '/photos/x', ...paths]) {
          const { status, html } = await browser.get(doras + path);
          assert.deepEqual([status, html], [404, absent.html], `${why}: GET ${path}`);
        }
        for (const path of [
          '/open',
          '/browser/x',
          `/posts/${chess.id}/like`,
          `/posts/${chess.id}/comments`,
          '/stop',
          '/yes',
          ...paths,
        ]) {
          const { status, html } = await browser.post(doras + path);
          assert.deepEqual([status, html], [404, absent.html], `${why}: POST ${path}`);
        }
      };
      for (const [why, values, undone] of [
        ['suspended', { suspended_until: Date.now() + 60_000 }, { suspended_until: null }],
        ['banned', { banned_at: Date.now() }, { banned_at: null }],
        ['has an account', { by_letter: 0 }, { by_letter: 1 }],
      ] as const) {
        await set(dora, values);
        await isGone(why);
        await set(dora, undone);
      }
      await server().app.context.db.write(({ q }) =>
        q.deleteFrom('circle_members').where('user_id', '=', dora.key).execute(),
      );
      // They can still get the link to 'My letters' (MAILBOX-71).
      await isGone('in no circle', []);
      await server().app.context.db.write(({ q }) =>
        q.deleteFrom('users').where('id', '=', dora.key).execute(),
      );
      await isGone('deleted');
      await server().mailsTo(eve);
    });
  },
  mailInSettings,
);

// MAILBOX-66, MAILBOX-70
test('the button sends five mails a day for a network, and refused words stay on the page', async () => {
  const server = await TestServer.open('sqlite', {
    ...mailInSettings,
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    const ann = await server.member('Ann');
    const family = await ann.makesCircle('Family', { lettersCarry: 'content' });
    const rosa = await joinByLetter(server, ann, family, 'Rosa');
    const post = await ann.posts('Hello', { to: family });
    const { page } = await letterTo(server, rosa);
    const { points } = rates.letterLinks;
    for (const path of ['/open', '/mine']) {
      const statuses: number[] = [];
      for (let press = 0; press <= points; press++)
        statuses.push((await new LetterBrowser(server).post(page + path)).status);
      assert.deepEqual(statuses, [...Array.from({ length: points }, () => 200), 429], path);
      assert.equal((await server.mailsTo(rosa)).length, points);
      // The member's own press, in another network.
      const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
      assert.equal((await new LetterBrowser(server).post(page + path, {}, elsewhere)).status, 200, path);
      assert.equal((await server.mailsTo(rosa)).length, 1);
    }
    const browser = new LetterBrowser(server);
    browser.cookie = 'circle_letter=known';
    await server.app.context.db.write(({ q }) =>
      q
        .insertInto('letter_browsers')
        .values({
          token_hash: hashOf('known'),
          user_id: rosa.key,
          created_at: 0,
          expires_at: Date.now() + 60_000,
        })
        .execute(),
    );
    const guesses: number[] = [];
    for (let tries = 0; tries <= rates.unknownLetters.points; tries++)
      guesses.push((await browser.post(`${nowhere}/open`)).status);
    assert.deepEqual([...new Set(guesses)], [404, 429]);
    assert.equal(guesses.indexOf(429), rates.unknownLetters.points);
    const say = (content: string) => browser.post(`${page}/posts/${post.id}/comments`, { content });
    for (let said = 0; said < rates.comments.points; said++) await say(`Word ${said}`);
    const refused = await say('One more');
    assert.equal(refused.status, 429);
    assert.match(refused.html, /Please wait a little[\s\S]*One more<\/textarea>/);
    await server.mailsTo(ann);
  } finally {
    await server.close();
  }
});
