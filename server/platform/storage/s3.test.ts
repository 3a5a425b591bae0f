import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type S3Peer, startS3 } from '../../../test/fakes/s3.ts';
import { messages } from '../../../contract/errors/errors.ts';
import type { S3Settings } from '../../settings.ts';
import { Problem } from '../problem.ts';
import { createS3Storage } from './s3.ts';

let peer: S3Peer;
before(async () => {
  peer = await startS3();
});
after(() => peer.stop());

const key = 'ab12ab12-480.webp';
const bytes = Buffer.alloc(300_000, 'photo');
const open = (change: Partial<S3Settings> = {}) => createS3Storage({ ...peer.settings, ...change });

/** Unavailable to the visitor, a line for the operator, and no word about which photo. */
const unavailable = (line: RegExp) => (error: unknown) => {
  assert(error instanceof Problem && error.code === 'unavailable' && error.message === messages.unavailable);
  assert(error.cause instanceof Error);
  assert.match(error.cause.message, line);
  assert(!`${error.cause.stack}${JSON.stringify(error.cause)}`.includes(key));
  return true;
};

const wrong: [string, Partial<S3Settings>, RegExp][] = [
  ['a wrong secret', { secretAccessKey: 'guessed' }, /403 SignatureDoesNotMatch\..*S3_SECRET_ACCESS_KEY/],
  ['a wrong key', { accessKeyId: 'AKIAUNKNOWN' }, /403 InvalidAccessKeyId\..*S3_ACCESS_KEY_ID/],
  ['a wrong region', { region: 'us-east-1' }, /403 SignatureDoesNotMatch\..*S3_REGION/],
  ['a bucket that is not there', { bucket: 'no-such-bucket' }, /S3_BUCKET/],
];
for (const [name, change, line] of wrong) {
  test(`${name} for the S3 store is reported clearly and not retried`, async () => {
    const storage = open(change);
    const earlier = peer.requests;
    await assert.rejects(storage.ready(), unavailable(line));
    await assert.rejects(storage.put(key, bytes), unavailable(line));
    await assert.rejects(storage.read(key), unavailable(line));
    assert.equal(peer.requests - earlier, 3);
  });
}

const busy = { status: 503, code: 'SlowDown' };
test('a temporary error of the S3 store is retried, and the retry succeeds', async () => {
  const storage = open();
  peer.stumble('cut', busy);
  await storage.put(key, bytes);
  peer.stumble(busy, 'cut');
  const found = await storage.read(key);
  assert(found && (await buffer(found.stream)).equals(bytes));
  peer.stumble({ status: 500, code: 'InternalError' });
  assert.equal(await storage.size(key), bytes.length);
  peer.stumble('cut');
  assert.equal((await Array.fromAsync(storage.list())).length, 1);
  peer.stumble({ status: 400, code: 'RequestTimeout' });
  await storage.remove([key]);
  assert.equal(await storage.size(key), null);
});

test('a request to the S3 store fails after three tries', async () => {
  const earlier = peer.requests;
  peer.stumble(busy, busy, busy);
  await assert.rejects(open().put(key, bytes), unavailable(/answered 503 SlowDown/));
  assert.equal(peer.requests - earlier, 3);
  assert.equal(await open().size(key), null);
});

test('an S3 store that does not answer times out, is retried, and is reported as slow', async () => {
  peer.stumble('silence');
  // Long enough for the answer that comes then, also on a busy machine.
  await createS3Storage(peer.settings, 2_000).put(key, bytes);
  peer.stumble('silence', 'silence', 'silence');
  const impatient = createS3Storage(peer.settings, 400);
  await assert.rejects(impatient.read(key), unavailable(/could not be reached: no answer within 0\.4 s/));
  await open().remove([key]);
});

test('an S3 store that is full is reported as full', async () => {
  peer.stumble({ status: 507, code: 'XMinioStorageFull' });
  await assert.rejects(open().put(key, bytes), unavailable(/507 XMinioStorageFull\. The store is full/));
});

test('an interrupted answer of the S3 store is an error, never a shorter photo', async () => {
  const storage = open();
  await storage.put(key, bytes);
  peer.stumble('half');
  const found = await storage.read(key);
  assert(found);
  await assert.rejects(buffer(found.stream));
});

test('a redirect by the S3 store is not followed, because the signature is for one address', async () => {
  peer.stumble({ status: 301, code: 'PermanentRedirect' });
  await assert.rejects(open().read(key), unavailable(/301 PermanentRedirect.*S3_ENDPOINT/));
});

test('the address of an S3 store may end with a slash', async () => {
  await open({ endpoint: `${peer.settings.endpoint}/` }).put('slash', bytes);
  assert.equal(await open().size('slash'), bytes.length);
});

test('an S3 store that is down is reported as down', async () => {
  const other = await startS3();
  await other.stop();
  await assert.rejects(
    createS3Storage(other.settings).ready(),
    unavailable(/could not be reached: ECONNREFUSED/),
  );
});
