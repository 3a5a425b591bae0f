import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { videoName } from '../../access/show/photos.ts';
import { createFileStorage } from '../../platform/storage/files.ts';
import { readPieces } from '../../platform/storage/pieces.ts';
import { storeVideo, videoKeys } from './stored-video.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'videos-'));
});
afterEach(() => rm(folder, { recursive: true }));

const piece = 8 * 1024 * 1024;
const publicId = '0123456789abcdef0123456789abcdef';

// VIDEO-12
test('a video in pieces is read by ranges as one file', async () => {
  const storage = createFileStorage(path.join(folder, 'stored'));
  const bytes = randomBytes(2 * piece + 10);
  const file = path.join(folder, 'video');
  await writeFile(file, bytes);
  const name = videoName(publicId, 'video/webm');
  await storeVideo(storage, name, file);
  const keys = videoKeys({ public_id: publicId, video_type: 'video/webm', video_bytes: bytes.length });
  assert.deepEqual(
    new Map((await Array.fromAsync(storage.list())).map(({ key, size }) => [key, size])),
    new Map(keys.map((key, at) => [key, at < 2 ? piece : 10])),
  );
  const last = bytes.length - 1;
  for (const [start, end] of [
    [0, last],
    [0, 0],
    [last, last],
    [piece - 1, piece],
    [piece, 2 * piece - 1],
    [5, 2 * piece],
  ] as const) {
    const stream = await readPieces(storage, name, { start, end });
    assert.ok(stream && (await buffer(stream)).equals(bytes.subarray(start, end + 1)), `${start}-${end}`);
  }
  await storage.remove(keys.slice(1, 2));
  const broken = await readPieces(storage, name, { start: 0, end: last });
  assert.ok(broken);
  await assert.rejects(buffer(broken));
  assert.equal(await readPieces(storage, name, { start: piece, end: last }), null);
});

test('a reader that leaves before the first byte leaves no file open', async () => {
  const storage = createFileStorage(path.join(folder, 'stored'));
  const name = videoName(publicId, 'video/mp4');
  await storage.put(`${name}.0`, randomBytes(100));
  const opened: Readable[] = [];
  const read: typeof storage.read = async (key, range) => {
    const found = await storage.read(key, range);
    if (found) opened.push(found.stream);
    return found;
  };
  const stream = await readPieces({ ...storage, read }, name, { start: 0, end: 99 });
  stream?.destroy();
  await new Promise((resolve) => stream?.once('close', resolve));
  assert.deepEqual(
    opened.map(({ destroyed }) => destroyed),
    [true],
  );
});
