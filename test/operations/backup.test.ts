import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as bugs from '../../contract/bug-reports.ts';
import * as delivery from '../../contract/delivery.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { newBackupKey } from '../../server/features/system/backup/crypt.ts';
import { restoreBackup } from '../../server/features/system/backup/restore.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { addPasskey, codeOf, enterWith, halfWay, setUpTotp } from '../harness/factors.ts';
import { fails, operate, operateAsProgram, succeeds } from '../harness/operate.ts';
import { FrameTablet, pairedFrame } from '../harness/frame-tablet.ts';
import { formOf, mediaOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { reports } from '../harness/reports.ts';
import { uploadVideo, uploadVoice } from '../harness/videos.ts';
import {
  type DatabaseKind,
  onBothDatabases,
  onDatabases,
  password,
  TestServer,
} from '../harness/test-server.ts';
import { startS3 } from '../fakes/s3.ts';
import { readsOf } from '../trust/crawl.ts';

/** How often a server is backed up under writes; `TEST_ROUNDS=50` for the long run. */
const rounds = Number(process.env['TEST_ROUNDS'] ?? 1);

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'circle-backup-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const bytesOf = async (person: Person, post: Post): Promise<Buffer[]> =>
  Promise.all(
    mediaOf(post).map(async ({ url }) => Buffer.from(await (await person.fetch('GET', url)).arrayBuffer())),
  );

/** The same person in the same browser at another server, signed in again. */
const again = async (person: Person, server: TestServer): Promise<Person> => {
  const twin = server.visitor(person.name);
  twin.cookie = person.cookie;
  await twin.signIn(password);
  return twin;
};

// A text that must survive every transport unchanged.
const odd = 'Two lines\nand a line separator \u2028, "quotes", a \\, an emoji 🍋 and Dóra';

interface Story {
  ana: Person;
  ben: Person;
  eve: Person;
  family: Circle;
  lemons: Post;
}

const tell = async (server: TestServer, prefix: string): Promise<Story> => {
  const [ana, ben, eve] = await server.members(`${prefix}ana`, `${prefix}ben`, `${prefix}eve`);
  const family = await ana.makesCircle('Family');
  await ana.adds(ben, family);
  const lemons = await ana.posts('Eleven', {
    to: family,
    photos: [await plainPhoto(), await plainPhoto(1600, 1200)],
    photoIds: [(await uploadVideo(ana)).id],
    more: { voiceId: (await uploadVoice(ana)).id },
  });
  await ben.comments(lemons, odd);
  await ben.ask(likes.like, { id: lemons.id });
  const photoId = (await ben.ask(posts.get, { id: lemons.id })).images[1]?.id ?? '';
  await ben.ask(likes.likePhoto, { id: photoId });
  await ben.ask(comments.add, { id: lemons.id, content: 'These two', photoId });
  await ben.ask(delivery.seen, { postIds: [lemons.id] });
  await ben.ask(delivery.set, { circles: [{ circleId: null, when: 'sunday' }] });
  // Its key must not be given out again.
  const gone = await ana.posts('Gone', { to: family });
  await ana.ask(posts.remove, { id: gone.id });
  await server.app.context.jobs.idle();
  return { ana, ben, eve, family, lemons };
};

onBothDatabases('the check command', (server) => {
  test('the check finds nothing wrong with a server in use', async () => {
    await tell(server(), 'c');
    assert.match(
      await succeeds(operate(server(), 'check')),
      /^3 members, 4 photos in \d+ files \(.* MB\): all is well\.$/,
    );
  });

  test('the check finds wrong counters, missing or truncated files, and orphan files', async () => {
    const { db, storage } = server().app.context;
    const { rows } = await sql<{ public_id: string }>`select public_id from posts`.execute(db.read);
    const [post] = rows;
    await db.write(({ q }) => sql`update posts set likes_count = likes_count + 1`.execute(q));
    await fails(
      operate(server(), 'check'),
      new RegExp(`likes of the moment ${post?.public_id}: 2 kept, 1 counted`),
    );
    await db.write(({ q }) => sql`update posts set likes_count = likes_count - 1`.execute(q));

    const [stored, other] = await Array.fromAsync(storage.list());
    assert.ok(stored && other);
    const found = await storage.read(stored.key);
    const bytes = Buffer.concat(await Array.fromAsync(found?.stream ?? []));
    await storage.put(stored.key, bytes.subarray(1));
    await fails(operate(server(), 'check'), new RegExp(`has \\d+ bytes instead of \\d+`));
    await storage.remove([stored.key]);
    await fails(operate(server(), 'check'), new RegExp(`${stored.key.slice(0, 32)} is without 1 of its`));
    await storage.put(stored.key, bytes);

    // An upload that broke off leaves such a row, which the sweep takes after a day.
    const brokenOff = newId();
    const at = (hours: number) => Date.now() - hours * 60 * 60_000;
    await db.write(({ q }) =>
      sql`
        insert into images (public_id, owner_id, kind, post_id, position, alt, width, height, placeholder, bytes,
          variants, created_at)
        select ${brokenOff}, owner_id, kind, null, 0, null, width, height, placeholder, bytes, variants, ${at(24)}
        from images where post_id is not null limit 1`.execute(q),
    );
    assert.match(await succeeds(operate(server(), 'check')), /all is well/);
    await db.write(({ q }) =>
      sql`update images set created_at = ${at(26)} where public_id = ${brokenOff}`.execute(q),
    );
    await fails(operate(server(), 'check'), new RegExp(`${brokenOff} is without`));
    await db.write(({ q }) => sql`delete from images where public_id = ${brokenOff}`.execute(q));

    const alien = `${'0'.repeat(32)}-480.webp`;
    await storage.put(alien, bytes);
    assert.match(await succeeds(operate(server(), 'check')), /all is well/, 'it may be an upload under way');
    const file = path.join(server().dataDir, 'photos', '00', '00', alien);
    await utimes(file, new Date(0), new Date(0));
    await fails(
      operate(server(), 'check'),
      new RegExp(`one thing is wrong.\n  file ${alien} belongs to nothing$`),
    );
    await storage.remove([alien]);
    assert.equal((await operate(server(), 'check', 'harder')).code, 1);
  });
});

const routes: [DatabaseKind, DatabaseKind][] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];
for (const [from, to] of routes) {
  describe(`a backup from ${from} to ${to}`, () => {
    let old: TestServer;
    let fresh: TestServer;
    before(async () => {
      old = await TestServer.open(from);
      fresh = await TestServer.open(to);
    });
    after(async () => {
      await old.close();
      await fresh.close();
    });

    test('the backup restores every byte, visible to the same people', async () => {
      const { ana, ben, eve, family, lemons } = await tell(old, '');
      const { secret } = await setUpTotp(old, eve);
      await addPasskey(old, eve);
      const bug = await ben.ask(
        bugs.send,
        formOf({
          title: 'Lemons lie on their side',
          description: 'The second photo of the lemons lies on its side.',
          severity: 'low',
          screenshot: new Blob([new Uint8Array(await plainPhoto())]),
        }),
      );
      const { tablet } = await pairedFrame(old, ben, family);
      await old.mailsTo(ben);
      const file = path.join(folder, `${from}.zip`);
      assert.match(await succeeds(operate(old, 'backup', file)), /holds \d+ tables and \d+ files/);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      await fails(operate(old, 'backup', file), /is there already\.$/);
      await fails(operate(old, 'restore', file), /^There are members here already: 3\./);
      assert.match(
        await succeeds(operate(fresh, 'restore', file)),
        /^Restored the backup of .*\n3 members.*all is well/,
      );

      const [ana2, ben2] = await Promise.all([ana, ben].map((person) => again(person, fresh)));
      assert.ok(ana2 && ben2);
      // Her account comes back with its protection.
      const eve2 = fresh.visitor(eve.name);
      eve2.cookie = eve.cookie;
      const { ticket, ...factors } = await halfWay(eve2);
      assert.deepEqual(factors, { code: true, passkey: true });
      enterWith(eve2, await eve2.call(auth.secondFactor, { ticket, code: codeOf(secret) }));
      assert.equal((await eve2.ask(account.factors, {})).recoveryCodesLeft, 10);
      assert.equal(ana2.id, ana.id);
      await ben2.sees(lemons);
      await eve2.doesNotSee(lemons);
      assert.deepEqual(await ben2.reads(lemons), [odd, 'These two']);
      const [, photo] = (await ana2.ask(posts.get, { id: lemons.id })).images;
      assert.deepEqual([photo?.likesCount, photo?.commentsCount], [1, 1]);
      const [post] = (await ben2.feed()).items;
      assert.deepEqual([post?.likesCount, post?.commentsCount, post?.isLiked], [1, 2, true]);
      assert.deepEqual(await bytesOf(ben2, lemons), await bytesOf(ben, lemons));
      const pictures = await Array.fromAsync(fresh.app.context.storage.list(bug.id));
      const copied = await Array.fromAsync(old.app.context.storage.list(bug.id));
      assert.equal(pictures.length > 0, true);
      assert.deepEqual(
        new Map(pictures.map(({ key, size }) => [key, size])),
        new Map(copied.map(({ key, size }) => [key, size])),
      );
      const when = (person: Person) => person.ask(delivery.get, {});
      assert.deepEqual(await when(ben2), await when(ben));
      const { rows: told } = await sql`select * from told_posts`.execute(fresh.app.context.db.read);
      assert.equal(told.length, 1, 'what was on screen');
      await makeAllLetters(fresh.app.context);
      assert.deepEqual(await fresh.mailsTo(ben), [], 'told before the backup');
      ben2.cookie = ben.cookie;
      assert.equal((await ben2.request('GET', '/api/user')).status, 401, 'sessions are not restored');
      // FRAME-6
      const restored = new FrameTablet(fresh);
      restored.cookie = tablet.cookie;
      assert.deepEqual([await tablet.state(), await restored.state()], ['showing', 'ended']);

      await ana2.posts('Next', { to: family });
      const { rows } = await sql<{ id: number }>`select id from posts order by id`.execute(
        fresh.app.context.db.read,
      );
      assert.deepEqual(
        rows.map(({ id }) => id),
        [1, 3],
        'the key of the moment that was deleted is not given out again',
      );
      assert.match(await succeeds(operate(fresh, 'check')), /all is well/);
    });
  });
}

// At every door that takes the id of something, the copy lets in the same people.
const opensAlike = async (
  ids: readonly string[],
  people: readonly Person[],
  copy: TestServer,
): Promise<void> => {
  for (const person of people) {
    const twin = await again(person, copy);
    for (const address of readsOf(ids)) {
      const [{ status }, told] = [await person.request('GET', address), await twin.request('GET', address)];
      assert.equal(told.status, status, `${person.name} at ${address} of the copy: ${told.text}`);
    }
  }
};

const backUpUnderWrites = async (kind: DatabaseKind): Promise<void> => {
  const busy = await TestServer.open(kind);
  const fresh = await TestServer.open('sqlite');
  try {
    const { ana, ben, eve, family, lemons } = await tell(busy, 'w');
    const photo = await plainPhoto(300, 200);
    const kept: Post[] = [];
    for (let i = 0; i < 5; i++) kept.push(await ana.posts(`Before ${i}`, { to: family, photos: [photo] }));
    let isOver = false;
    const live = async (person: Person) => {
      // A backup that takes its time on a busy machine does not get more to do all along.
      for (let i = 0; !isOver && i < 12; i++) {
        const post = await person.posts(`During ${i}`, { to: family, photos: [photo, photo] });
        await person.comments(post, 'Meanwhile');
        await person.ask(likes.like, { id: post.id });
        if (i % 2 === 0) await person.ask(posts.remove, { id: post.id });
      }
    };
    const file = path.join(folder, `busy-${ana.id}.zip`);
    const lives = [ana, ana, ben, ben].map(live);
    try {
      await succeeds(operateAsProgram(busy, 'backup', file));
    } finally {
      isOver = true;
      await Promise.all(lives);
    }
    assert.match(await succeeds(operate(fresh, 'restore', file)), /all is well\.$/);
    const twin = await again(ben, fresh);
    for (const post of kept) {
      await twin.sees(post);
      assert.deepEqual(await bytesOf(twin, post), await bytesOf(ben, post));
    }
    await opensAlike([lemons.id, family.id, ana.id, eve.id], [ana, ben, eve], fresh);
    assert.match(await succeeds(operate(busy, 'check')), /all is well/);
    await rm(file);
  } finally {
    await fresh.close();
    await busy.close();
  }
};

onDatabases('backups of a running server', (server, testOnBoth) => {
  testOnBoth('a backup is consistent while people post, comment, like and delete', async (t) => {
    const kind = server().environment['DATABASE_URL'] === undefined ? 'sqlite' : 'postgres';
    for (let round = 0; round < rounds; round++) await backUpUnderWrites(kind);
    t.diagnostic(`${rounds} backups of ${kind}, each restored elsewhere`);
  });

  test('a backup succeeds although a photo was lost, and says so', async () => {
    const { ana, ben, lemons } = await tell(server(), 'l');
    const { storage } = server().app.context;
    const name = lemons.images[0]?.variants[0]?.url.replace('/uploads/', '') ?? '';
    const found = await storage.read(name);
    const bytes = Buffer.concat(await Array.fromAsync(found?.stream ?? []));
    await storage.remove([name]);
    const file = path.join(folder, `lost-${ana.id}.zip`);
    await fails(
      operate(server(), 'backup', file),
      /^The backup was made, but files of 1 photos are not there/,
    );
    await storage.put(name, bytes);
    const fresh = await TestServer.open('sqlite');
    try {
      const { code, out, err } = await operate(fresh, 'restore', file);
      assert.deepEqual([code, /^Restored the backup of \S+$/.test(out)], [1, true]);
      assert.match(err, /one thing is wrong\.\n {2}photo \w+ is without 1 of its \d files$/);
      assert.deepEqual(
        await (await again(ben, fresh)).reads(lemons),
        [odd, 'These two'],
        'everything else is there',
      );
    } finally {
      await fresh.close();
    }
  });

  test('a backup without the files of a spoken comment and of a reported photo says so, and is restored', async () => {
    const { ana, ben, family, lemons } = await tell(server(), 'v');
    const { storage } = server().app.context;
    const spoken = await uploadVoice(ben);
    await ben.ask(comments.add, { id: lemons.id, content: 'Said', voiceId: spoken.id });
    const shown = await ana.posts('Shown', { to: family, photos: [await plainPhoto()] });
    await reports(ben, 'post', shown.id);
    await ana.ask(posts.remove, { id: shown.id });
    for (const id of [spoken.id, /[0-9a-f]{32}/.exec(shown.imageUrls[0] ?? '')?.[0] ?? ana.id])
      await storage.remove((await Array.fromAsync(storage.list(id))).map(({ key }) => key));
    const file = path.join(folder, `spoken-${ana.id}.zip`);
    await fails(operate(server(), 'backup', file), /but files of 2 photos are not there/);
    const fresh = await TestServer.open('sqlite');
    try {
      await fails(operate(fresh, 'restore', file), /2 things are wrong\./);
      assert.deepEqual(await (await again(ben, fresh)).reads(lemons), [odd, 'These two', 'Said']);
    } finally {
      await fresh.close();
    }
  });
});

// The file is the same whichever database it comes from.
describe('the file that a backup writes', () => {
  let opened: TestServer | undefined;
  const server = (): TestServer => {
    if (!opened) throw new Error('The server is not open yet');
    return opened;
  };
  before(async () => {
    opened = await TestServer.open('sqlite');
  });
  after(() => opened?.close());

  test('a backup file that is truncated, altered or of another kind is refused, and nothing changes', async () => {
    const { ana, family } = await tell(server(), 'x');
    const whole = path.join(folder, `whole-${ana.id}.zip`);
    await succeeds(operate(server(), 'backup', whole));
    const fresh = await TestServer.open('sqlite');
    const broken = path.join(folder, `broken-${ana.id}.zip`);
    const { size } = await stat(whole);
    try {
      for (const keep of [Math.floor(size / 2), size - 1]) {
        await copyFile(whole, broken);
        await truncate(broken, keep);
        await fails(operate(fresh, 'restore', broken), /is no backup, or was cut off\.$/);
      }
      const bytes = await readFile(whole);
      for (const [word, beyond] of [
        ['WEBPVP8 ', 20],
        ['rows/users.jsonl', 40],
      ] as const) {
        const altered = Buffer.from(bytes);
        const place = altered.indexOf(word) + beyond;
        altered[place] = (altered[place] ?? 0) ^ 0x10;
        await writeFile(broken, altered);
        await fails(operate(fresh, 'restore', broken), /is damaged, and nothing was restored: /);
      }
      await writeFile(broken, 'Lemons, eleven of them');
      await fails(operate(fresh, 'restore', broken), /is no backup, or was cut off\.$/);
      await fails(
        operate(fresh, 'restore', path.join(folder, 'nowhere.zip')),
        /cannot be read \(ENOENT\)\.$/,
      );
      await fails(operate(fresh, 'restore'), /^Give one file\.$/);
      const { rows } = await sql`select id from users`.execute(fresh.app.context.db.read);
      assert.equal(rows.length, 0);
      assert.deepEqual(await Array.fromAsync(fresh.app.context.storage.list()), []);
    } finally {
      await fresh.close();
    }
    await ana.posts('Still here', { to: family });
  });

  test('a backup made with a public key is opened by the private key alone', async () => {
    const { ana, lemons } = await tell(server(), 'k');
    const [keys, other] = [await newBackupKey(), await newBackupKey()];
    const called = path.join(folder, `called-${ana.id}.backup`);
    const sealing = { environment: { ...server().environment, BACKUP_PUBLIC_KEY: keys.publicKey } };
    const said = await succeeds(operate(sealing, 'backup', called));
    assert.match(said, /\.backup\.age holds .* Only the private key/);
    const sealed = `${called}.age`;
    assert.ok(!(await readFile(sealed)).includes('rows/users.jsonl'));
    const [right, wrong, cut] = ['right.key', 'wrong.key', 'cut.age'].map((name) => path.join(folder, name));
    assert.ok(right && wrong && cut);
    await writeFile(right, `# of the backups\n${keys.privateKey}\n`);
    await writeFile(wrong, other.privateKey);
    await copyFile(sealed, cut);
    await truncate(cut, 3_000);
    const fresh = await TestServer.open('sqlite');
    try {
      const from = (file: string, key: string | null) =>
        restoreBackup(fresh.app.context, { file, snapshot: null, key, ledger: null });
      await assert.rejects(from(sealed, null), /is encrypted\. Give the private key: --key FILE\./);
      await assert.rejects(from(sealed, wrong), /was encrypted to another key\.$/);
      await assert.rejects(from(sealed, sealed), /This is no key/);
      await assert.rejects(from(cut, right), /was cut off or altered, and nothing was restored\.$/);
      // As where the disk is full.
      const failing = { ...fresh.app.context, tmpDir: path.join(folder, 'no-such-folder') };
      await assert.rejects(
        restoreBackup(failing, { file: sealed, snapshot: null, key: right, ledger: null }),
        /could not be decrypted here \(ENOENT\), and nothing was restored\.$/,
      );
      assert.match(await succeeds(operate(fresh, 'restore', sealed, '--key', right)), /all is well\.$/);
      await (await again(ana, fresh)).sees(lemons);
    } finally {
      await fresh.close();
    }
  });

  test('a backup restores from files into an S3 store and back', async () => {
    const peer = await startS3();
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = peer.settings;
    const store = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const { ben, lemons } = await tell(server(), 's');
    const [first, second] = [path.join(folder, `s3-${ben.id}.zip`), path.join(folder, `back-${ben.id}.zip`)];
    await succeeds(operate(server(), 'backup', first));
    const inStore = await TestServer.open('sqlite', store);
    const back = await TestServer.open('sqlite');
    try {
      assert.match(await succeeds(operate(inStore, 'restore', first)), /all is well\.$/);
      await succeeds(operate(inStore, 'backup', second));
      assert.match(await succeeds(operate(back, 'restore', second)), /all is well\.$/);
      assert.deepEqual(await bytesOf(await again(ben, back), lemons), await bytesOf(ben, lemons));
    } finally {
      await inStore.close();
      await back.close();
      await peer.stop();
    }
  });

  test('a backup does not overwrite an interrupted backup, and needs a writable folder', async () => {
    const file = path.join(folder, `partial-${server().dataDir.slice(-6)}.zip`);
    await writeFile(`${file}.partial`, '');
    // A killed backup to a public key left this plain copy long ago.
    const left = path.join(server().dataDir, 'tmp-operator', 'backup-1');
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, '');
    await utimes(left, 0, 0);
    await fails(operate(server(), 'backup', file), /\.partial is there: another backup is being made/);
    assert.equal((await readFile(`${file}.partial`)).length, 0);
    await fails(
      operate(server(), 'backup', path.join(folder, 'no', 'such', 'folder.zip')),
      /cannot be written \(ENOENT\)/,
    );
    await fails(operate(server(), 'backup', 'a', 'b'), /^Give one file\.$/);
    await assert.rejects(stat(left), { code: 'ENOENT' });
  });
});
