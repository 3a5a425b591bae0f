import assert from 'node:assert/strict';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as albums from '../../contract/albums.ts';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as moderation from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import * as system from '../../contract/system.ts';
import { takeBack } from '../../contract/audience/take-back.ts';
import type { Post } from '../../contract/shapes.ts';
import { recordAuditEntry } from '../../server/features/audit/record.ts';
import { keepLedger, ledgerName, readLedger } from '../../server/features/system/backup/ledger.ts';
import { restoreBackup } from '../../server/features/system/backup/restore.ts';
import { checkEverything } from '../../server/features/system/check.ts';
import { takeTurn } from '../../server/features/system/backup/nightly.ts';
import { tryLock } from '../../server/platform/db/update/file-lock.ts';
import type { BackupSettings } from '../../server/settings.ts';
import { makeAlbum, photosOfAlbum } from '../harness/albums.ts';
import { Installation } from '../harness/installation.ts';
import { fails, operate, operateAsProgram, succeeds } from '../harness/operate.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { type DatabaseKind, password, TestServer } from '../harness/test-server.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'circle-loss-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const backupOf = (server: TestServer): BackupSettings => {
  const { backup } = server.app.context.settings;
  assert.ok(backup);
  return backup;
};

/** A turn of the nightly backup, so many hours from now. */
const turn = (server: TestServer, hours = 0): Promise<void> =>
  takeTurn(server.app.context, backupOf(server), Date.now() + hours * 60 * 60_000);

const again = async (person: Person, server: TestServer): Promise<Person> => {
  const twin = server.visitor(person.name);
  await twin.signIn(password);
  await server.mailsTo(person);
  return twin;
};

const idsOf = (post: Post): string[] => post.imageUrls.map((url) => url.slice('/uploads/'.length, 40));

const ways: [DatabaseKind, DatabaseKind][] = [
  ['sqlite', 'sqlite'],
  ['postgres', 'sqlite'],
];
for (const [from, to] of ways) {
  describe(`everything is lost on ${from}`, () => {
    // OPERATE-3, TRUTH-52, TRUTH-53
    test('everything lost is restored from the last nightly backup, without what was deleted since', async () => {
      const nights = path.join(folder, `nights-${from}`);
      const old = await TestServer.open(from, { BACKUP_DIR: nights });
      const ada = await old.member('Ada', { isAdmin: true });
      const [ana, ben, eve] = await old.members('Ana', 'Ben', 'Eve');
      const family = await ana.makesCircle('Family');
      const former = await ben.makesCircle('Former');
      await ana.adds(ben, family);
      await ana.adds(eve, family);
      const photo = await plainPhoto(300, 200);
      const kept: Post[] = [];
      for (let i = 0; i < 4; i++) kept.push(await ana.posts(`Before ${i}`, { to: family, photos: [photo] }));
      const regretted = await ana.posts('Regretted', { to: family, photos: [photo, photo] });
      const ofEve = await eve.posts('Of Eve', { to: family, photos: [photo] });
      const choir = await ana.makesCircle('Choir');
      await ana.adds(ada, choir);
      const [alone, fewer, hidden, undone] = await Promise.all(
        ['Alone', 'Fewer', 'Hidden', 'Undone'].map((words) => ana.posts(words, { to: [family, choir] })),
      );
      assert.ok(alone && fewer && hidden && undone);
      const [first] = kept;
      assert.ok(first);
      await ben.comments(first, 'Stays');
      const taken = await ben.ask(comments.add, { id: first.id, content: 'Taken back' });
      await old.app.context.jobs.idle();

      let isOver = false;
      const live = async (person: Person) => {
        // A backup that takes its time on a busy machine does not get more to do all along.
        for (let i = 0; !isOver && i < 12; i++)
          await person.posts(`During ${i}`, { to: family, photos: [photo] });
      };
      const lives = [ana, ben].map(live);
      try {
        await turn(old);
      } finally {
        isOver = true;
        await Promise.all(lives);
      }
      const { backup } = await ada.ask(system.overview, {});
      assert.deepEqual([backup?.made.trouble, backup?.rehearsed.trouble], [null, null]);
      assert.ok(backup?.made.lastGood && backup.rehearsed.lastGood);

      await ana.ask(posts.remove, { id: regretted.id });
      await ben.ask(comments.remove, { id: taken.id });
      await ben.ask(circles.remove, { id: former.id });
      await eve.ask(account.remove, { password });
      const { backupsUntil } = await ana.ask(takeBack, { id: alone.id });
      const daysLeft = (Date.parse(backupsUntil ?? '') - Date.now()) / (24 * 60 * 60_000);
      assert.ok(daysLeft > 6.9 && daysLeft <= 7.1, `seven backups are kept, but ${backupsUntil}`);
      await ana.ask(takeBack, { id: fewer.id, circleIds: [family.id] });
      const { db } = old.app.context;
      for (const post of [hidden, undone]) await ana.ask(takeBack, { id: post.id, userIds: [ben.id] });
      await keepLedger(db, path.join(nights, ledgerName));
      await ana.ask(posts.undoHiddenFrom, { id: undone.id });
      // Two minutes later.
      await db.write(async ({ q }) => {
        await sql`update posts set created_at = created_at - 120000`.execute(q);
        await sql`update post_hidden_from set added_at = added_at - 61000`.execute(q);
      });
      await keepLedger(db, path.join(nights, ledgerName));
      await old.close();

      const fresh = await TestServer.open(to);
      try {
        const said = await succeeds(operate(fresh, 'restore', nights));
        assert.match(
          said,
          /^Restored the backup of .*\nRepeated what was deleted or taken back since: \d+\.\n.*all is well\.$/,
        );
        const ben2 = await again(ben, fresh);
        for (const post of kept) {
          await ben2.sees(post);
          for (const url of post.imageUrls) assert.equal((await ben2.request('GET', url)).status, 200);
        }
        assert.deepEqual(await ben2.reads(first), ['Stays']);
        for (const post of [regretted, ofEve, alone, fewer, hidden]) await ben2.doesNotSee(post);
        await ben2.sees(undone);
        const ada2 = await again(ada, fresh);
        for (const post of [fewer, hidden, undone]) await ada2.sees(post);
        await ada2.doesNotSee(alone);
        await (await again(ana, fresh)).sees(alone);
        assert.equal((await ben2.request('GET', `/api/circles/${former.id}`)).status, 404);
        await assert.rejects(() => again(eve, fresh), /cannot sign in/);
        const stored = await Array.fromAsync(fresh.app.context.storage.list());
        const gone = [regretted, ofEve].flatMap(idsOf);
        assert.equal(gone.length, 3);
        assert.deepEqual(
          stored.filter(({ key }) => gone.some((id) => key.startsWith(id))),
          [],
        );
        assert.equal(ada2.id, ada.id);
      } finally {
        await fresh.close();
      }
    });
  });
}

test('the list of deletions continues after a line cut off by a crash, and a file of another kind is refused', async () => {
  const server = await TestServer.open('sqlite');
  const file = path.join(folder, 'ledger.jsonl');
  try {
    const ana = await server.member('Ana');
    const family = await ana.makesCircle('Family');
    await ana.ask(circles.remove, { id: family.id });
    const { context } = server.app;
    assert.match(await succeeds(operate(server, 'ledger', file)), /: 1 deletions added\.$/);
    const whole = await readFile(file, 'utf8');
    await truncate(file, whole.length - 9);
    assert.equal(await keepLedger(context.db, file), 1);
    assert.equal(await readFile(file, 'utf8'), whole);
    assert.equal(await keepLedger(context.db, file), 0);
    // The hourly job beside a command: one of them writes, the other says that it has to wait.
    await rm(file);
    const both = await Promise.allSettled([keepLedger(context.db, file), keepLedger(context.db, file)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(await readFile(file, 'utf8'), whole);
    await writeFile(file, `no ledger\n${whole}`);
    await assert.rejects(keepLedger(context.db, file), /line 1 cannot be read/);
    await writeFile(file, whole);
    assert.deepEqual(
      (await readLedger(file))?.map(({ kind, id }) => [kind, id]),
      [['circle', family.id]],
    );
  } finally {
    await server.close();
  }
});

// OPERATE-3
test('a photo that its member has deleted and a report keeps is deleted again after a restore', async () => {
  const [server, fresh] = [await TestServer.open('sqlite'), await TestServer.open('sqlite')];
  const place = path.join(folder, 'held');
  try {
    const [mia, noa] = await server.members('Mia', 'Noa');
    const circle = await mia.makesCircle('Family');
    await mia.adds(noa, circle);
    const album = await makeAlbum(mia, circle, { photos: 2 });
    await server.app.context.jobs.idle();
    await succeeds(operate(server, 'backup', `${place}/`));
    await reports(noa, 'post', album.id);
    const [gone, stays] = await photosOfAlbum(mia, album);
    assert.ok(gone && stays);
    await mia.ask(albums.removePhotos, { id: album.id, photoIds: [gone.id] });
    await keepLedger(server.app.context.db, path.join(place, ledgerName));
    await succeeds(operate(fresh, 'restore', place));
    const left = await photosOfAlbum(await again(noa, fresh), album);
    assert.deepEqual(
      left.map(({ id }) => id),
      [stays.id],
    );
  } finally {
    await server.close();
    await fresh.close();
  }
});

// OPERATE-3
test('counters are right after a restore of a member who was banned then and has deleted the account since', async () => {
  const [server, fresh] = [await TestServer.open('sqlite'), await TestServer.open('sqlite')];
  const place = path.join(folder, 'banned');
  try {
    const chief = await server.member('Chief', { isAdmin: true });
    const [ria, sol] = await server.members('Ria', 'Sol');
    const circle = await ria.makesCircle('Family');
    await ria.adds(sol, circle);
    const post = await ria.posts('Hello', { to: circle });
    await sol.comments(post, 'Hello');
    await sol.ask(likes.like, { id: post.id });
    await chief.ask(moderation.actOnMember, { id: sol.id, action: 'ban' });
    await succeeds(operate(server, 'backup', `${place}/`));
    await chief.ask(moderation.actOnMember, { id: sol.id, action: 'restore' });
    await sol.signIn(password);
    await sol.ask(account.remove, { password });
    for (const person of [ria, sol]) await server.mailsTo(person);
    await keepLedger(server.app.context.db, path.join(place, ledgerName));
    assert.match(await succeeds(operate(fresh, 'restore', place)), /all is well\.$/);
    const twin = await again(ria, fresh);
    assert.equal((await twin.ask(circles.get, { id: circle.id })).memberCount, 1);
  } finally {
    await server.close();
    await fresh.close();
  }
});

test('a restore that ends while it repeats deletions leaves no members, and can be called again', async () => {
  const old = await TestServer.open('sqlite');
  const fresh = await TestServer.open('sqlite');
  try {
    const [ana, eve] = await old.members('Ana', 'Eve');
    const family = await ana.makesCircle('Family');
    await ana.posts('Stays', { to: family });
    const place = await mkdtemp(path.join(folder, 'cut-off-'));
    const file = path.join(place, 'circle.backup');
    await succeeds(operate(old, 'backup', file));
    await ana.ask(circles.remove, { id: family.id });
    await eve.ask(account.remove, { password });
    await keepLedger(old.app.context.db, path.join(place, ledgerName));
    const { context } = fresh.app;
    // A ledger that was made elsewhere counts beside the one that lies there.
    const other = path.join(place, 'other.jsonl');
    await writeFile(other, '');
    const restoring = { file, snapshot: null, key: null, ledger: other };
    const onLeave = () => Promise.reject(new Error('The power is cut'));
    const ending = { ...context, features: [{ member: { onLeave } }] };
    await assert.rejects(restoreBackup(ending, restoring), /The power is cut/);
    assert.deepEqual(await context.db.read.selectFrom('users').select('id').execute(), []);
    assert.match(await restoreBackup(context, restoring), /\nRepeated what was deleted .*: 2\.$/);
    assert.match(await checkEverything(context), /^1 members/);
  } finally {
    await old.close();
    await fresh.close();
  }
});

test('an account whose deletion had begun at the backup is deleted by the restore', async () => {
  const old = await TestServer.open('sqlite');
  const fresh = await TestServer.open('sqlite');
  try {
    const [, eve] = await old.members('Ana', 'Eve');
    const { db } = old.app.context;
    await db.write((tx) => recordAuditEntry(tx, 'member.deleted', { actorId: null, target: eve.id }));
    const file = path.join(folder, 'half-deleted.backup');
    await succeeds(operate(old, 'backup', file));
    const restoring = { file, snapshot: null, key: null, ledger: false as const };
    await restoreBackup(fresh.app.context, restoring);
    assert.match(await checkEverything(fresh.app.context), /^1 members, .*all is well\.$/);
  } finally {
    await old.close();
    await fresh.close();
  }
});

test('a backup of another folder than that of the server is refused', async () => {
  const place = await Installation.make('sqlite');
  try {
    const file = path.join(folder, 'of-nothing.backup');
    for (const words of [['backup', file], ['ledger', file], ['check']])
      await fails(operate(place, ...words), /^No server was ever started on .*circle\.db\./);
    await assert.rejects(stat(file), { code: 'ENOENT' });
  } finally {
    await place.remove();
  }
});

const isRoot = process.getuid?.() === 0;
test('root restores nothing into the folder of another account', { skip: !isRoot }, async () => {
  const place = await Installation.make('sqlite');
  try {
    await chown(place.dataDir, 1, 1);
    await fails(operate(place, 'restore', 'a.backup'), /belongs to another account than root/);
    assert.deepEqual(await readdir(place.dataDir), []);
  } finally {
    await place.remove();
  }
});

test('restore --replace is refused while another one is at work in the same folder', async () => {
  const place = await Installation.make('sqlite');
  try {
    await succeeds(operate(place, 'migrate'));
    using _lock = tryLock(path.join(place.dataDir, 'restore.lock'));
    await fails(
      operateAsProgram(place, 'restore', 'a.backup', '--replace'),
      /^Another restore into .* is at work/,
    );
  } finally {
    await place.remove();
  }
});

/** A module that kills the program as soon as it has moved something aside. */
const killsAtFirstRename = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { rename } = fs.promises;
  fs.promises.rename = async (from, to) => {
    await rename(from, to);
    if (to.includes('before-restore-')) process.kill(process.pid, 'SIGKILL');
  };
  syncBuiltinESMExports();`)}`;

// OPERATE-3, OPERATE-4
test('restore --replace replaces an existing installation by a backup, without what was deleted since', async () => {
  const place = await Installation.make('sqlite');
  try {
    await place.start();
    const [ana, ben, eve] = [await place.member('Ana'), await place.member('Ben'), await place.member('Eve')];
    const family = await ana.makesCircle('Family');
    for (const person of [ben, eve]) await ana.adds(person, family);
    const photos = [await plainPhoto(300, 200)];
    const kept = await ana.posts('Kept', { to: family, photos });
    const regretted = await ana.posts('Regretted', { to: family, photos });
    await place.server.context.jobs.idle();
    const file = path.join(folder, 'replace.backup');
    await succeeds(operate(place, 'backup', file));

    await ana.ask(posts.remove, { id: regretted.id });
    await eve.ask(account.remove, { password });
    const later = await ana.posts('After the backup', { to: family, photos });
    await place.server.context.jobs.idle();
    const newer = path.join(folder, 'replace-newer.backup');
    const between = await ana.posts('Only in the newer backup', { to: family });
    await succeeds(operate(place, 'backup', newer));
    await ana.ask(posts.remove, { id: between.id });
    await fails(
      operateAsProgram(place, 'restore', file),
      /^There are members here already: 2\.\n.*--replace/,
    );
    await fails(operateAsProgram(place, 'restore', file, '--replace'), /^Stop the server first: /);
    await place.stop();

    const broken = path.join(folder, 'replace-broken.backup');
    await writeFile(broken, (await readFile(file)).subarray(0, -100));
    await fails(operateAsProgram(place, 'restore', broken, '--replace'), /\nNothing was replaced\.$/);
    const formerIn = async () =>
      (await readdir(place.dataDir)).filter((name) => name.startsWith('before-restore-'));
    assert.deepEqual(await formerIn(), []);
    // An attempt that is killed after its first rename: the deletions of that database must not be lost.
    const killing = { ...place.environment, NODE_OPTIONS: `--import ${killsAtFirstRename}` };
    assert.equal((await operateAsProgram({ environment: killing }, 'restore', file, '--replace')).code, -1);
    const [cutOff = ''] = await formerIn();
    const aside = path.join(place.dataDir, cutOff);
    await fails(operateAsProgram(place, 'restore', file, '--replace'), new RegExp(cutOff));
    assert.deepEqual(
      (await readdir(place.dataDir)).filter((name) => name.startsWith('circle.db')),
      [],
    );
    await rename(path.join(aside, 'circle.db'), path.join(place.dataDir, 'circle.db'));
    await rm(aside, { recursive: true });
    await place.start();
    await place.again(ana).sees(later);
    await place.stop();

    assert.match(
      await succeeds(operateAsProgram(place, 'restore', file, '--replace')),
      /^Restored the backup of .*\nRepeated what was deleted or taken back since: 2\.\n2 members, 1 photos .*: all is well\.\nThe former data is in /,
    );
    await place.start();
    const twin = place.visitor('Ben');
    await twin.signIn(password);
    await twin.sees(kept);
    for (const gone of [regretted, later]) await twin.doesNotSee(gone);
    assert.equal((await twin.request('GET', kept.images[0]?.url ?? '')).status, 200);
    const left = place.visitor('Eve');
    assert.equal((await left.call(auth.login, { email: left.email, password })).status, 401);
    assert.match(await succeeds(operate(place, 'check')), /all is well\.$/);
    const [former = ''] = await formerIn();
    assert.deepEqual((await readdir(path.join(place.dataDir, former))).toSorted().slice(0, 1), ['circle.db']);
    assert.ok((await readdir(path.join(place.dataDir, former))).includes('photos'));
    await place.stop();

    // Not even the database that is replaced now knows of it.
    await succeeds(operateAsProgram(place, 'restore', newer, '--replace'));
    await place.start();
    await twin.signIn(password);
    await twin.sees(later);
    for (const gone of [regretted, between]) await twin.doesNotSee(gone);
  } finally {
    await place.remove();
  }
});
