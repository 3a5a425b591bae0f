import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { storedRow } from '../../server/platform/db/snapshot.ts';
import * as bugs from '../../contract/bug-reports.ts';
import * as likes from '../../contract/likes.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { ledgerName } from '../../server/features/system/backup/ledger.ts';
import { checkEverything } from '../../server/features/system/check.ts';
import { move } from '../../server/cli/commands/move.ts';
import { allTables, keyColumns } from '../../server/platform/db/backup-tables.ts';
import { openDatabase } from '../../server/platform/db/open.ts';
import { createLog } from '../../server/platform/log.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { builtProgram } from '../harness/built.ts';
import { pairedFrame } from '../harness/frame-tablet.ts';
import { Installation } from '../harness/installation.ts';
import { besideOf } from '../harness/operate.ts';
import { formOf, mediaOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { uploadVideo, uploadVoice } from '../harness/videos.ts';
import { type S3Peer, startS3 } from '../fakes/s3.ts';
import { longTest } from '../runner/long-test.ts';

const program = builtProgram('circle');

interface Moving {
  child: ChildProcess;
  /** All that it has printed by now. */
  out: () => string;
  err: () => string;
  /** Resolves once it has printed this. */
  says: (words: string) => Promise<void>;
  ended: Promise<number | null>;
}

/** `npm run circle -- …` in a separate process, as operators call it. */
const operate = (at: Installation, ...words: string[]): Moving => {
  const child = spawn(process.execPath, [program, ...words], { env: besideOf(at) });
  let [out, err] = ['', ''];
  const printed = new EventTarget();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part;
    printed.dispatchEvent(new Event('more'));
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    err += part;
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    child,
    out: () => out,
    err: () => err,
    says: async (wanted) => {
      while (!out.includes(wanted)) {
        await Promise.race([once(printed, 'more'), ended]);
        assert.equal(child.exitCode, null, err);
      }
    },
    ended,
  };
};

const succeeds = async (moving: Moving): Promise<string> => {
  assert.deepEqual([await moving.ended, moving.err()], [0, ''], moving.out());
  return moving.out();
};

/** The same in this process; `onLine` may do harm at any line. @returns what was printed */
const moves = async (
  from: Installation,
  to: Installation,
  { flags = [], onLine = () => {} }: { flags?: string[]; onLine?: (line: string) => unknown } = {},
): Promise<string> => {
  const lines: string[] = [];
  await move.runOutside(from.settings, ['--to', await to.file(), ...flags], (line) => {
    lines.push(line);
    onLine(line);
  });
  return lines.join('\n');
};

const isRefused = async (from: Installation, to: Installation, line: RegExp): Promise<void> => {
  await assert.rejects(
    () => moves(from, to),
    (error: Error) => line.test(error.message) || assert.fail(error.message),
  );
};

/** Every row of every table as a line, in no order that the move had a hand in. */
const rowsOf = async ({ settings }: Installation): Promise<Record<string, string[]>> => {
  const db = await openDatabase(settings, createLog('silent'));
  try {
    const tables: Record<string, string[]> = {};
    for (const table of allTables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.read);
      const lines = rows.map((row) =>
        JSON.stringify(Object.entries(storedRow(row)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      );
      tables[table] = lines.toSorted();
    }
    return tables;
  } finally {
    await db.close();
  }
};

const filesOf = async ({ settings }: Installation): Promise<Map<string, string>> => {
  const storage = await openStorage(settings);
  const sums = new Map<string, string>();
  for (const { key } of (await Array.fromAsync(storage.list())).toSorted((a, b) =>
    a.key < b.key ? -1 : 1,
  )) {
    const found = await storage.read(key);
    assert.ok(found);
    const hash = createHash('sha256').update(await buffer(found.stream));
    sums.set(key, hash.digest('hex'));
  }
  return sums;
};

const areTheSame = async (a: Installation, b: Installation): Promise<void> => {
  assert.deepEqual(await rowsOf(a), await rowsOf(b));
  const [files, others] = [await filesOf(a), await filesOf(b)];
  assert.ok(files.size > 5);
  assert.deepEqual(files, others);
};

const bytesOf = async (person: Person, post: Post): Promise<Buffer[]> =>
  Promise.all(
    mediaOf(post).map(async ({ url }) => Buffer.from(await (await person.fetch('GET', url)).arrayBuffer())),
  );

interface Story {
  ana: Person;
  ben: Person;
  eve: Person;
  family: Circle;
  lemons: Post;
  /** Uploaded by Ana, and not shared yet. */
  waiting: string;
}

const denied = { status: 403, code: 'AccessDenied' };

const odd = 'Two lines\nand a line separator \u2028, "quotes", a \\, an emoji 🍋 and Dóra';

/** A community with photos, stopped in the middle of things. */
const tell = async (place: Installation): Promise<Story> => {
  await place.start();
  const [ana, ben, eve] = [await place.member('Ana'), await place.member('Ben'), await place.member('Eve')];
  const family = await ana.makesCircle('Family');
  await ana.adds(ben, family);
  const lemons = await ana.posts('Eleven', {
    to: family,
    photos: [await plainPhoto(), await plainPhoto(500, 300)],
    photoIds: [(await uploadVideo(ana)).id],
    more: { voiceId: (await uploadVoice(ana)).id },
  });
  for (const content of [odd, 'And a second one', 'And a third']) await ben.comments(lemons, content);
  await ben.ask(likes.like, { id: lemons.id });
  const gone = await ana.posts('Gone', { to: family });
  await ana.ask(posts.remove, { id: gone.id });
  await ben.ask(
    bugs.send,
    formOf({
      title: 'Lemons lie on their side',
      description: 'The second photo of the lemons lies on its side.',
      severity: 'low',
      screenshot: new Blob([new Uint8Array(await plainPhoto())]),
    }),
  );
  await pairedFrame(ana, ana, family);
  await place.server.context.jobs.idle();
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(await plainPhoto(700, 500))]), 'photo.jpg');
  const { id: waiting } = await ana.ask(media.upload, form);
  await place.server.context.db.write(({ q }) =>
    q
      .insertInto('rate_limits')
      .values({ key: 'login ana', points: 3, resets_at: Date.now() + 60_000 })
      .execute(),
  );
  await place.stop();
  return { ana, ben, eve, family, lemons, waiting };
};

const sharesWaiting = (ana: Person, { family, waiting }: Story): Promise<Post> => {
  const form = new FormData();
  form.set('content', 'At last');
  form.set('circleIds', JSON.stringify([family.id]));
  form.set('photoIds', JSON.stringify([waiting]));
  return ana.ask(posts.create, form);
};

describe('moving an installation to another database or photo store', () => {
  const places: Installation[] = [];
  const make = async (...args: Parameters<typeof Installation.make>): Promise<Installation> => {
    const place = await Installation.make(...args);
    places.push(place);
    return place;
  };
  let s3: S3Peer;
  let home: Installation;
  let story: Story;

  before(async () => {
    s3 = await startS3();
    home = await make('sqlite');
    story = await tell(home);
  });
  after(async () => {
    for (const place of places) await place.remove();
    await s3.stop();
  });

  // OPERATE-8
  test('a move resumes after two interruptions and takes everything to another database and store', async () => {
    const { ana, ben, eve, family, lemons } = story;
    const far = await make('postgres', { s3 });
    const [rowsBefore, filesBefore] = [await rowsOf(home), await filesOf(home)];

    await assert.rejects(
      () => moves(home, far, { onLine: (line) => line === 'Files:' && s3.stumble(denied) }),
      /^CommandError: It broke off: .*AccessDenied.*\n.* Call the same once more, and it goes on from here\.$/,
    );
    const early = operate(far, 'check');
    assert.equal(await early.ended, 1);
    assert.match(early.err(), /^The move into this database is not finished\./);

    // As if it had been cut off within a table: the rest of the comments has not arrived, nor has what comes later.
    const db = await openDatabase(far.settings, createLog('silent'));
    await db.write(async ({ q }) => {
      for (const table of allTables.slice(allTables.indexOf('comments') + 1)) {
        await sql`delete from ${sql.table(table)}`.execute(q);
        await sql`delete from move_marks where name = ${table}`.execute(q);
      }
      await sql`delete from comments where id > 1`.execute(q);
      // Recently deleted rows have left their ids in the ledger.
      await sql`delete from deletions`.execute(q);
      await sql`update move_marks set value = '[1]' where name = 'comments'`.execute(q);
    });
    await db.close();

    const killed = operate(home, 'move', '--to', await far.file());
    await killed.says('Files:');
    killed.child.kill('SIGKILL');
    assert.equal(await killed.ended, null);
    assert.match(killed.out(), /Going on with the rows where it was cut off:/);
    assert.match(killed.out(), /comments: 2 rows that were missing/);

    const out = await succeeds(operate(home, 'move', '--to', await far.file()));
    assert.match(out, /\d+ files, of which [1-9]\d* were there already/);
    assert.match(out, /^ {2}users +3 +3$/m);
    assert.match(out, /^ {2}comments +3 +3$/m);
    assert.match(out, /^ {2}sessions +3 +3$/m);
    assert.match(out, /Everything is there\. Start the server with the settings of .*env now\.$/m);
    assert.deepEqual(
      [await rowsOf(home), await filesOf(home)],
      [rowsBefore, filesBefore],
      'the source is as it was',
    );
    await areTheSame(home, far);
    await isRefused(home, far, /^There are members here already: 3\. Nothing was moved/);

    await far.start();
    const [ana2, ben2, eve2] = [far.again(ana), far.again(ben), far.again(eve)];
    await ben2.sees(lemons);
    await eve2.doesNotSee(lemons);
    assert.deepEqual(await ben2.reads(lemons), [odd, 'And a second one', 'And a third']);
    const next = await ana2.posts('Next', { to: family, photos: [await plainPhoto()] });
    await ben2.sees(next);
    const shared = await sharesWaiting(ana2, story);
    await far.server.context.jobs.idle();
    const { rows } = await sql<{ id: number; full: number | null }>`
      select p.id, max(i.full_bytes) as "full" from posts p join images i on i.post_id = p.id
      group by p.id order by p.id`.execute(far.server.context.db.read);
    assert.deepEqual(
      rows.map(({ id, full }) => [id, full !== null]),
      [1, 3, 4].map((id) => [id, true]),
      'no key is given out twice, and the upload that waited has its full-size copy',
    );
    const photos = await Promise.all([next, shared].map((post) => bytesOf(ben2, post)));
    await far.stop();

    const back = await make('sqlite');
    // A restore had replaced a database that knew of deletions, which no database knows now.
    const [known, more] = ['1', '2'].map((id) => JSON.stringify({ kind: 'post', id: id.repeat(32), at: 1 }));
    await writeFile(path.join(far.dataDir, ledgerName), `${known}\n${more}\n`);
    await writeFile(path.join(back.dataDir, ledgerName), `${known}\n`);
    await moves(far, back);
    assert.equal(await readFile(path.join(back.dataDir, ledgerName), 'utf8'), `${known}\n${more}\n`);
    await areTheSame(far, back);
    await back.start();
    const ben3 = back.again(ben);
    assert.deepEqual(await Promise.all([next, shared].map((post) => bytesOf(ben3, post))), photos);
    await back.again(ana).posts('Home again', { to: family });
    await back.server.context.jobs.idle();
    assert.match(await checkEverything(back.server.context), /^3 members, .* all is well\.$/);
  });

  test('moving the files alone, or the database alone, leaves the other in place', async () => {
    const store = await startS3('only-files');
    try {
      const elsewhere = await make('sqlite', { s3: store, within: home });
      assert.doesNotMatch(await moves(home, elsewhere), /^Rows:$/m);
      assert.deepEqual(await filesOf(elsewhere), await filesOf(home));
      const both = await make('postgres', { s3: store });
      assert.doesNotMatch(await moves(elsewhere, both), /^Files:$/m);
      await areTheSame(home, both);
      await isRefused(both, both, /^There is nothing to move: rows and files are where/);
    } finally {
      await store.stop();
    }
  });

  test('a move to a place with other data is refused, and changes nothing there', async () => {
    const target = await make('postgres');
    await target.start();
    await isRefused(home, target, /^Stop the server first: a server is connected \(\d+ connections\)\.$/);
    await isRefused(target, home, /^Stop the server first/);
    await target.member('Zoe');
    await target.stop();
    const held = await rowsOf(target);
    await isRefused(
      home,
      target,
      /^There are members here already: 1\. Nothing was moved: name an empty place\.$/,
    );
    assert.deepEqual(await rowsOf(target), held);

    const foreign = await make('postgres');
    const db = await openDatabase(foreign.settings, createLog('silent'));
    await db.write(({ q }) => sql`create table users (name text)`.execute(q));
    await isRefused(home, foreign, /^Stop the server first: a server is connected/);
    await db.close();
    await isRefused(home, foreign, /^There are 1 tables of another program\. Nothing was moved/);

    const photos = await make('sqlite');
    await (await openStorage(photos.settings)).put('0123-of-somebody.webp', Buffer.from('theirs'));
    await isRefused(home, photos, /^There are files of something else where the photos are to go, 0123-of/);
    assert.equal((await filesOf(photos)).size, 1);

    const empty = await make('sqlite');
    await isRefused(empty, target, /^There is no database /);
    await isRefused(home, await make('sqlite', { within: home }), /^There is nothing to move/);
    await home.start();
    await isRefused(home, empty, /^Stop the server first: a program holds .*circle\.db open\.$/);
    await home.stop();
    await writeFile(path.join(home.dataDir, 'odd.env'), 'DATABASE_URL=mysql://here');
    for (const [words, line] of [
      [[], /^Say where to: --to FILE/],
      [['--to', path.join(home.dataDir, 'none.env')], /^There is no file /],
      [['--to', path.join(home.dataDir, 'odd.env')], /^DATABASE_URL must start with postgres/],
    ] as const) {
      await assert.rejects(
        () => move.runOutside(home.settings, words, () => {}),
        (error: Error) => line.test(error.message),
      );
    }
  });

  longTest('a move to an installation that nobody has joined works, and starts over on request', async () => {
    const target = await make('sqlite');
    await target.start();
    await target.stop();
    await moves(home, target);
    await areTheSame(home, target);

    // The source was started and stopped again while a move was cut off: what arrived before is not what is there now.
    const store = await startS3('once-more');
    const other = await make('postgres', { s3: store });
    await assert.rejects(() =>
      moves(home, other, { onLine: (line) => line === 'Files:' && store.stumble(denied) }),
    );
    await home.start();
    await home.again(story.ben).comments(story.lemons, 'Meanwhile');
    await home.server.context.jobs.idle();
    await home.stop();
    await isRefused(home, other, /^Not the same on both sides: .*posts.*Move once more with --anew\.$/);
    await isRefused(target, other, /^Not the same on both sides/);
    await moves(home, other, { flags: ['--anew'] });
    await areTheSame(home, other);
    await store.stop();
  });
});

test('the key columns by which tables are paged are their primary keys in the database', async () => {
  const place = await Installation.make('sqlite');
  try {
    await place.start();
    for (const table of allTables) {
      const { rows } = await sql<{ name: string }>`
        select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(
        place.server.context.db.read,
      );
      assert.deepEqual(
        rows.map(({ name }) => name),
        keyColumns(table),
        table,
      );
    }
  } finally {
    await place.remove();
  }
});
