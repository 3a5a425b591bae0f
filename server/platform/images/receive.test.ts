import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { Problem, statusOf } from '../problem.ts';
import { halves } from './photos.test-peer.ts';
import { receivePhoto } from './receive.ts';
import { PhotoRefused } from './refused.ts';
import { sniff } from './sniff.ts';

let tmpDir: string;
let photo: Buffer;

before(async () => {
  tmpDir = await mkdtemp(path.join(os.tmpdir(), 'receive-'));
  photo = await halves(300, 200).jpeg().toBuffer();
});
after(() => rm(tmpDir, { recursive: true }));

const inPieces = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
    { objectMode: false },
  );

const refused = (status: number, message: string) => (error: unknown) =>
  error instanceof PhotoRefused && statusOf[error.code] === status && error.message === message;

const nothingLeft = async () => assert.deepEqual(await readdir(tmpDir), []);

test('an uploaded photo is written unchanged, is readable by its owner alone, and is removed after use', async () => {
  for (const size of [1, 7, 4096]) {
    const received = await receivePhoto(inPieces(photo, size), { tmpDir });
    assert.deepEqual(await readFile(received.path), photo);
    assert.deepEqual([received.bytes, received.type], [photo.length, 'jpeg']);
    assert.equal((await stat(received.path)).mode & 0o777, 0o600);
    await received.remove();
    await received.remove();
    await nothingLeft();
  }
});

test('a photo of exactly the largest size is accepted, and one byte more is refused', async () => {
  const source = () => inPieces(photo, 1000);
  await (await receivePhoto(source(), { tmpDir, maxBytes: photo.length })).remove();
  await assert.rejects(
    receivePhoto(source(), { tmpDir, maxBytes: photo.length - 1 }),
    refused(413, messages.photoTooLarge),
  );
  await nothingLeft();
});

test('the largest size of a photo is ten megabytes by default', async () => {
  const large = Buffer.concat([photo, Buffer.alloc(limits.photoBytes)]);
  await assert.rejects(
    receivePhoto(inPieces(large, 65_536), { tmpDir }),
    refused(413, messages.photoTooLarge),
  );
  await nothingLeft();
});

test('a photo cut off by the multipart parser is refused as too large', async () => {
  const source = Object.assign(inPieces(photo, 1000), { truncated: true });
  await assert.rejects(receivePhoto(source, { tmpDir }), refused(413, messages.photoTooLarge));
  await nothingLeft();
});

test('a file that is not a photo is refused before the rest arrives, and the rest is drained', async () => {
  const source = new PassThrough();
  source.write('<!doctype html>');
  await assert.rejects(receivePhoto(source, { tmpDir }), refused(415, messages.photoType));
  await nothingLeft();
  // More bytes than any buffer can store: the upload would hang if nobody drained it.
  for (let megabyte = 0; megabyte < 4; megabyte += 1) source.write(Buffer.alloc(1024 * 1024));
  source.end();
  await finished(source);
});

test('files too short to be a photo are refused', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('RIFF'), photo.subarray(0, 2)]) {
    await assert.rejects(receivePhoto(inPieces(bytes, 1), { tmpDir }), refused(415, messages.photoType));
  }
  await nothingLeft();
});

test('an interrupted upload leaves no file', async () => {
  const source = new PassThrough();
  source.write(photo.subarray(0, 500));
  const receiving = receivePhoto(source, { tmpDir });
  source.destroy(new Error('the telephone lost its net'));
  await assert.rejects(receiving, refused(400, messages.uploadBroken));

  const ended = new PassThrough();
  const aborted = receivePhoto(ended, { tmpDir });
  ended.destroy();
  await assert.rejects(aborted, refused(400, messages.uploadBroken));
  await nothingLeft();
});

test('an upload that breaks before it is read does not end the server', async () => {
  const source = new PassThrough();
  const receiving = receivePhoto(source, { tmpDir });
  source.emit('error', new Error('early'));
  source.destroy();
  await assert.rejects(receiving, refused(400, messages.uploadBroken));
});

test('an unwritable folder of uploads is reported as a fault of the server', async () => {
  await assert.rejects(
    receivePhoto(inPieces(photo, 1000), { tmpDir: path.join(tmpDir, 'missing') }),
    (error) => error instanceof Problem && error.code === 'unavailable' && error.cause instanceof Error,
  );
});

test('photo types are detected by their first bytes', () => {
  const types: [string, string | null][] = [
    ['\u00ff\u00d8\u00ff\u00e0', 'jpeg'],
    ['\u0089PNG\r\n\u001a\n', 'png'],
    ['RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'webp'],
    ['RIFF\u0000\u0000\u0000\u0000WAVE', null],
    ['\u0089PNG\n\n\u001a\n', null],
    ['GIF89a', null],
    ['<svg xmlns=', null],
    ['\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'heic'],
    ['\u0000\u0000\u0000\u0018ftypmif1\u0000\u0000\u0000\u0000mif1heix', 'heic'],
    ['\u0000\u0000\u0000\u0014ftypmif1\u0000\u0000\u0000\u0000mif1heic', null],
    ['\u0000\u0000\u0000\u0018ftypmif1heic\u0000\u0000\u0000\u0000', null],
    ['\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000mif1avif', null],
    ['\u0000\u0000\u0000\u0018ftypqt  \u0000\u0000\u0000\u0000qt  mp42', null],
    ['', null],
  ];
  for (const [bytes, type] of types) assert.equal(sniff(Buffer.from(bytes, 'latin1')), type, bytes);
});
