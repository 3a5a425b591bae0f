import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { Problem } from '../problem.ts';
import { renameAll } from './durable-files.ts';
import { createFileStorage } from './files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true }));

const photo = Buffer.from('photo');

test('photos lie in two levels of folders that only their owner can read, without temporary files', async () => {
  const storage = createFileStorage(folder);
  await storage.put('ab12cd-480.webp', photo);
  await storage.put('f', photo);
  assert.deepEqual((await readdir(folder, { recursive: true })).toSorted(), [
    '.writing',
    'ab',
    'ab/12',
    'ab/12/ab12cd-480.webp',
    'f_',
    'f_/__',
    'f_/__/f',
  ]);
  assert.equal((await stat(path.join(folder, 'ab/12/ab12cd-480.webp'))).mode & 0o777, 0o600);
  assert.equal((await stat(path.join(folder, 'ab'))).mode & 0o777, 0o700);
});

test('files in the photo folder that are not photos of Circle are not listed', async () => {
  const storage = createFileStorage(folder);
  await storage.put('ab12', photo);
  await writeFile(path.join(folder, 'ab/12/ab12 (copy)'), photo);
  await mkdir(path.join(folder, 'ab/12/ab12.d'));
  await writeFile(path.join(folder, '.DS_Store'), photo);
  assert.deepEqual(
    (await Array.fromAsync(storage.list())).map(({ key }) => key),
    ['ab12'],
  );
});

test('half-written files of a crash are deleted, but not files that may still be being written', async () => {
  const writing = path.join(folder, '.writing');
  await mkdir(writing);
  await writeFile(path.join(writing, 'old'), 'half');
  await writeFile(path.join(writing, 'new'), 'half');
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(path.join(writing, 'old'), anHourAgo, anHourAgo);
  const storage = createFileStorage(folder);
  await storage.put('ab12', photo);
  assert.deepEqual(await readdir(writing), ['new']);
  assert.equal((await Array.fromAsync(storage.list())).length, 1);
});

test('a photo folder that cannot be used is unavailable, and works again without a restart', async () => {
  const root = path.join(folder, 'photos');
  await writeFile(root, 'in the way');
  const storage = createFileStorage(root);
  const unavailable = (error: unknown) => {
    assert(error instanceof Problem && error.code === 'unavailable' && error.cause instanceof Error);
    assert.match(error.cause.message, /^The folder of photos failed: (ENOTDIR|EEXIST) in [a-z]+$/);
    return true;
  };
  await assert.rejects(storage.ready(), unavailable);
  await assert.rejects(storage.put('ab12', photo), unavailable);
  await assert.rejects(storage.read('ab12'), unavailable);
  await rm(root);
  await storage.ready();
  await storage.put('ab12', photo);
  const found = await storage.read('ab12');
  assert(found && (await buffer(found.stream)).equals(photo));
});

test('acknowledged photo files survive kill -9, and no file is partial', async () => {
  for (let round = 0; round < 5; round += 1) {
    const root = path.join(folder, `round-${round}`);
    const server = fork(new URL('./files.test-writer.ts', import.meta.url), [root], { execArgv: [] });
    const acknowledged: string[] = [];
    await new Promise<void>((resolve) => {
      server.on('message', (key) => {
        if (typeof key === 'string') acknowledged.push(key);
        if (acknowledged.length === 30 + round * 7) server.kill('SIGKILL');
      });
      server.on('exit', () => resolve());
    });
    const storage = createFileStorage(root);
    const found = await Array.fromAsync(storage.list());
    for (const { key, size } of found) assert.equal(size, 200_000, key);
    const keys = new Set(found.map(({ key }) => key));
    assert.deepEqual(
      acknowledged.filter((key) => !keys.has(key)),
      [],
    );
  }
});

test('renameAll undoes its renames when one of them fails', async () => {
  const at = (name: string) => path.join(folder, name);
  for (const name of ['photos', 'restored']) await writeFile(at(name), name);
  const renames = [
    { from: at('photos'), to: at('former') },
    { from: at('restored'), to: at('photos') },
  ];
  const missing = { from: at('missing'), to: at('circle.db') };
  await assert.rejects(renameAll([...renames, missing]), { code: 'ENOENT' });
  assert.deepEqual((await readdir(folder)).toSorted(), ['photos', 'restored']);
  await renameAll(renames);
  assert.deepEqual((await readdir(folder)).toSorted(), ['former', 'photos']);
});
