import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import {
  archiveFormat,
  type Manifest,
  photoKey,
} from '../../server/features/system/backup/archive/manifest.ts';
import { openArchive } from '../../server/features/system/backup/archive/read.ts';
import { createArchive } from '../../server/features/system/backup/archive/write.ts';
import { CommandError } from '../../server/command-error.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'circle-archive-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const contents: Record<string, Buffer> = {
  'rows/users.jsonl': Buffer.from('{"id":1,"first_name":"Ana"}\n'.repeat(200)),
  'photos/0123-480.webp': Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at) % 251)),
  'rows/nothing.jsonl': Buffer.alloc(0),
};

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

const write = async (name: string, more: Partial<Manifest> = {}): Promise<string> => {
  const file = path.join(folder, name);
  const archive = await createArchive(file);
  const entries = [];
  for (const [entry, bytes] of Object.entries(contents)) {
    entries.push(await archive.add(entry, once(bytes), { compress: entry.startsWith('rows/') }));
  }
  await archive.finish({
    kind: 'circle-backup',
    format: archiveFormat,
    version: '1.0.0',
    createdAt: new Date(0).toISOString(),
    migrations: ['0064-first-release'],
    keysGiven: { users: 200 },
    tables: ['users', 'nothing'],
    entries,
    ...more,
  });
  await archive.abandon();
  return file;
};

test('a backup archive gives back what was put in', async () => {
  const archive = await openArchive(await write('whole.zip'));
  await archive.verify();
  for (const { name, size } of archive.manifest.entries) {
    assert.deepEqual(await buffer(await archive.read(name)), contents[name]);
    assert.equal(size, contents[name]?.length);
  }
  await assert.rejects(() => archive.read('rows/circles.jsonl'), CommandError);
  archive.close();
});

test('a backup archive with any one byte changed is refused or still restores the same', async () => {
  const whole = await readFile(await write('sound.zip'));
  const file = path.join(folder, 'changed.zip');
  let refused = 0;
  for (let place = 0; place < whole.length; place += 3) {
    const bytes = Buffer.from(whole);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8));
    await writeFile(file, bytes);
    try {
      const archive = await openArchive(file);
      try {
        await archive.verify();
        for (const { name } of archive.manifest.entries) {
          assert.deepEqual(await buffer(await archive.read(name)), contents[name]);
        }
      } finally {
        archive.close();
      }
    } catch (error) {
      assert.ok(error instanceof CommandError, `byte ${place}: ${String(error)}`);
      refused++;
    }
  }
  assert.ok(refused > whole.length / 4, `only ${refused} refused`);
});

test('a backup archive cut off anywhere is refused', async () => {
  const whole = await readFile(await write('long.zip'));
  const file = path.join(folder, 'cut.zip');
  for (let length = 0; length < whole.length; length += 7) {
    await writeFile(file, whole.subarray(0, length));
    await assert.rejects(() => openArchive(file), CommandError);
  }
});

test('a backup archive of a newer format is refused with a message that says so', async () => {
  const newer = await write('newer.zip', { format: archiveFormat + 1 });
  await assert.rejects(() => openArchive(newer), /was made by a newer Circle/);
});

test('only files with names of photos are read from a backup archive as photos', () => {
  assert.equal(photoKey('photos/0123-480.webp'), '0123-480.webp');
  for (const name of ['photos/', 'photos/../circle.db', 'photos/A', 'rows/photos/0', 'manifest.json']) {
    assert.equal(photoKey(name), null);
  }
});

test('a failing backup leaves no file behind and reports the failure', async () => {
  const file = path.join(folder, 'failed.zip');
  const archive = await createArchive(file);
  await assert.rejects(
    () =>
      archive.add(
        'photos/0',
        (async function* fail() {
          yield Buffer.from('a');
          throw new Error('the store does not answer');
        })(),
        { compress: false },
      ),
    /the store does not answer/,
  );
  await archive.abandon();
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('failed')),
    [],
  );
});
