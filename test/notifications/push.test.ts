import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { link, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import * as z from 'zod/mini';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import { messages } from '../../contract/errors/errors.ts';
import { limits } from '../../contract/limits.ts';
import * as likes from '../../contract/likes.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Circle } from '../../contract/shapes.ts';
import * as site from '../../contract/site.ts';
import { isAllowed } from '../../server/features/notifications/push/hosts.ts';
import { readSettings } from '../../server/settings.ts';
import { Person } from '../harness/person.ts';
import { onDatabases, password, type TestServer } from '../harness/test-server.ts';
import { until } from '../nodes/machines.ts';
import { PushService } from '../fakes/push.ts';

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

const Claims = z.strictObject({ aud: z.string(), exp: z.number(), sub: z.string() });

const claimsOf = (authorization: string | undefined, publicKey: string): unknown => {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? [];
  assert.equal(key, publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  assert.ok(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
    'signed by the key that the browser was given',
  );
  const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return read;
};

const service = new PushService();
await service.open();
after(() => service.close());

onDatabases(
  'push notifications to browsers',
  (open) => {
    let server: TestServer;
    let ana: Person;
    let ben: Person;
    let family: Circle;
    before(async () => {
      server = open();
      [ana, ben] = await server.members('Ana', 'Ben');
      family = await ana.makesCircle('Family');
      await ana.adds(ben, family);
    });
    const told = async (): Promise<string[]> => {
      await server.app.context.jobs.idle();
      return service.take();
    };
    const endpoint = (name: string) => `${service.url}/${name}`;
    const subscribes = (who: Person, name: string) =>
      who.ask(notifications.subscribePush, { endpoint: endpoint(name) });
    /** Ben likes Ana's new moment, and Ana is notified. */
    const likesOne = async () => {
      const post = await ana.posts('The secret of the lemons', { to: family });
      await ben.ask(likes.like, { id: post.id });
      return post;
    };

    // NOTIFY-12
    test('push reaches subscribed browsers for the chosen kinds, and contains no content', async () => {
      assert.deepEqual((await likesOne(), await told()), [], 'nobody has asked for it');
      await subscribes(ana, 'phone');
      await likesOne();
      assert.deepEqual(await told(), [], 'likes are not pushed unless chosen');
      await ana.ask(notifications.setPreferences, { like: { bell: false, email: false, push: true } });
      const post = await likesOne();
      await server.app.context.jobs.idle();
      const [message, ...more] = service.messages;
      assert.equal(more.length, 0);
      assert.deepEqual([message?.path, message?.bytes], ['/phone', 0]);
      const { push: config } = await ana.ask(site.config, {});
      const claims = Claims.parse(claimsOf(message?.headers.authorization, config?.publicKey ?? ''));
      assert.deepEqual([claims.aud, claims.sub], [service.url, server.app.context.settings.push.subject]);
      const lifetimeSeconds = claims.exp - Date.now() / 1_000;
      assert.ok(lifetimeSeconds > 0 && lifetimeSeconds <= 24 * 60 * 60, 'RFC 8292 allows a day at most');
      assert.equal(message?.headers['ttl'], String(24 * 60 * 60));
      assert.equal(message.headers['urgency'], 'normal');
      service.take();
      await ben.ask(likes.unlike, { id: post.id });
    });

    // BLOCK-1
    test('push notifies no other member, and ignores blocked members', async () => {
      await ana.ask(blocking.block, { id: ben.id });
      const dora = await server.member('Dora');
      const circle = await ana.makesCircle('Others');
      await ana.adds(dora, circle);
      const post = await ana.posts('Seen by Dora', { to: circle });
      assert.equal((await ben.call(likes.like, { id: post.id })).status, 404);
      await dora.ask(likes.like, { id: post.id });
      assert.deepEqual(await told(), ['/phone']);
      await ana.ask(blocking.unblock, { id: ben.id });
      await ana.adds(ben, family);
      await told();
    });

    // SIGNIN-4
    test('a sign-in alert is pushed even if the thief has already read it', async () => {
      const gil = await server.member('Gil');
      await subscribes(gil, 'gil');
      const thief = server.visitor('Gil');
      await thief.signIn(password);
      await thief.ask(notifications.markAllRead, {});
      assert.deepEqual(await told(), ['/gil']);
      await server.mailsTo(gil);
    });

    test('expired push subscriptions are deleted, failing services are retried, and redirects are not followed', async () => {
      await subscribes(ana, 'old');
      service.status = 410;
      await likesOne();
      assert.deepEqual((await told()).toSorted(), ['/old', '/phone']);
      service.status = 201;
      await likesOne();
      assert.deepEqual(await told(), [], 'both are forgotten');
      await subscribes(ana, 'phone');
      service.status = 503;
      await likesOne();
      assert.deepEqual(await told(), ['/phone']);
      service.status = 201;
      const { db } = server.app.context;
      await db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'push-one').execute(),
      );
      assert.deepEqual(await told(), ['/phone']);
      service.status = 302;
      await likesOne();
      assert.deepEqual(await told(), ['/phone']);
      service.status = 201;
      await db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'push-one').execute());
    });

    // NOTIFY-13
    test('an outage of the push service ends no subscription, however long it lasts', async () => {
      const { db } = server.app.context;
      const again = async () => {
        await db.write(({ q }) =>
          q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'push-one').execute(),
        );
        await server.app.context.jobs.idle();
      };
      await subscribes(ana, 'phone');
      for (const status of [503, 429, 500, 400, 403]) {
        service.status = status;
        await likesOne();
        for (let tries = 0; tries < 10; tries += 1) await again();
      }
      service.take();
      service.status = 201;
      await db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'push-one').execute());
      await likesOne();
      assert.deepEqual(await told(), ['/phone']);
    });

    // OPERATE-14
    test('full-size copies and silent push services do not delay a reset mail', async () => {
      const { db, jobs, nodeId, tmpDir } = server.app.context;
      const members = await Promise.all(Array.from({ length: 10 }, (_, at) => server.member(`Silent${at}`)));
      const flat = { create: { width: 5_000, height: 5_000, channels: 3, background: '#468' } } as const;
      const photo = path.join(server.dataDir, 'large.webp');
      await sharp(flat).webp().toFile(photo);
      service.isSilent = true;
      await db.write(async (tx) => {
        for (const [at, { id }] of members.entries()) {
          const [session] = await tx.q
            .selectFrom('sessions')
            .innerJoin('users', 'users.id', 'sessions.user_id')
            .select(['sessions.id', 'sessions.user_id'])
            .where('users.public_id', '=', id)
            .execute();
          assert.ok(session);
          for (let number = 0; number < 20; number++) {
            const publicId = `${at}`.repeat(16) + `${number}`.padStart(16, 'f');
            await link(photo, path.join(tmpDir, `full-${publicId}`));
            await tx.q
              .insertInto('images')
              .values({
                public_id: publicId,
                owner_id: session.user_id,
                kind: 'photo',
                post_id: null,
                position: 0,
                alt: null,
                width: 1,
                height: 1,
                placeholder: '',
                variants: '[]',
                bytes: 0,
                created_at: Date.now(),
              })
              .execute();
            const subscription = await tx.q
              .insertInto('push_subscriptions')
              .values({
                user_id: session.user_id,
                session_id: session.id,
                endpoint: endpoint(publicId),
                created_at: Date.now(),
              })
              .returning('id')
              .executeTakeFirstOrThrow();
            const job = { userId: session.user_id };
            await jobs.enqueue(tx, { ...job, kind: `full-copy ${nodeId}`, payload: publicId });
            const payload = { subscription: subscription.id, at: Date.now() };
            await jobs.enqueue(tx, { ...job, kind: 'push-one', payload });
          }
        }
      });
      await until('pushes wait for an answer', async () => service.messages.length >= 10);
      const began = performance.now();
      await server.visitor().ask(auth.forgotPassword, { email: ana.email });
      await until('the mail is there', async () => server.mailbox.left.some(({ to }) => to === ana.email));
      const took = performance.now() - began;
      assert.ok(took < 8_000, `${took} ms`);
      server.mailbox.take(ana.email);
      await db.write(async ({ q }) => {
        await q
          .deleteFrom('jobs')
          .where('kind', 'in', ['push-one', `full-copy ${nodeId}`])
          .execute();
        await q.deleteFrom('push_subscriptions').where('endpoint', 'like', '%/%fffff%').execute();
        await q.deleteFrom('images').where('width', '=', 1).execute();
      });
      service.isSilent = false;
      service.hangUp();
      await jobs.idle();
      service.take();
      const left = (await readdir(tmpDir)).filter((name) => name.startsWith('full-'));
      await Promise.all(left.map((name) => rm(path.join(tmpDir, name))));
    });

    // SIGNIN-9, NOTIFY-13
    test('a push subscription ends with its session, and a browser has one subscriber', async () => {
      const twin = new Person('Ana', server.url);
      await twin.signIn(password);
      // Her phone also gets the push about the sign-in from a new browser.
      assert.equal((await server.mailsTo(ana)).length, 1);
      assert.deepEqual(await told(), ['/phone']);
      await twin.ask(notifications.subscribePush, {
        endpoint: endpoint('laptop'),
        keys,
        expirationTime: null,
      });
      await likesOne();
      assert.deepEqual((await told()).toSorted(), ['/laptop', '/phone']);
      await twin.ask(auth.logout, {});
      await likesOne();
      assert.deepEqual(await told(), ['/phone']);
      await subscribes(ben, 'phone');
      await likesOne();
      assert.deepEqual(await told(), [], 'it is Ben’s browser now');
      await ana.ask(notifications.unsubscribePush, { endpoint: endpoint('phone') });
      await ana
        .comments(
          await ben.posts('Of Ben', { to: await ben.makesCircle('Bens') }).then(async (post) => post),
          'x',
        )
        .catch(() => {});
      const bens = await ben.makesCircle('Ben and Ana');
      await ben.adds(ana, bens);
      await ana.comments(await ben.posts('Look', { to: bens }), 'I do');
      assert.deepEqual(await told(), ['/phone'], 'which only Ben can end');
      await ben.ask(notifications.unsubscribePush, {
        endpoint: endpoint('phone'),
        keys,
        expirationTime: null,
      });
      await ana.comments(await ben.posts('Again', { to: bens }), 'I do');
      assert.deepEqual(await told(), []);
    });

    // NOTIFY-12
    test('push is never sent to an address that the operator does not allow', async () => {
      for (const wrong of [
        'https://elsewhere.example/x',
        'http://push.example.org/x',
        'https://push.example.org:8443/x',
        'https://push.example.org@elsewhere.example/x',
        'https://user:word@push.example.org/x',
        'http://localhost:1/x',
        'http://169.254.169.254/latest',
        'file:///etc/passwd',
        'nothing',
      ]) {
        const { status, json } = await ana.call(notifications.subscribePush, { endpoint: wrong });
        assert.deepEqual([status, Reflect.get(Object(json), 'message')], [400, messages.pushHost], wrong);
      }
    });

    // NOTIFY-13
    test('only the newest push subscriptions of a member are kept', async () => {
      const eve = await server.member('Eve');
      for (let at = 0; at <= limits.pushBrowsers; at++) await subscribes(eve, `eve-${at}`);
      const { db } = server.app.context;
      const rows = await db.read
        .selectFrom('push_subscriptions')
        .select('endpoint')
        .where('endpoint', 'like', '%/eve-%')
        .orderBy('id')
        .execute();
      assert.equal(rows.length, limits.pushBrowsers);
      assert.equal(rows[0]?.endpoint, endpoint('eve-1'));
    });

    // NOTIFY-12
    test('a notification that comes while the push service answers is pushed, too', async () => {
      const [kim, lou] = await server.members('Kim', 'Lou');
      const club = await kim.makesCircle('Club');
      await kim.adds(lou, club);
      await subscribes(kim, 'kim');
      await kim.ask(notifications.setPreferences, { like: { bell: true, email: false, push: true } });
      const like = async () => lou.ask(likes.like, { id: (await kim.posts('Lemons', { to: club })).id });
      const announced = () =>
        server.app.context.db.read.selectFrom('jobs').select('id').where('kind', '=', 'push').execute();
      service.take();
      service.isSilent = true;
      await like();
      // By now the phone may have asked what is new.
      await until('the first push', async () => service.messages.length === 1);
      await like();
      await until('the second push is queued', async () => (await announced()).length === 0);
      service.answer();
      assert.deepEqual(await told(), ['/kim', '/kim']);
    });
  },
  { PUSH_HOSTS: `push.example.org,${service.url}` },
);

// NOTIFY-12
test('allowed hosts of push services match whole names or subdomains', () => {
  const hosts = ['a.example', '*.b.example'];
  const allowed = (url: string) => isAllowed(hosts, url);
  assert.ok(
    allowed('https://a.example/x') && allowed('https://x.b.example/') && allowed('https://x.y.b.example/'),
  );
  for (const url of [
    'https://b.example/',
    'https://xa.example/',
    'https://evilb.example/',
    'https://a.example.evil/',
  ]) {
    assert.equal(allowed(url), false, url);
  }
});

test('the settings of push are checked at the start', () => {
  const read = (environment: Record<string, string>) => () => readSettings(environment);
  assert.throws(read({ PUSH_HOSTS: 'https://push.example' }), /PUSH_HOSTS/);
  assert.throws(read({ VAPID_SUBJECT: 'me' }), /VAPID_SUBJECT/);
  assert.deepEqual(readSettings({ PUSH_HOSTS: 'none' }).push.hosts, []);
  assert.ok(readSettings({}).push.hosts.includes('fcm.googleapis.com'));
});
