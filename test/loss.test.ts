import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../contract/account.ts';
import * as circles from '../contract/circles.ts';
import * as comments from '../contract/comments.ts';
import * as notifications from '../contract/notifications.ts';
import * as posts from '../contract/posts.ts';
import * as system from '../contract/system.ts';
import type { Post } from '../contract/shapes.ts';
import { keepLedger, ledgerName, readLedger } from '../server/features/system/backup/ledger.ts';
import { newBackupKey } from '../server/features/system/backup/crypt.ts';
import { makeNightly } from '../server/features/system/backup/nightly.ts';
import { restoreBackup } from '../server/features/system/backup/restore.ts';
import type { BackupSettings } from '../server/settings-operating.ts';
import { operate, succeeds } from './harness/operate.ts';
import type { Person } from './harness/person.ts';
import { plainPhoto } from './harness/photos.ts';
import { type DatabaseKind, password, Town } from './harness/town.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'circle-loss-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const backupOf = (town: Town): BackupSettings => {
  const { backup } = town.server.house.settings;
  assert.ok(backup);
  return backup;
};

const backupsIn = async (where: string): Promise<string[]> =>
  (await readdir(where)).filter((name) => name.startsWith('circle-')).toSorted();

const again = async (person: Person, town: Town): Promise<Person> => {
  const twin = town.visitor(person.name);
  await twin.signIn(password);
  await town.mailsTo(person);
  return twin;
};

const idsOf = (post: Post): string[] => post.imageUrls.map((url) => url.slice('/uploads/'.length, 40));

const ways: [DatabaseKind, DatabaseKind][] = [
  ['sqlite', 'sqlite'],
  ['postgres', 'sqlite'],
];
for (const [from, to] of ways) {
  describe(`everything is lost on ${from}`, () => {
    test('and comes back from the night before, without what was deleted since', async () => {
      const nights = path.join(folder, `nights-${from}`);
      const old = await Town.open(from, { BACKUP_DIR: nights });
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
      const [first] = kept;
      assert.ok(first);
      await ben.comments(first, 'Stays');
      const taken = await ben.ask(comments.add, { id: first.id, content: 'Taken back' });
      await old.server.house.jobs.idle();

      let isOver = false;
      const live = async (person: Person) => {
        for (let i = 0; !isOver; i++) await person.posts(`During ${i}`, { to: family, photos: [photo] });
      };
      const lives = [ana, ben].map(live);
      try {
        await makeNightly(old.server.house, backupOf(old));
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
      await keepLedger(old.server.house, path.join(nights, ledgerName));
      await old.close();

      const fresh = await Town.open(to);
      try {
        const [file = ''] = await backupsIn(nights);
        const said = await succeeds(operate(fresh, 'restore', path.join(nights, file)));
        assert.match(
          said,
          /^Restored the backup of .*\nDeleted once more what the ledger names: \d+\.\n.*all is well\.$/,
        );
        const ben2 = await again(ben, fresh);
        for (const post of kept) {
          await ben2.sees(post);
          for (const url of post.imageUrls) assert.equal((await ben2.request('GET', url)).status, 200);
        }
        assert.deepEqual(await ben2.reads(first), ['Stays']);
        for (const post of [regretted, ofEve]) await ben2.doesNotSee(post);
        assert.equal((await ben2.request('GET', `/api/circles/${former.id}`)).status, 404);
        await assert.rejects(() => again(eve, fresh), /cannot sign in/);
        const stored = await Array.fromAsync(fresh.server.house.storage.list());
        const gone = [regretted, ofEve].flatMap(idsOf);
        assert.equal(gone.length, 3);
        assert.deepEqual(
          stored.filter(({ key }) => gone.some((id) => key.startsWith(id))),
          [],
        );
        assert.equal((await again(ada, fresh)).id, ada.id);
      } finally {
        await fresh.close();
      }
    });
  });
}

describe('a nightly backup', () => {
  test('is told of by bell and mail when it cannot be made or restored, and good ones stay', async () => {
    const nights = path.join(folder, 'nights');
    const town = await Town.open('sqlite', { BACKUP_DIR: nights, BACKUP_KEEP: '1' });
    try {
      const { house } = town.server;
      const ada = await town.member('Ada', { isAdmin: true });
      const ana = await town.member('Ana');
      const family = await ana.makesCircle('Family');
      await ana.posts('Eleven', { to: family });
      for (let i = 0; i < 2; i++) await makeNightly(house, backupOf(town));
      const good = await backupsIn(nights);
      assert.equal(good.length, 1);

      await house.db.write(({ q }) => sql`update posts set likes_count = likes_count + 1`.execute(q));
      await makeNightly(house, backupOf(town));
      await house.jobs.idle();
      const { backup } = await ada.ask(system.overview, {});
      assert.equal(backup?.made.trouble, null);
      assert.match(backup.rehearsed.trouble ?? '', /(?:is|are) wrong\./);
      const [news] = (await ada.ask(notifications.list, {})).items;
      assert.deepEqual([news?.kind, news?.actionUrl], ['backup_failed', '/admin/system']);
      assert.equal((await town.mailsTo(ada)).length, 1);
      assert.deepEqual((await ana.ask(notifications.list, {})).items, []);
      assert.deepEqual(
        (await backupsIn(nights)).slice(0, 1),
        good,
        'what cannot be restored pushes nothing out',
      );
      await house.db.write(({ q }) => sql`update posts set likes_count = likes_count - 1`.execute(q));

      const file = path.join(folder, 'no-folder');
      await writeFile(file, '');
      await ada.ask(notifications.markAllRead, {});
      await makeNightly(house, { ...backupOf(town), folder: path.join(file, 'nights') });
      assert.match((await ada.ask(system.overview, {})).backup?.made.trouble ?? '', /ENOTDIR/);
      assert.equal((await town.mailsTo(ada)).length, 1, 'the first was read');
    } finally {
      await town.close();
    }
  });

  test('is for the private key alone where there is a public one', async () => {
    const [keys, other] = [await newBackupKey(), await newBackupKey()];
    const nights = path.join(folder, 'sealed');
    const town = await Town.open('sqlite', { BACKUP_DIR: nights, BACKUP_PUBLIC_KEY: keys.publicKey });
    const ada = await town.member('Ada', { isAdmin: true });
    const family = await ada.makesCircle('Lemon family');
    const post = await ada.posts('Eleven', { to: family, photos: [await plainPhoto()] });
    await town.server.house.jobs.idle();
    await makeNightly(town.server.house, backupOf(town));
    const { backup } = await ada.ask(system.overview, {});
    assert.deepEqual([backup?.isEncrypted, backup?.rehearsed.trouble], [true, null]);
    const called = path.join(folder, 'called.backup');
    assert.match(
      await succeeds(operate(town, 'backup', called)),
      /called\.backup\.age holds .* Only the private key/,
    );
    await town.close();

    const [name = ''] = await backupsIn(nights);
    assert.match(name, /\.age$/);
    const sealed = path.join(nights, name);
    assert.ok(!(await readFile(sealed)).includes('rows/users.jsonl'));
    const right = path.join(folder, 'right.key');
    const wrong = path.join(folder, 'wrong.key');
    await writeFile(right, `# of the backups\n${keys.privateKey}\n`);
    await writeFile(wrong, other.privateKey);
    const cut = path.join(folder, 'cut.age');
    await copyFile(sealed, cut);
    await truncate(cut, 3_000);
    const fresh = await Town.open('sqlite');
    try {
      const from = (file: string, key: string | null) =>
        restoreBackup(fresh.server.house, { file, key, ledger: null });
      await assert.rejects(from(sealed, null), /is encrypted\. Give the private key: --key FILE\.$/);
      await assert.rejects(from(sealed, wrong), /was encrypted to another key\.$/);
      await assert.rejects(from(sealed, sealed), /This is no key/);
      await assert.rejects(from(cut, right), /was cut off or altered, and nothing was restored\.$/);
      assert.match(await succeeds(operate(fresh, 'restore', sealed, '--key', right)), /all is well\.$/);
      await (await again(ada, fresh)).sees(post);
    } finally {
      await fresh.close();
    }
  });
});

test('a ledger goes on after a line that a crash cut off, and another file is none', async () => {
  const town = await Town.open('sqlite');
  const file = path.join(folder, 'ledger.jsonl');
  try {
    const ana = await town.member('Ana');
    const family = await ana.makesCircle('Family');
    await ana.ask(circles.remove, { id: family.id });
    const { house } = town.server;
    assert.match(await succeeds(operate(town, 'ledger', file)), /: 1 deletions added\.$/);
    const whole = await readFile(file, 'utf8');
    await truncate(file, whole.length - 9);
    assert.equal(await keepLedger(house, file), 1);
    assert.equal(await readFile(file, 'utf8'), whole);
    assert.equal(await keepLedger(house, file), 0);
    await writeFile(file, `no ledger\n${whole}`);
    await assert.rejects(keepLedger(house, file), /line 1 cannot be read/);
    await writeFile(file, whole);
    assert.deepEqual(
      (await readLedger(file))?.map(({ kind, id }) => [kind, id]),
      [['circle', family.id]],
    );
  } finally {
    await town.close();
  }
});
