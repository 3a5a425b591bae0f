import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as moderation from '../../contract/moderation.ts';
import * as frames from '../../contract/frames.ts';
import type { Circle } from '../../contract/shapes.ts';
import { type FrameTablet, pairedFrame } from '../harness/frame-tablet.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { resetPassword } from '../harness/resets.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';

const day = 24 * 60 * 60_000;

interface Shown {
  chief: Person;
  ann: Person;
  ben: Person;
  cora: Person;
  circle: Circle;
  /** Ben's frame, and one of Cora, which nothing here ends. */
  tablet: FrameTablet;
  id: string;
}

const decides = async (
  { chief, ben, cora, circle }: Shown,
  actionTaken: 'user_suspended' | 'user_banned',
) => {
  const post = await ben.posts('By Ben', { to: circle });
  const id = await reports(cora, 'post', post.id);
  await chief.ask(moderation.report, { id });
  await chief.ask(moderation.open, { id });
  await chief.ask(moderation.decide, { id, status: 'resolved', actionTaken });
};

/** Actions that end Ben's frame, by name. */
const ends: Record<string, (shown: Shown, server: TestServer) => Promise<unknown>> = {
  'a password reset': ({ ben }, server) => resetPassword(server, ben),
  'a new password': ({ ben }) =>
    ben.ask(account.changePassword, { currentPassword: password, password: 'two-old-spoons' }),
  'a denied sign-in': async ({ ben }, server) => {
    const mailed = (await server.mailsTo(ben)).map(({ text }) => text).join('\n');
    const token = /not-me\?token=([\w-]+)/.exec(mailed)?.[1] ?? assert.fail(mailed);
    await server.visitor().ask(auth.denySignIn, { token });
  },
  '‘Sign out everywhere’': ({ ben }) => ben.ask(account.endOtherSessions, {}),
  'a suspension': (shown) => decides(shown, 'user_suspended'),
  'a ban': (shown) => decides(shown, 'user_banned'),
  'the end of the account': ({ ben }) => ben.ask(account.remove, { password }),
  leaving: ({ ben, circle }) => ben.ask(circles.removeMember, { id: circle.id, memberId: ben.id }),
  'being removed': ({ ann, ben, circle }) => ann.removes(ben, circle),
  'a block by the owner': ({ ann, ben }) => ann.ask(blocking.block, { id: ben.id }),
  'the end of the circle': ({ ann, circle }) => ann.ask(circles.remove, { id: circle.id }),
  '60 days without use': (_, server) => lastUsed(server, 60),
};

const lastUsed = (server: TestServer, days: number): Promise<unknown> =>
  server.app.context.db.write(({ q }) =>
    q
      .updateTable('frames')
      .set({ last_seen_at: Date.now() - days * day })
      .execute(),
  );

onDatabases('the end of a picture frame', (server) => {
  let chief: Person;
  let people: readonly Person[] = [];
  let named = 0;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });
  const setUp = async (): Promise<Shown> => {
    named += 1;
    const [ann, ben, cora] = await server().members(`Ann${named}`, `Ben${named}`, `Cora${named}`);
    people = [ann, ben, cora, chief];
    const circle = await ann.makesCircle('Family');
    for (const member of [ben, cora]) await ann.adds(member, circle);
    await ann.posts('With a photo', { to: circle, photos: [await plainPhoto()] });
    return { chief, ann, ben, cora, circle, ...(await pairedFrame(server(), ben, circle)) };
  };
  afterEach(async () => {
    for (const person of people) await server().mailsTo(person);
  });

  for (const [name, happens] of Object.entries(ends)) {
    // FRAME-6, FRAME-1
    test(`${name} ends the frame by the next request`, async () => {
      const shown = await setUp();
      const other = await pairedFrame(server(), shown.cora, shown.circle);
      const [photo = ''] = await shown.tablet.names();
      assert.equal(await shown.tablet.state(), 'showing');
      await happens(shown, server());
      assert.equal(await shown.tablet.state(), 'ended');
      for (const path of ['/frame/photos', `/frame/photos/${photo}`])
        assert.equal((await shown.tablet.fetch(path)).status, 401, path);
      assert.match(await (await shown.tablet.fetch('/frame')).text(), /data-page="pairing"/);
      if (name === '60 days without use') return;
      const { read } = server().app.context.db;
      const kept = await read.selectFrom('frames').select('id').where('public_id', '=', shown.id).execute();
      assert.deepEqual(kept, [], 'nothing brings it back');
      if (name === 'the end of the circle') return;
      assert.equal(await other.tablet.state(), 'showing', 'frames of others stay');
    });
  }

  // FRAME-6
  test('coming back to the circle brings no frame back, and signing out of one device ends none', async () => {
    const { ann, ben, circle, tablet } = await setUp();
    const other = server().visitor(ben.name);
    await other.signIn(password);
    await other.ask(auth.logout, {});
    assert.equal(await tablet.state(), 'showing');
    await ann.removes(ben, circle);
    await ann.adds(ben, circle);
    assert.equal(await tablet.state(), 'ended');
    assert.deepEqual((await ben.ask(frames.list, {})).items, []);
  });

  // FRAME-6
  test('a frame in use lasts longer than the 90 days of a session, and an unused one is swept', async () => {
    const { ben, circle, tablet } = await setUp();
    const { db, jobs } = server().app.context;
    const rows = () => db.read.selectFrom('frames').select(['created_at', 'last_seen_at']).execute();
    await db.write(({ q }) =>
      q
        .updateTable('frames')
        .set({ created_at: Date.now() - 400 * day })
        .execute(),
    );
    await lastUsed(server(), 59);
    const { cookie } = tablet;
    const response = await tablet.fetch('/frame/now');
    assert.equal(response.status, 200);
    const [renewed = ''] = response.headers.getSetCookie();
    assert.match(renewed, /; Max-Age=34560000; Path=\/frame; HttpOnly;/);
    assert.equal(tablet.cookie, cookie);
    // The use is noted beside the answer.
    let isNoted = false;
    for (let tries = 0; tries < 500 && !isNoted; tries += 1)
      isNoted = (await rows()).some(({ last_seen_at: at }) => at > Date.now() - day);
    assert.ok(isNoted);
    await lastUsed(server(), 60);
    assert.deepEqual((await ben.ask(frames.list, {})).items, []);
    assert.deepEqual(await ben.ask(frames.ofCircle, { id: circle.id }), { items: [], count: 0 });
    await db.write((tx) =>
      tx.q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-frames').execute(),
    );
    await jobs.idle();
    assert.deepEqual(await rows(), []);
  });
});
