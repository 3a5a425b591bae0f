import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as system from '../../contract/system.ts';
import type { Circle } from '../../contract/shapes.ts';
import { newBackupKey } from '../../server/features/system/backup/crypt.ts';
import { timeOf } from '../../server/features/system/backup/folder/layout.ts';
import { takeTurn } from '../../server/features/system/backup/nightly.ts';
import { isSuccessful, nightlyState, noteNightly } from '../../server/platform/db/nightly-state.ts';
import { photosOf, snapshotsOf } from '../harness/backups.ts';
import { joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import { operate, succeeds } from '../harness/operate.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { password, TestServer } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'circle-nightly-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const noon = new Date().setHours(12, 0, 0, 0);

/** A turn so many nights and hours from today's noon. */
const turn = (
  server: TestServer,
  nights: number,
  hours = 0,
  more: { folder?: string } = {},
): Promise<void> => {
  const { backup } = server.app.context.settings;
  assert.ok(backup);
  const at = noon + (nights * 24 + hours) * 60 * 60_000;
  return takeTurn(server.app.context, { ...backup, ...more }, at);
};

const troubles = async (admin: Person) => {
  const { backup } = await admin.ask(system.overview, {});
  assert.ok(backup);
  return [backup.made.trouble, backup.rehearsed.trouble];
};

const toldOf = async (server: TestServer, admin: Person): Promise<number> => {
  const mails = await server.mailsTo(admin);
  for (const { subject } of mails) assert.equal(subject, 'The nightly backup failed');
  await admin.ask(notifications.markAllRead, {});
  return mails.length;
};

/** Another byte in the middle, the same size. */
const damage = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
};

/** Adds a member of each kind: by letter, not verified, suspended and banned. */
const addEachKind = async (server: TestServer, admin: Person, circle: Circle): Promise<void> => {
  await joinByLetter(server, admin, circle, 'Rosa', { verifies: true });
  await joinByLetter(server, admin, circle, 'Otto');
  await server.member('Uma', { isVerified: false });
  for (const action of ['suspend', 'ban'] as const) {
    const member = await server.member(`To ${action}`);
    await admin.adds(member, circle);
    await admin.ask(moderation.actOnMember, { id: member.id, action });
    await server.mailsTo(member);
  }
};

describe('the nightly backup', () => {
  // OPERATE-4
  test('a failing nightly backup is tried three times, alerts once, and keeps the good backups', async () => {
    const nights = path.join(folder, 'nights');
    const server = await TestServer.open('sqlite', { BACKUP_DIR: nights, BACKUP_KEEP: '1' });
    try {
      const { db } = server.app.context;
      const ada = await server.member('Ada', { isAdmin: true });
      const ana = await server.member('Ana');
      const family = await ana.makesCircle('Family');
      await ana.posts('Eleven', { to: family });
      const miscount = (by: number) =>
        db.write(({ q }) => sql`update posts set likes_count = likes_count + ${by}`.execute(q));
      const { tmpDir } = server.app.context;
      await mkdir(path.join(tmpDir, 'rehearsal-that-was-killed', 'data'), { recursive: true });
      await turn(server, 0);
      assert.deepEqual(
        (await readdir(tmpDir)).filter((name) => name.startsWith('rehearsal-')),
        [],
      );
      await turn(server, 0, 1);
      assert.equal((await snapshotsOf(nights)).length, 1, 'once a night');
      await turn(server, 1);
      const good = await snapshotsOf(nights);
      assert.equal(good.length, 1);

      await miscount(1);
      await turn(server, 2);
      const [made, rehearsed] = await troubles(ada);
      assert.equal(made, null);
      assert.match(rehearsed ?? '', /(?:is|are) wrong\./);
      await turn(server, 2, 0.5);
      assert.equal((await snapshotsOf(nights)).length, 2, 'not again within the hour');
      await turn(server, 2, 1);
      assert.equal(await toldOf(server, ada), 0, 'the last try is still to come');
      await turn(server, 2, 2);
      assert.equal(await toldOf(server, ada), 1);
      await turn(server, 2, 3);
      await turn(server, 2, 4);
      assert.equal(await toldOf(server, ada), 0);
      const files = (await snapshotsOf(nights)).map(timeOf);
      assert.equal(files.length, 4, 'three tries');
      const { kept } = await nightlyState(db.read);
      assert.deepEqual(new Set(kept), new Set(files), 'receipts know what the folder holds');
      const news = (await ada.ask(notifications.list, {})).items;
      assert.deepEqual(
        news.map(({ kind, actionUrl }) => [kind, actionUrl]),
        [['backup_failed', '/admin/system']],
      );
      assert.deepEqual((await ana.ask(notifications.list, {})).items, []);
      assert.ok((await snapshotsOf(nights)).includes(good[0] ?? ''));

      await turn(server, 3);
      await miscount(-1);
      await turn(server, 3, 1);
      assert.deepEqual(await troubles(ada), [null, null], 'the second try went well');
      await turn(server, 3, 2);
      assert.equal(await toldOf(server, ada), 0);
      assert.equal((await snapshotsOf(nights)).length, 1);

      const file = path.join(folder, 'no-folder');
      await writeFile(file, '');
      for (const hour of [0, 1, 2]) {
        await turn(server, 4, hour, { folder: path.join(file, 'nights') });
        assert.match((await troubles(ada))[0] ?? '', /ENOTDIR/);
        assert.equal((await nightlyState(db.read)).kept.length, 1, 'the earlier folder still holds one');
      }
      assert.equal(await toldOf(server, ada), 1);

      // The state after a try during which the process died.
      const triedAt = noon + 5 * 24 * 60 * 60_000;
      await db.write((tx) => noteNightly(tx, { triedAt, tries: 3, told: false }));
      for (const hour of [1, 2]) await turn(server, 5, hour);
      assert.equal(await toldOf(server, ada), 1);
    } finally {
      await server.close();
    }
  });

  test('a clock that was ahead puts off no night, and hides no failure', async () => {
    const nights = path.join(folder, 'ahead');
    const server = await TestServer.open('sqlite', { BACKUP_DIR: nights });
    try {
      const { db } = server.app.context;
      const ahead = noon + 400 * 24 * 60 * 60_000;
      await db.write((tx) =>
        noteNightly(tx, { triedAt: ahead, tries: 1, backupAt: ahead, rehearsedAt: ahead + 1 }),
      );
      const file = path.join(folder, 'still-no-folder');
      await writeFile(file, '');
      await turn(server, 0, 0, { folder: path.join(file, 'nights') });
      assert.equal(isSuccessful(await nightlyState(db.read)), false);
      await turn(server, 0, 1);
      assert.equal((await snapshotsOf(nights)).length, 1);
    } finally {
      await server.close();
    }
  });

  for (const isSealed of [false, true]) {
    const kind = isSealed ? 'encrypted' : 'plain';
    const define = isSealed ? test : longTest;
    define(`the nightly backup writes new and damaged files (${kind})`, async () => {
      const { publicKey, privateKey } = await newBackupKey();
      const nights = path.join(folder, kind);
      const server = await TestServer.open('sqlite', {
        BACKUP_DIR: nights,
        BACKUP_KEEP: '1',
        ...mailInSettings,
        ...(isSealed && { BACKUP_PUBLIC_KEY: publicKey }),
      });
      const ada = await server.member('Ada', { isAdmin: true });
      const family = await ada.makesCircle('Lemon family', { lettersCarry: 'content' });
      const post = await ada.posts('Eleven', { to: family, photos: [await plainPhoto()] });
      await addEachKind(server, ada, family);
      await server.app.context.jobs.idle();
      assert.match(await succeeds(operate(server, 'check')), /all is well/);
      await turn(server, 0);
      assert.deepEqual(await troubles(ada), [null, null]);
      const first = await photosOf(nights);
      const times = async () => Promise.all(first.map(async (file) => (await stat(file)).mtimeMs));
      const untouched = await times();
      await ada.posts('Twelve', { to: family, photos: [await plainPhoto(300, 200)] });
      await server.app.context.jobs.idle();
      await turn(server, 1);
      const second = await photosOf(nights);
      assert.ok(second.length > first.length);
      assert.deepEqual(await times(), untouched, 'what was there was not written again');

      await damage(second[0] ?? '');
      await turn(server, 2);
      assert.match((await troubles(ada))[1] ?? '', isSealed ? /is not as it was written/ : /has changed/);
      await turn(server, 2, 1);
      assert.deepEqual(await troubles(ada), [null, null]);
      assert.equal((await photosOf(nights)).length, second.length);
      const { backup } = await ada.ask(system.overview, {});
      assert.equal(backup?.isEncrypted, isSealed);
      await server.close();

      const key = path.join(folder, 'a.key');
      await writeFile(key, privateKey);
      const fresh = await TestServer.open('sqlite');
      try {
        const words = isSealed ? ['--key', key] : [];
        assert.match(await succeeds(operate(fresh, 'restore', nights, ...words)), /all is well\.$/);
        const twin = fresh.visitor('Ada');
        await twin.signIn(password);
        await twin.sees(post);
        await fresh.mailsTo(twin);
      } finally {
        await fresh.close();
      }
    });
  }
});
