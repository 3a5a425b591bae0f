import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { startS3 } from '../../../test/fakes/s3.ts';
import { createFileStorage } from './files.ts';
import { createS3Storage } from './s3.ts';
import { RangeOutside, type Storage, type Stored } from './storage.ts';

// Tests that every storage must pass. Their differences are in files.test.ts and s3.test.ts.

const kinds: { name: string; open(): Promise<{ storage: Storage; close(): Promise<void> }> }[] = [
  {
    name: 'files',
    open: async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'storage-'));
      const storage = createFileStorage(path.join(folder, 'photos'));
      return { storage, close: () => rm(folder, { recursive: true }) };
    },
  },
  {
    name: 'S3',
    open: async () => {
      const peer = await startS3();
      return { storage: createS3Storage(peer.settings), close: () => peer.stop() };
    },
  },
];

const keyOf = (digit: string, name = '480.webp') => `${digit.repeat(32)}-${name}`;
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));

const read = async (found: { stream: Readable; size: number } | null) => {
  assert(found);
  return { content: await buffer(found.stream), size: found.size };
};

const all = async (list: AsyncIterable<Stored>): Promise<Stored[]> =>
  (await Array.fromAsync(list)).toSorted((a, b) => (a.key < b.key ? -1 : 1));

for (const { name, open } of kinds) {
  describe(`photo storage in ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    before(async () => {
      ({ storage, close } = await open());
    });
    after(() => close());

    test('the storage is ready and empty before anything is stored', async () => {
      await storage.ready();
      assert.deepEqual(await all(storage.list()), []);
      assert.equal(await storage.read(keyOf('0')), null);
      assert.equal(await storage.size(keyOf('0')), null);
    });

    test('a stored file is read back byte for byte', async () => {
      await storage.put(keyOf('1'), bytes);
      assert.deepEqual(await read(await storage.read(keyOf('1'))), { content: bytes, size: bytes.length });
      assert.equal(await storage.size(keyOf('1')), bytes.length);
    });

    test('an empty file can be stored', async () => {
      await storage.put(keyOf('2'), Buffer.alloc(0));
      assert.deepEqual(await read(await storage.read(keyOf('2'))), { content: Buffer.alloc(0), size: 0 });
      assert.equal(await storage.size(keyOf('2')), 0);
    });

    test('storing under a used key replaces the file', async () => {
      await storage.put(keyOf('3'), bytes);
      await storage.put(keyOf('3'), Buffer.from('shorter'));
      assert.equal((await read(await storage.read(keyOf('3')))).content.toString(), 'shorter');
    });

    const ranges: [string, { start: number; end?: number }, number, number][] = [
      ['the first byte', { start: 0, end: 0 }, 0, 1],
      ['a part', { start: 1000, end: 1999 }, 1000, 2000],
      ['from a place to the end', { start: 99_000 }, 99_000, 100_000],
      ['an end behind the last byte', { start: 99_999, end: 200_000 }, 99_999, 100_000],
    ];
    for (const [part, range, from, to] of ranges) {
      test(`a range of a stored file can be read: ${part}`, async () => {
        await storage.put(keyOf('4'), bytes);
        const found = await read(await storage.read(keyOf('4'), range));
        assert.deepEqual(found, { content: bytes.subarray(from, to), size: bytes.length });
      });
    }

    test('a range that begins after the end of a file is an error that tells the file’s size', async () => {
      await storage.put(keyOf('5'), bytes);
      await assert.rejects(
        storage.read(keyOf('5'), { start: bytes.length }),
        (error) => error instanceof RangeOutside && error.size === bytes.length,
      );
      assert.equal(await storage.read(keyOf('0'), { start: 5 }), null);
    });

    test('a stream of a stored file can be dropped without being read', async () => {
      await storage.put(keyOf('6'), bytes);
      const found = await storage.read(keyOf('6'));
      found?.stream.destroy();
      await storage.remove([keyOf('6')]);
    });

    test('removing a file is permanent and idempotent', async () => {
      const keys = [keyOf('7', '480.webp'), keyOf('7', '1080.webp'), keyOf('8')];
      for (const key of keys) await storage.put(key, bytes);
      await storage.remove([...keys.slice(0, 2), ...keys.slice(0, 1), keyOf('0')]);
      assert.deepEqual(await Promise.all(keys.map((key) => storage.size(key))), [null, null, bytes.length]);
      await storage.remove(keys);
      await storage.remove([]);
      assert.equal(await storage.size(keyOf('8')), null);
    });

    test('all keys are listed, or the keys with a given prefix', async () => {
      await storage.remove((await all(storage.list())).map(({ key }) => key));
      const keys = ['ab', 'abc.webp', 'abcd0-1080.webp', 'abcd0-480.webp', 'abce-480.webp', 'b-c', 'f'];
      const since = Date.now();
      for (const key of keys) await storage.put(key, Buffer.from(key));
      const found = await all(storage.list());
      assert.deepEqual(
        found.map(({ key, size }) => [key, size]),
        keys.map((key) => [key, key.length]),
      );
      for (const { modifiedAt } of found) assert(Math.abs(modifiedAt - since) < 60_000);
      for (const prefix of ['', 'a', 'ab', 'abc', 'abcd0-', 'abcd0-4', 'b-', 'f', 'ff', 'c']) {
        const expected = keys.filter((key) => key.startsWith(prefix));
        assert.deepEqual(
          (await all(storage.list(prefix))).map(({ key }) => key),
          expected,
          prefix,
        );
      }
    });

    test('a list of keys longer than one page is complete', async () => {
      const keys = Array.from({ length: 1005 }, (_, at) => `e${String(at).padStart(5, '0')}`);
      for (let at = 0; at < keys.length; at += 50) {
        await Promise.all(keys.slice(at, at + 50).map((key) => storage.put(key, Buffer.from('x'))));
      }
      assert.deepEqual(
        (await all(storage.list('e'))).map(({ key }) => key),
        keys,
      );
      await storage.remove(keys);
      assert.deepEqual(await all(storage.list('e')), []);
    });

    test('concurrent writers of one key leave the whole file of one of them', async () => {
      const versions = Array.from({ length: 12 }, (_, at) => Buffer.alloc(50_000, at));
      await Promise.all(versions.map((version) => storage.put(keyOf('9'), version)));
      const { content } = await read(await storage.read(keyOf('9')));
      assert(versions.some((version) => version.equals(content)));
    });

    const noKeys = [
      '',
      '.',
      '..',
      '/a',
      '-a',
      'a/b',
      'a/../b',
      'a..b',
      'A',
      'ä',
      'a b',
      'a_b',
      'a\\b',
      'a\0',
      'a%2e',
      'a\n',
      'a'.repeat(201),
    ];
    test('file keys that could be read in two ways, such as paths or capitals, are refused', async () => {
      for (const key of noKeys) {
        const because = JSON.stringify(key);
        await assert.rejects(storage.put(key, bytes), TypeError, because);
        await assert.rejects(storage.read(key), TypeError, because);
        await assert.rejects(storage.size(key), TypeError, because);
        await assert.rejects(storage.remove([keyOf('1'), key]), TypeError, because);
        if (key !== '') await assert.rejects(all(storage.list(key)), TypeError, because);
      }
    });

    test('invalid ranges of a file are refused', async () => {
      for (const range of [{ start: -1 }, { start: 2, end: 1 }, { start: 0.5 }, { start: NaN }]) {
        await assert.rejects(storage.read(keyOf('1'), range), TypeError);
      }
    });
  });
}
