import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { messages } from '../../contract/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import { limits, rates } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as notifications from '../../contract/notifications.ts';
import { newId } from '../../server/platform/text/ids.ts';
import type { Answer, Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const messageOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'message');

/** As `attacks.test.ts`: what was tried against accounts, uploads and administration; each stays shut. */
onBothDatabases('more attacks', (server) => {
  const linkTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  };

  // ACCOUNT-2
  test('the state of an earlier change link does not reveal whether an address is taken', async () => {
    const [eve, vic] = await server().members('Eve', 'Vic');
    const heldAfterAskingFor = async (probed: string): Promise<number> => {
      await eve.ask(account.changeEmail, { email: 'eves-other@example.org', password });
      const token = await linkTo('eves-other@example.org');
      await eve.ask(account.changeEmail, { email: probed, password });
      const { status } = await eve.call(auth.confirmEmail, { token });
      await server().mailsTo({ email: probed });
      return status;
    };
    assert.equal(await heldAfterAskingFor('nobody-here@example.org'), 400);
    assert.equal(await heldAfterAskingFor(vic.email), 400);
    await server().mailsTo(eve);
  });

  // SIGNIN-15
  test('a password reset revokes a change of address that a thief has begun', async () => {
    const vic = await server().member('Vera');
    await vic.ask(account.changeEmail, { email: 'thief@example.org', password });
    const stolen = await linkTo('thief@example.org');
    await server().mailsTo(vic);
    await server().visitor().ask(auth.forgotPassword, { email: vic.email });
    const token = await linkTo(vic.email);
    await server().visitor().ask(auth.resetPassword, { token, password: 'two-old-spoons' });
    assert.equal((await server().visitor().call(auth.confirmEmail, { token: stolen })).status, 400);
    await vic.signIn('two-old-spoons');
    assert.equal((await vic.ask(auth.currentUser, {})).email, vic.email);
    const [notice] = await server().mailsTo(vic);
    assert.equal(notice?.subject, 'New sign-in to your account');
  });

  // JOIN-9
  test('a removed member cannot return by a code sent to a former address', async () => {
    const [ana, ben, cleo] = await server().members('Alma', 'Bela', 'Cora');
    const club = await ana.makesCircle('Club');
    const invite = async (to: Person): Promise<string> => {
      await ana.ask(invitations.inviteToCircle, { id: club.id, email: to.email });
      const [mail] = await server().mailsTo(to);
      return /\/join\/(\w{10})\b/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no code');
    };
    const moves = async (who: Person, email: string) => {
      await who.ask(account.changeEmail, { email, password });
      const token = await linkTo(email);
      await who.ask(auth.confirmEmail, { token });
      await server().mailsTo(who);
    };
    const [first, second] = [await invite(ben), await invite(ben)];
    await moves(ben, 'bela-elsewhere@example.org');
    await ben.ask(invitations.accept, { code: first });
    await ana.removes(ben, club);
    assert.equal((await ben.call(invitations.accept, { code: second })).status, 404);

    const spare = await invite(cleo);
    await ana.adds(cleo, club);
    await moves(cleo, 'cora-elsewhere@example.org');
    await ana.removes(cleo, club);
    assert.equal((await cleo.call(invitations.accept, { code: spare })).status, 404);
    assert.equal((await cleo.call(circles.get, { id: club.id })).status, 404);
  });

  // JOIN-8
  test('adding and removing a member does not reveal whether an address is theirs', async () => {
    const [eve, vic] = await server().members('Edna', 'Viola');
    const trap = await eve.makesCircle('Trap');
    for (const email of [vic.email, 'nobody-there@example.org']) {
      await eve.ask(invitations.inviteToCircle, { id: trap.id, email });
      await server().mailsTo({ email });
    }
    const sent = () => eve.ask(invitations.mine, {});
    const before = await sent();
    assert.equal(before.length, 2);
    await eve.adds(vic, trap);
    await eve.removes(vic, trap);
    assert.deepEqual(await sent(), before);
    const { items } = await vic.ask(notifications.list, {});
    assert.deepEqual(items, [], 'the invitation is none any more');
    for (const { id } of before) assert.equal((await vic.call(invitations.accept, { code: id })).status, 404);
  });

  // Rows of photos that somebody uploaded and never shared, without the work of it.
  const leavePhotos = async (who: Person, number: number, createdAt: number): Promise<void> => {
    const { db } = server().app.context;
    const { id: owner } = await db.read
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', who.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: number }, () => ({
      public_id: newId(),
      owner_id: owner,
      kind: 'photo' as const,
      post_id: null,
      position: 0,
      alt: null,
      width: 1,
      height: 1,
      placeholder: '',
      variants: '[]',
      bytes: 1,
      created_at: createdAt,
    }));
    await db.write(({ q }) => q.insertInto('images').values(rows).execute());
  };
  const photosOf = async (who: Person): Promise<number> => {
    const rows = await server()
      .app.context.db.read.selectFrom('images')
      .innerJoin('users', 'users.id', 'images.owner_id')
      .select('images.id')
      .where('users.public_id', '=', who.id)
      .execute();
    return rows.length;
  };

  // PHOTO-9
  test('photos that are never shared cannot fill the disk', async () => {
    const [eve, vic] = await server().members('Ewa', 'Ugo');
    const upload = async (who: Person): Promise<Answer> => {
      const form = new FormData();
      form.append('photo', new Blob([new Uint8Array(await plainPhoto())]), 'photo.jpg');
      return who.call(media.upload, form);
    };
    await leavePhotos(eve, limits.photosWaiting - 1, Date.now());
    const last = await upload(eve);
    assert.equal(last.status, 201);
    const refused = await upload(eve);
    assert.deepEqual([refused.status, messageOf(refused)], [409, messages.photosWaiting]);
    assert.equal((await upload(vic)).status, 201, 'everybody has their own');
    await eve.ask(media.remove, { id: media.upload.output.parse(last.json).id });
    assert.equal((await upload(eve)).status, 201);
  });

  // PHOTO-9
  test('every uploaded photo that is not shared is swept, at any rate of uploads', async () => {
    const eve = await server().member('Eda');
    const { db, jobs } = server().app.context;
    await leavePhotos(eve, 450, Date.now() - 25 * 60 * 60_000);
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'sweep-images').execute(),
    );
    await jobs.idle();
    assert.equal(await photosOf(eve), 0);
  });
});

// A twentieth: six changes of settings a minute, one reset every quarter of an hour from an address.
const tight = { RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '127.0.0.1,::1' };

onBothDatabases(
  'attacks by repetition',
  (server) => {
    test('blocks, mutes and the bell have write limits', async () => {
      const [eve, vic] = await server().members('Eve', 'Vic');
      const statuses = [];
      for (const [call, input] of [
        [blocking.mute, { id: vic.id }],
        [blocking.unmute, { id: vic.id }],
        [blocking.block, { id: vic.id }],
        [blocking.unblock, { id: vic.id }],
        [notifications.markAllRead, {}],
        [notifications.markRead, { id: '0'.repeat(32) }],
      ] as const)
        statuses.push((await eve.call(call, input)).status);
      assert.deepEqual(statuses, [204, 204, 204, 204, 204, 404]);
      for (const call of [blocking.mute, blocking.unmute, blocking.block, blocking.unblock])
        assert.equal((await eve.call(call, { id: vic.id })).status, 429);
      for (const call of [notifications.markAllRead, notifications.markRead, notifications.remove])
        assert.equal((await eve.call(call, { id: '0'.repeat(32) })).status, 429);
    });

    // REQUEST-4
    test('every read of a member has a rate, wherever it is', async () => {
      const eve = await server().member('Rita');
      const doors = [...endpoints.values(), ...server().app.rawRoutes].filter(
        ({ method, credential }) =>
          method === 'GET' && (credential === 'member' || credential === 'verified'),
      );
      for (const { path } of doors) {
        const url = path.replaceAll(/:\w+/g, '0'.repeat(32));
        const statuses = new Set<number>();
        // The most that any of them allows, at a twentieth.
        for (let tries = 0; tries <= rates.files.points * 0.05 && !statuses.has(429); tries++)
          statuses.add((await eve.request('GET', url)).status);
        assert.ok(statuses.has(429), `${path} has no limit`);
      }
    });

    // REQUEST-4
    test('addresses of one IPv6 network count as one', async () => {
      const forgets = async (from: string): Promise<number> => {
        const { method, path } = auth.forgotPassword;
        const headers = { 'x-forwarded-for': from };
        const json = { email: 'nobody@example.org' };
        return (await server().visitor().request(method, path, { headers, json })).status;
      };
      assert.equal(await forgets('2001:db8:0:7::1'), 200);
      assert.equal(await forgets('2001:db8:0:7:ffff:1:2:3'), 429);
      assert.equal(await forgets('2001:db8::8:0:0:0:1'), 200, 'of the next network');
      assert.equal(await forgets('198.51.100.7'), 200);
      assert.equal(await forgets('::ffff:198.51.100.7'), 429);
      assert.equal(await forgets('198.51.100.8'), 200);
    });
  },
  tight,
);
