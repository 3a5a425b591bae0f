import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import { newBackupKey } from '../../server/features/system/backup/crypt.ts';
import { checkEverything } from '../../server/features/system/check.ts';
import { restoreBackup } from '../../server/features/system/backup/restore.ts';
import { photosOf, snapshotsOf } from '../harness/backups.ts';
import { builtProgram } from '../harness/built.ts';
import { besideOf, fails, operate, operateAsProgram, succeeds } from '../harness/operate.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { uploadVideo } from '../harness/videos.ts';
import { onDatabases, password, TestServer } from '../harness/test-server.ts';

let root = '';
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'circle-folder-'));
});
after(() => rm(root, { recursive: true, force: true }));

const newFolder = () => mkdtemp(path.join(root, 'backups-'));

const bytesOf = (person: Person, post: Post): Promise<Buffer[]> =>
  Promise.all(
    post.imageUrls.map(async (url) => Buffer.from(await (await person.fetch('GET', url)).arrayBuffer())),
  );

const again = async (person: Person, server: TestServer): Promise<Person> => {
  const twin = server.visitor(person.name);
  await twin.signIn(password);
  await server.mailsTo(person);
  return twin;
};

const inFresh = async (work: (fresh: TestServer) => Promise<void>): Promise<void> => {
  const fresh = await TestServer.open('sqlite');
  try {
    await work(fresh);
  } finally {
    await fresh.close();
  }
};

const restored = async ({ app }: TestServer, file: string, key: string | null = null): Promise<string> => {
  await restoreBackup(app.context, { file, snapshot: null, key, ledger: null });
  return checkEverything(app.context);
};

const refuses = (
  server: TestServer,
  folder: string,
  line: RegExp,
  key: string | null = null,
): Promise<void> => assert.rejects(restored(server, folder, key), line);

const holdsNothing = async (server: TestServer): Promise<void> => {
  const members = await server.app.context.db.read.selectFrom('users').select('id').execute();
  assert.deepEqual([members, await Array.fromAsync(server.app.context.storage.list())], [[], []]);
};

onDatabases('backing up into a folder, on both databases', (server) => {
  test('a backup into a folder stores only new files, and each snapshot is restored byte for byte', async () => {
    const folder = path.join(root, `made-by-the-command-${server().dataDir.slice(-6)}`);
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const first = await ana.posts('First', { to: family, photos: [await plainPhoto(), await plainPhoto()] });
    await server().app.context.jobs.idle();
    assert.match(await succeeds(operate(server(), 'backup', `${folder}/`)), /\.backup holds \d+ tables/);
    const early = await photosOf(folder);
    const second = await ana.posts('Second', {
      to: family,
      photos: [await plainPhoto(900, 700)],
      photoIds: [(await uploadVideo(ana)).id],
    });
    await server().app.context.jobs.idle();
    await succeeds(operate(server(), 'backup', folder));
    const late = await photosOf(folder);
    assert.ok(late.length > early.length);
    assert.deepEqual(
      early.filter((file) => !late.includes(file)),
      [],
    );
    const keys = await Array.fromAsync(server().app.context.storage.list());
    assert.ok(late.length < keys.length, 'the same photo twice is kept once');

    const [older = '', newer = ''] = await snapshotsOf(folder);
    await inFresh(async (fresh) => {
      assert.match(
        await succeeds(operate(fresh, 'restore', folder)),
        /^Restored the backup of .*all is well\.$/s,
      );
      const twin = await again(ben, fresh);
      for (const post of [first, second])
        assert.deepEqual(await bytesOf(twin, post), await bytesOf(ben, post));
    });
    await inFresh(async (fresh) => {
      await fails(
        operate(fresh, 'restore', folder, '--snapshot', 'circle-x'),
        new RegExp(`It has:\n.*${newer}$`, 's'),
      );
      await succeeds(operate(fresh, 'restore', folder, '--snapshot', older));
      const twin = await again(ben, fresh);
      await twin.sees(first);
      await twin.doesNotSee(second);
    });

    await ana.ask(posts.remove, { id: second.id });
    await server().app.context.jobs.idle();
    await fails(
      operate(server(), 'backup', path.join(root, 'a-file'), '--keep', '2'),
      /--keep is for folders/,
    );
    await succeeds(operate(server(), 'backup', folder, '--keep', '2'));
    assert.deepEqual((await photosOf(folder)).length, late.length, 'a snapshot that stays still names it');
    await succeeds(operate(server(), 'backup', folder, '--keep', '1'));
    assert.deepEqual(await photosOf(folder), early, 'no snapshot names it');
    assert.equal((await readdir(path.join(folder, 'snapshots'))).length, 2, 'one, and its list');
  });

  test('a backup folder keeps photos that the storage has lost, and reports them', async () => {
    const folder = await newFolder();
    const { storage } = server().app.context;
    const cleo = await server().member('Cleo');
    const family = await cleo.makesCircle('Family');
    const post = await cleo.posts('Here', { to: family, photos: [await plainPhoto(640, 480)] });
    await server().app.context.jobs.idle();
    await succeeds(operate(server(), 'backup', folder));
    const whole = await bytesOf(cleo, post);
    const key = post.imageUrls[0]?.replace('/uploads/', '') ?? '';
    const found = await storage.read(key);
    const bytes = Buffer.concat(await Array.fromAsync(found?.stream ?? []));
    await storage.remove([key]);
    await fails(operate(server(), 'backup', folder), /files of 1 photos are not there any more/);
    await storage.put(key, bytes);
    await inFresh(async (fresh) => {
      assert.match(await succeeds(operate(fresh, 'restore', folder)), /all is well\.$/);
      assert.deepEqual(await bytesOf(await again(cleo, fresh), post), whole);
    });
  });
});

describe('damage, concurrency and encryption of a backup folder', () => {
  let opened: TestServer | undefined;
  let ana: Person;
  const server = (): TestServer => opened ?? assert.fail('The server is not open yet');
  before(async () => {
    opened = await TestServer.open('sqlite');
    ana = await opened.member('Ana');
    const family = await ana.makesCircle('Family');
    for (const width of [500, 600, 700]) {
      await ana.posts('Here', { to: family, photos: [await plainPhoto(width, 400)] });
    }
    await opened.app.context.jobs.idle();
  });
  after(() => opened?.close());

  // OPERATE-4
  test('a backup folder that is damaged anywhere is refused, and nothing is restored', async () => {
    const folder = await newFolder();
    await refuses(server(), folder, /holds no whole backup\.$/);
    await succeeds(operate(server(), 'backup', folder));
    const [photo = ''] = await photosOf(folder);
    const [snapshot = ''] = (await snapshotsOf(folder)).map((name) => path.join(folder, 'snapshots', name));
    await inFresh(async (fresh) => {
      for (const file of [photo, snapshot]) {
        const bytes = await readFile(file);
        const altered = Buffer.from(bytes);
        const middle = Math.floor(bytes.length / 2);
        altered[middle] = (altered[middle] ?? 0) ^ 1;
        await writeFile(file, altered);
        await refuses(fresh, folder, /is damaged, and nothing was restored/);
        await writeFile(file, bytes);
        await truncate(file, bytes.length - 1);
        await refuses(fresh, folder, /was restored|was cut off/);
        await rm(file);
        await refuses(fresh, folder, /is missing, and nothing was restored|holds no whole/);
        await writeFile(file, bytes);
      }
      await holdsNothing(fresh);
      await restored(fresh, folder);
    });
  });

  test('a snapshot that was cut off is ignored, and the next backup deletes it', async () => {
    const folder = await newFolder();
    await succeeds(operate(server(), 'backup', folder));
    const whole = await snapshotsOf(folder);
    const fresh = path.join(root, 'killed');
    // Once it has begun to write, and once it is about to finish.
    for (const begun of ['lock', 'known-photos']) {
      const child = spawn(process.execPath, [builtProgram('circle'), 'backup', `${fresh}/`], {
        env: besideOf(server()),
      });
      const ended = once(child, 'exit');
      while (child.exitCode === null && !(await readdir(fresh).catch(() => [''])).includes(begun)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      child.kill('SIGKILL');
      await ended;
      assert.deepEqual(
        (await snapshotsOf(fresh)).filter((name) => name.endsWith('.partial')),
        [],
      );
      if ((await snapshotsOf(fresh)).length === 0) {
        await fails(operate(server(), 'restore', fresh), /holds no whole backup\.$/);
        await fails(
          operate(server(), 'backup', fresh),
          /Another backup is being made in .* or one broke off/,
        );
      }
      // As five minutes later: what the killed run had locked is free.
      for (const name of await readdir(fresh).catch(() => [])) {
        if (name.endsWith('lock')) await utimes(path.join(fresh, name), new Date(0), new Date(0));
      }
    }
    const left = path.join(folder, 'snapshots', 'circle-2026-11-21T03-00-00-000Z');
    for (const end of ['.photos', '.backup.partial', '.backup.age.partial']) await writeFile(left + end, 'x');
    await mkdir(path.join(folder, 'photos', '00'), { recursive: true });
    const alien = path.join(folder, 'photos', '00', `${'0'.repeat(64)}.x.partial`);
    await writeFile(alien, 'x');
    await succeeds(operate(server(), 'backup', folder, '--keep', '3'));
    const names = await readdir(path.join(folder, 'snapshots'));
    assert.deepEqual(names.length, 2 * (whole.length + 1));
    assert.ok(!(await photosOf(folder)).includes(alien));
    await succeeds(operate(server(), 'backup', fresh));
    await inFresh(async (other) => {
      assert.match(await restored(other, fresh), /all is well\.$/);
    });
  });

  test('a backup folder is written by one backup, and a concurrent one is refused', async () => {
    const folder = await newFolder();
    const outcomes = await Promise.all([1, 2, 3].map(() => operateAsProgram(server(), 'backup', folder)));
    const won = outcomes.filter(({ code }) => code === 0).length;
    assert.ok(won >= 1);
    for (const { code, err } of outcomes)
      if (code !== 0) assert.match(err, /^Another backup is being made in/);
    assert.equal((await snapshotsOf(folder)).length, won);
  });

  test('a backup is newer than one that was made while the clock was ahead', async () => {
    const folder = await newFolder();
    await succeeds(operate(server(), 'backup', folder));
    const snapshots = path.join(folder, 'snapshots');
    for (const name of await readdir(snapshots))
      await rename(
        path.join(snapshots, name),
        path.join(snapshots, name.replace(/circle-\d{4}/, 'circle-2999')),
      );
    await writeFile(path.join(folder, 'lock'), '');
    const ahead = new Date('2999-01-01');
    await utimes(path.join(folder, 'lock'), ahead, ahead);
    const said = await succeeds(operate(server(), 'backup', folder, '--keep', '1'));
    const [left = '', ...more] = await snapshotsOf(folder);
    assert.ok(said.startsWith(path.join(snapshots, left)), `${said}, but ${left} is left`);
    assert.deepEqual(more, []);
  });

  // OPERATE-6
  test('a backup folder with a public key has encrypted contents and file names', async () => {
    const folder = await newFolder();
    const [keys, other] = [await newBackupKey(), await newBackupKey()];
    const sealing = (publicKey: string) => ({
      environment: { ...server().environment, BACKUP_PUBLIC_KEY: publicKey },
    });
    await succeeds(operate(server(), 'backup', folder));
    const plain = await photosOf(folder);
    assert.match(
      await succeeds(operate(sealing(keys.publicKey), 'backup', folder, '--keep', '1')),
      /\.age holds .* Only the private key/,
    );
    const sealed = await photosOf(folder);
    assert.deepEqual([sealed.length, sealed.filter((file) => plain.includes(file))], [plain.length, []]);
    for (const file of sealed) {
      assert.match(path.basename(file), /^[0-9a-f]{32}\.age$/);
      assert.match((await readFile(file)).toString('latin1'), /^age-encryption\.org\/v1\n-> X25519 /);
    }
    // Only this installation can read the folder's list of photos.
    const known = (await readFile(path.join(folder, 'known-photos'))).toString('latin1');
    for (const file of plain) assert.ok(!known.includes(path.basename(file)));
    await succeeds(operate(sealing(keys.publicKey), 'backup', folder));
    assert.deepEqual(await photosOf(folder), sealed);
    await writeFile(path.join(folder, 'known-photos'), known.slice(1), 'latin1');
    const warned = await operate(sealing(keys.publicKey), 'backup', folder, '--keep', '1');
    assert.equal(warned.code, 0);
    const anew = await photosOf(folder);
    assert.deepEqual([anew.length, anew.filter((file) => sealed.includes(file))], [sealed.length, []]);

    const [right, wrong] = [path.join(root, 'right.key'), path.join(root, 'wrong.key')];
    await writeFile(right, `# of the backups\n${keys.privateKey}\n`);
    await writeFile(wrong, other.privateKey);
    await inFresh(async (fresh) => {
      await refuses(fresh, folder, /is encrypted\. Give the private key: --key FILE\./);
      await refuses(fresh, folder, /was encrypted to another key\.$/, wrong);
      const [photo = ''] = anew;
      const bytes = await readFile(photo);
      await truncate(photo, bytes.length - 1);
      await refuses(fresh, folder, /was cut off or altered, and nothing/, right);
      await writeFile(photo, bytes);
      await holdsNothing(fresh);
      assert.match(await restored(fresh, folder, right), /all is well\.$/);
      await again(ana, fresh);
    });
  });
});
