import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as albums from '../../contract/albums.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as likes from '../../contract/likes.ts';
import * as media from '../../contract/media.ts';
import * as notifications from '../../contract/notifications.ts';
import { notify } from '../../server/features/notifications/notify.ts';
import { sweepWithdrawn } from '../../server/features/notifications/withdrawn.ts';
import { Listening } from '../harness/events.ts';
import { formOf, Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, onDatabases, password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';

const titles = async (person: Person): Promise<string[]> => {
  const { items } = await person.ask(notifications.list, {});
  return items.map(({ title }) => title);
};

const on = { bell: true, email: true, push: true };
const off = { bell: false, email: false, push: false };

onDatabases('preferences and delivery of notifications', (server, testOnBoth) => {
  test('preferences of notifications have defaults, and fields that are not given stay unchanged', async () => {
    const ana = await server().member('Ana');
    const before = await ana.ask(notifications.preferences, {});
    assert.deepEqual(before.like, { bell: true, email: false, push: false });
    assert.equal(before.new_sign_in.email, true);
    const after = await ana.ask(notifications.setPreferences, { like: off, comment: on });
    assert.deepEqual(after, { ...before, like: off, comment: on });
    assert.deepEqual(await ana.ask(notifications.preferences, {}), after);
    for (const body of [
      { like: { bell: true } },
      { like: 'off' },
      { other: on },
      { like: { ...on, sms: true } },
    ]) {
      assert.equal((await ana.call(notifications.setPreferences, body)).status, 400, JSON.stringify(body));
    }
  });

  // NOTIFY-1
  testOnBoth('an entry quotes and shows what its reader sees when they look', async () => {
    const [ana, ben, cleo] = await server().members('Anais', 'Benno', 'Cleo');
    const club = await ana.makesCircle('Club');
    for (const member of [ben, cleo]) await ana.adds(member, club);
    const entries = async (person: Person, kind: string) => {
      const { items } = await person.ask(notifications.list, {});
      return items.filter((item) => item.kind === kind);
    };
    const [added] = await entries(ben, 'added_to_circle');
    assert.ok(added && added.quote === null && added.photo === null);
    assert.deepEqual(added.circle, { id: club.id, name: 'Club', color: club.color });

    const post = await ana.posts('Nine lemons', { to: club, photos: [await plainPhoto()] });
    await ben.ask(likes.like, { id: post.id });
    const comment = await ben.comments(post, `Ask @{${cleo.id}}, ${'she knows. '.repeat(20)}`, {
      mentions: [cleo.id],
    });
    const [like] = await entries(ana, 'like');
    assert.deepEqual([like?.quote, like?.photo?.url], ['Nine lemons', post.images.at(0)?.url]);
    const [told] = await entries(ana, 'comment');
    assert.match(told?.quote ?? '', /^Ask @Cleo Example, she knows\. .*…$/);
    assert.equal([...(told?.quote ?? '')].length, 141);
    await ben.ask(comments.edit, { id: comment.id, content: 'Ask nobody' });
    assert.equal((await entries(ana, 'comment')).at(0)?.quote, 'Ask nobody');
    await ben.ask(comments.remove, { id: comment.id });
    assert.deepEqual(await entries(ana, 'comment'), []);

    const album = await ana.ask(albums.create, { title: 'Trip', circleIds: [club.id], adds: 'circle' });
    const form = formOf({ photo: new Blob([new Uint8Array(await plainPhoto())]) });
    const { id } = await ben.ask(media.upload, form);
    await ben.ask(albums.addPhotos, { id: album.id, photoIds: [id] });
    await ana.ask(comments.add, { id: album.id, content: 'Look, Cleo' });
    await cleo.ask(comments.add, { id: album.id, content: 'Nice' });
    await ana.ask(comments.add, { id: album.id, content: 'And again' });
    await server().app.context.jobs.idle();
    const followed = async () => (await entries(cleo, 'followed_comment')).at(0);
    assert.deepEqual([(await followed())?.quote, (await followed())?.photo === null], ['And again', false]);
    await cleo.ask(blocking.block, { id: ben.id });
    assert.deepEqual([(await followed())?.quote, (await followed())?.photo], ['And again', null]);
    await cleo.ask(blocking.unblock, { id: ben.id });
    assert.notEqual((await followed())?.photo, null);
    await cleo.ask(blocking.mute, { id: ben.id });
    assert.deepEqual([(await followed())?.quote, (await followed())?.photo], ['And again', null]);
  });

  // NOTIFY-9
  test('preferences control bell and mail of each kind separately, and mails contain a name and a link but no content', async () => {
    const [ana, ben] = await server().members('Ana2', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('The secret of the lemons', { to: family });
    await ana.ask(notifications.setPreferences, {
      like: off,
      comment: { bell: false, email: true, push: false },
    });
    const open = await Listening.open(ana);
    await ben.ask(likes.like, { id: post.id });
    await ben.comments(post, 'A word about lemons');
    assert.deepEqual(await titles(ana), []);
    assert.deepEqual(await ana.ask(notifications.unread, {}), { count: 0 });
    assert.ok((await open.quiet(ana)).every(({ kind }) => kind !== 'notification'));
    await open.close();
    const [mail, ...more] = await server().mailsTo(ana);
    assert.equal(more.length, 0);
    assert.equal(mail?.subject, 'Ben Example commented on your moment');
    assert.ok(mail.text.includes(`${server().url}/post/${post.id}`));
    assert.ok(!/lemon/i.test(mail.text + mail.html), 'no content in mails');
    assert.ok(mail.text.includes(`${server().url}/my-account/reach#notifications`));

    await ana.ask(notifications.setPreferences, { comment: on, like: on });
    await ben.comments(post, 'Another');
    assert.deepEqual(await titles(ana), ['Ben Example commented on your moment']);
    assert.equal((await server().mailsTo(ana)).length, 1);
    await ben.ask(likes.like, { id: post.id });
    await ben.ask(likes.unlike, { id: post.id });
    await ben.ask(likes.like, { id: post.id });
    const likeMails = await server().mailsTo(ana);
    assert.ok(likeMails.length <= 2, 'one for each time it was told anew');
  });

  test('several likes before the author looks send one mail', async () => {
    const [ana, ben, cleo] = await server().members('Ana3', 'Ben3', 'Cleo3');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.adds(cleo, family);
    const post = await ana.posts('Here', { to: family });
    await ana.ask(notifications.setPreferences, { like: on });
    await ben.ask(likes.like, { id: post.id });
    await cleo.ask(likes.like, { id: post.id });
    const mails = await server().mailsTo(ana);
    assert.equal(mails.length, 1);
    assert.equal((await titles(ana)).length, 1);
  });

  // SIGHT-2, JOIN-16, NOTIFY-10
  testOnBoth(
    'a notification mail shows what its reader may see by then, at a confirmed address',
    async () => {
      const [ana, ben] = await server().members('Ana4', 'Ben4');
      const family = await ana.makesCircle('Family');
      await ana.adds(ben, family);
      const { db } = server().app.context;
      await ben.ask(notifications.setPreferences, { added_to_circle: on });
      await ana.removes(ben, family);
      await ana.adds(ben, family);
      assert.equal((await server().mailsTo(ben)).length, 1);
      await db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: null }).where('public_id', '=', ben.id).execute(),
      );
      await ana.removes(ben, family);
      await ana.adds(ben, family);
      assert.deepEqual(await server().mailsTo(ben), []);
      await db.write(({ q }) =>
        q.updateTable('users').set({ email_confirmed_at: 1 }).where('public_id', '=', ben.id).execute(),
      );
      await ben.ask(blocking.block, { id: ana.id });
      assert.deepEqual(await server().mailsTo(ben), []);
    },
  );

  // SIGHT-2, BLOCK-1
  testOnBoth('a block while a notification mail is written keeps the name out of it', async () => {
    const [ana, ben] = await server().members('Ana11', 'Ben11');
    const family = await ana.makesCircle('Family');
    await ben.ask(notifications.setPreferences, { added_to_circle: on });
    const executor = server().app.context.db.read.getExecutor();
    const executeQuery = executor.executeQuery.bind(executor);
    let isBlocked = false;
    executor.executeQuery = async (query) => {
      // The next statement reads the names.
      if (!isBlocked && query.sql.includes('n.public_id')) {
        isBlocked = true;
        await ben.ask(blocking.block, { id: ana.id });
      }
      return executeQuery(query);
    };
    await ana.adds(ben, family);
    const mails = await server().mailsTo(ben);
    executor.executeQuery = executeQuery;
    assert.ok(isBlocked);
    assert.deepEqual(mails, []);
  });

  testOnBoth('two events of one notification that are written together send one mail', async () => {
    const chief = await server().member('Chief9', { isAdmin: true });
    const { db } = server().app.context;
    const id = await server().keyOf('users', chief);
    const news = { kind: 'report_waiting', to: id, actor: null, group: 'report_waiting' } as const;
    const waits = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db.read,
      );
      return rows.length > 0;
    };
    // SQLite has one writer: there the second waits for the first anyway.
    const isSecondWaiting = db.dialect.pick({ sqlite: () => Promise.resolve(true), postgres: waits });
    const together = async (): Promise<void> => {
      const begun = Promise.withResolvers<void>();
      const first = db.write(async (tx) => {
        await notify(tx, news);
        begun.resolve();
        await until(isSecondWaiting);
      });
      await begun.promise;
      await Promise.all([first, db.write((tx) => notify(tx, news))]);
    };
    await together();
    assert.equal((await server().mailsTo(chief)).length, 1, 'the first ones');
    await chief.ask(notifications.markAllRead, {});
    await together();
    assert.equal((await server().mailsTo(chief)).length, 1, 'after they looked');
  });

  // CIRCLE-3
  test('a like or contact that is taken back and given again within an hour notifies nobody twice', async () => {
    const [ana, ben, cleo] = await server().members('Ana7', 'Ben7', 'Cleo7');
    const family = await ana.makesCircle('Family');
    for (const who of [ben, cleo]) await ana.adds(who, family);
    const post = await ana.posts('Here', { to: family });
    await ana.ask(notifications.setPreferences, { like: { bell: true, email: true, push: false } });
    const news = async (who: Person) => (await who.ask(notifications.list, {})).items;
    const unread = async (who: Person) => (await who.ask(notifications.unread, {})).count;
    await ben.ask(likes.like, { id: post.id });
    assert.equal((await server().mailsTo(ana)).length, 1);
    await ana.ask(notifications.markAllRead, {});
    const [first] = await news(ana);
    await ben.ask(likes.unlike, { id: post.id });
    assert.deepEqual(await news(ana), []);
    await ben.ask(likes.like, { id: post.id });
    const [again] = await news(ana);
    assert.deepEqual({ ...again, id: '' }, { ...first, id: '' }, 'as it was: read, and of its time');
    await cleo.ask(likes.like, { id: post.id });
    assert.equal(await unread(ana), 1, "another's is told");
    assert.equal((await server().mailsTo(ana)).length, 1);
    await ana.ask(notifications.markAllRead, {});
    for (const act of [likes.unlike, likes.like, likes.unlike, likes.like])
      await ben.ask(act, { id: post.id });
    assert.deepEqual([await unread(ana), (await news(ana)).length], [0, 1]);
    assert.deepEqual(await server().mailsTo(ana), []);
    const { db } = server().app.context;
    await ben.ask(likes.unlike, { id: post.id });
    const anHourAgo = () =>
      db.write(({ q }) =>
        q
          .updateTable('withdrawn_news')
          .set({ withdrawn_at: Date.now() - 3_600_001 })
          .execute(),
      );
    await anHourAgo();
    await ben.ask(likes.like, { id: post.id });
    assert.equal(await unread(ana), 1, 'after an hour it is told again');
    assert.equal((await server().mailsTo(ana)).length, 1);

    const contacts = (await ana.ask(circles.list, {})).find(({ isContacts }) => isContacts);
    assert.ok(contacts);
    await ben.ask(notifications.markAllRead, {});
    await ana.adds(ben, contacts);
    assert.equal(await unread(ben), 1);
    for (const item of await news(ben)) await ben.ask(notifications.remove, { id: item.id });
    await ana.removes(ben, contacts);
    await ana.adds(ben, contacts);
    assert.deepEqual(await news(ben), []);
    await ana.removes(ben, contacts);
    await anHourAgo();
    await sweepWithdrawn(db);
    assert.deepEqual(await db.read.selectFrom('withdrawn_news').selectAll().execute(), []);
    await ana.adds(ben, contacts);
    assert.equal((await news(ben)).length, 1);
    for (const who of [ana, ben, cleo]) await server().mailsTo(who);
  });

  // BLOCK-7
  testOnBoth(
    'a muted member’s likes and comments send no notification, but other kinds of notifications still arrive',
    async () => {
      const [ana, ben, cleo] = await server().members('Ana8', 'Ben8', 'Cleo8');
      const family = await ana.makesCircle('Family');
      for (const who of [ben, cleo]) await ana.adds(who, family);
      const post = await ana.posts('Here', { to: family });
      await ana.ask(notifications.setPreferences, { like: { bell: true, email: true, push: false } });
      await ben.ask(likes.like, { id: post.id });
      await ben.comments(post, 'One');
      await server().mailsTo(ana);
      assert.equal((await titles(ana)).length, 2);
      await ana.ask(blocking.mute, { id: ben.id });
      assert.deepEqual(await titles(ana), []);
      assert.equal((await ana.ask(notifications.unread, {})).count, 0);
      await cleo.ask(likes.like, { id: post.id });
      assert.deepEqual(await titles(ana), ['Cleo8 Example liked your moment']);
      await server().mailsTo(ana);
      const second = await ana.posts('Again', { to: family });
      await cleo.ask(likes.like, { id: second.id });
      await ben.ask(likes.like, { id: second.id });
      await ben.comments(second, 'Two');
      assert.deepEqual(await titles(ana), [
        'Cleo8 Example liked your moment',
        'Cleo8 Example liked your moment',
      ]);
      assert.deepEqual(
        (await server().mailsTo(ana)).map(({ subject }) => subject),
        ['Cleo8 Example liked your moment'],
      );
      await cleo.ask(likes.unlike, { id: second.id });
      assert.equal((await titles(ana)).length, 1, 'nobody else to name');
      const theirs = await ben.makesCircle('Theirs');
      await ben.adds(ana, theirs);
      await ben.ask(circles.handOver, { id: theirs.id, userId: ana.id });
      assert.deepEqual(
        (await ana.ask(notifications.list, {})).items
          .map(({ kind }) => kind)
          .slice(0, 2)
          .toSorted(),
        ['added_to_circle', 'circle_handed_over'],
      );
      for (const who of [ana, ben, cleo]) await server().mailsTo(who);
    },
  );

  // NOTIFY-1
  testOnBoth('notifications of a circle are listed only while their reader is in it', async () => {
    const [ana, ben, cleo] = await server().members('Ana6', 'Ben6', 'Cleo6');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const kinds = async () => (await ben.ask(notifications.list, {})).items.map(({ kind }) => kind);
    assert.deepEqual(await kinds(), ['added_to_circle']);
    await ana.removes(ben, family);
    assert.deepEqual(await kinds(), []);
    // Notifications that stay when a member who owned the circle in between leaves.
    for (const who of [ben, cleo]) await ana.adds(who, family);
    await ana.ask(circles.handOver, { id: family.id, userId: ben.id });
    await ben.ask(circles.handOver, { id: family.id, userId: cleo.id });
    assert.ok((await kinds()).includes('circle_handed_over'));
    await ben.removes(ben, family);
    assert.deepEqual(await kinds(), []);
    assert.equal((await ben.ask(notifications.unread, {})).count, 0);
    for (const who of [ana, ben, cleo]) await server().mailsTo(who);
  });

  test('one click in a mail stops its kind of notification and no other, and a forged link stops nothing', async () => {
    const [ana, ben] = await server().members('Ana5', 'Ben5');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('Here', { to: family });
    await ana.ask(notifications.setPreferences, { comment: on, like: on });
    await ben.comments(post, 'One');
    const [mail] = await server().mailsTo(ana);
    assert.equal(mail?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    const address = new URL(/^<(.*)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '');
    const click = (path: string) =>
      server()
        .visitor()
        .request('POST', path, {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
    assert.equal((await click(address.pathname.replace('/comment/', '/like/'))).status, 400);
    assert.equal((await click(`${address.pathname}x`)).status, 400);
    assert.equal((await server().visitor().request('GET', address.pathname)).status, 302);
    assert.deepEqual(
      (await ana.ask(notifications.preferences, {})).comment,
      on,
      'nothing has changed so far',
    );
    assert.equal((await click(address.pathname)).status, 204);
    const after = await ana.ask(notifications.preferences, {});
    assert.deepEqual([after.comment, after.like], [{ ...on, email: false }, on]);
    assert.equal((await click(address.pathname)).status, 204);
    await ben.comments(post, 'Two');
    assert.deepEqual(await server().mailsTo(ana), []);
    assert.equal((await click('/api/auth/logout')).status, 415, 'no other door takes a form');
  });
});

onBothDatabases('sign-in alerts from an unknown browser', (server) => {
  // SIGNIN-4
  test('a sign-in alert is sent by bell and mail regardless of preferences, without an unsubscribe link', async () => {
    const zoe = await server().member('Zoe');
    for (const choice of [off, { ...off, bell: true }, { ...off, email: true }]) {
      const { status, text } = await zoe.call(notifications.setPreferences, { new_sign_in: choice });
      assert.equal(status, 400);
      assert.ok(text.includes(messages.signInAlways));
    }
    const loud = { ...on, push: false };
    await zoe.ask(notifications.setPreferences, { new_sign_in: loud });
    const { db } = server().app.context;
    // As it was chosen while that could be done.
    await db.write(({ q }) =>
      q
        .updateTable('notification_preferences')
        .set({ bell: 0, email: 0 })
        .where('kind', '=', 'new_sign_in')
        .execute(),
    );
    assert.deepEqual((await zoe.ask(notifications.preferences, {})).new_sign_in, loud);
    await server().visitor('Zoe').signIn(password);
    assert.deepEqual(await titles(zoe), ['New sign-in to your account']);
    const [mail, ...more] = await server().mailsTo(zoe);
    assert.deepEqual([mail?.subject, more], ['New sign-in to your account', []]);
    assert.equal(mail?.headers['list-unsubscribe'], undefined);
    assert.doesNotMatch(mail?.text ?? '', /#notifications/);
  });

  // SIGNIN-2
  test('the token of a known browser comes from the server, so a planted token marks no other browser', async () => {
    const [lea, mo] = await server().members('Lea', 'Mo');
    const tokenOf = (who: Person) => /circle_browser=([\w-]+)/.exec(who.cookie ?? '')?.[1] ?? '';
    const signInWith = async (who: Person, browser: string) => {
      const there = server().visitor(who.name);
      there.cookie = `circle_browser=${browser}`;
      await there.signIn(password);
      return there;
    };
    const planted = tokenOf(mo);
    const there = await signInWith(lea, planted);
    assert.notEqual(tokenOf(there), planted);
    assert.notEqual(tokenOf(await signInWith(lea, 'x'.repeat(43))), 'x'.repeat(43));
    assert.equal((await server().mailsTo(lea)).length, 2);
    await signInWith(lea, planted);
    assert.equal((await server().mailsTo(lea)).length, 1, 'the planted token is known of nobody');
    // A browser is known by its present token.
    await signInWith(mo, tokenOf(there));
    assert.deepEqual(await server().mailsTo(mo), []);
  });

  // SIGNIN-4
  test('a sign-in from an unknown browser sends one alert by bell and mail, and from a known browser none', async () => {
    const ana = await server().member('Ana');
    assert.deepEqual(await titles(ana), []);
    await ana.signIn(password);
    assert.deepEqual(await titles(ana), [], 'the same browser');

    const other = new Person('Ana', server().url);
    const signedIn = await other.request('POST', '/api/auth/login', {
      json: { email: ana.email, password },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    other.cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    assert.deepEqual(await titles(ana), ['New sign-in to your account']);
    const [mail, ...more] = await server().mailsTo(ana);
    assert.equal(more.length, 0);
    assert.equal(mail?.subject, 'New sign-in to your account');
    assert.ok(mail.text.includes(`${server().url}/auth/not-me?token=`));
    assert.ok(mail.text.includes('Firefox on Windows'));
    await other.ask(auth.logout, {});
    await other.signIn(password);
    assert.equal((await titles(ana)).length, 1, 'known from then on, whether signed out or not');
    assert.deepEqual(await server().mailsTo(ana), []);

    const wrong = await new Person('Ana', server().url).call(auth.login, {
      email: ana.email,
      password: 'wrong',
    });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.headers.getSetCookie().length, 0, 'a failed sign-in makes nothing known');
    const ben = new Person('Ben', server().url);
    await server().member('Ben');
    ben.cookie = other.cookie;
    await ben.signIn(password);
    assert.deepEqual(
      await titles(ben),
      ['New sign-in to your account'],
      'known to one account, not to another',
    );
    await server().mailsTo(ben);
  });
});

onBothDatabases(
  'nobody can lock another out',
  (server) => {
    // SIGNIN-2
    test('a known browser can sign in after any number of strangers’ tries', async () => {
      const ana = await server().member('Ana');
      const stranger = server().visitor();
      const guess = () => stranger.call(auth.login, { email: ana.email, password: 'wrong' });
      for (let tries = 0; tries < 10; tries++) await guess();
      assert.equal((await guess()).status, 429);
      await ana.signIn(password);
      const twin = new Person('Ana', server().url);
      assert.equal((await twin.call(auth.login, { email: ana.email, password })).status, 429);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
