import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { isUpload } from '../images/receive.ts';
import { Problem, statusOf } from '../problem.ts';
import { VideoRefused } from './refused.ts';
import { box, boxesOf, fixture, packetsOf, startWrapping, withNumber } from './videos.test-peer.ts';

let wrapping: ReturnType<typeof startWrapping>;
before(() => {
  wrapping = startWrapping();
});
after(() => wrapping.close());

const refused = (status: number, message: string) => (error: unknown) =>
  error instanceof VideoRefused && statusOf[error.code] === status && error.message === message;
const wrongType = refused(415, messages.videoType);

const accepted = [
  ['phone.mp4', 'video/mp4', 2000, 160, 96],
  ['camera.mov', 'video/mp4', 2000, 96, 160],
  ['fragmented.mp4', 'video/mp4', 2200, 160, 96],
  ['uneven.mp4', 'video/mp4', 2024, 160, 96],
  ['av1.mp4', 'video/mp4', 2000, 160, 96],
  ['vp9.webm', 'video/webm', 2008, 160, 96],
  ['recorded.webm', 'video/webm', 2014, 160, 96],
  ['av1.webm', 'video/webm', 2008, 160, 96],
] as const;

for (const [name, type, ms, width, height] of accepted) {
  test(`${name} is copied with its length, its size as shown, and every frame at its time`, async () => {
    const video = fixture(name);
    const made = await wrapping.rewrap(video);
    assert.deepEqual([made.type, made.ms, made.width, made.height], [type, ms, width, height]);
    assert.equal(made.bytes, made.copy.length);
    assert(isUpload(path.basename(made.path)));
    const original = await packetsOf(video);
    const copied = await packetsOf(made.copy);
    // A recording may count its time from the start of the camera.
    const start = Math.max(0, Math.min(...original.flatMap(({ packets }) => packets[0]?.timestamp ?? [])));
    for (const [index, track] of original.entries()) {
      const { codec, packets } = copied[index] ?? { codec: null, packets: [] };
      assert.equal(codec, track.codec);
      assert.deepEqual(
        packets.map((packet) => packet.type),
        track.packets.map((packet) => packet.type),
      );
      const late = packets.map(
        ({ timestamp }, at) => timestamp + start - (track.packets[at]?.timestamp ?? 0),
      );
      assert(
        late.every((seconds) => Math.abs(seconds) < 0.001),
        late.join(' '),
      );
    }
    assert.equal(copied.length, 2);
  });
}

test('a copy in MP4 starts to play before it has arrived', async () => {
  for (const name of ['phone.mp4', 'fragmented.mp4', 'av1.mp4']) {
    const { copy } = await wrapping.rewrap(fixture(name));
    const top = boxesOf(copy).filter(({ path: place }) => !place.includes('/'));
    assert.deepEqual(
      top.map((one) => one.path),
      ['ftyp', 'moov', 'mdat'],
    );
  }
});

test('a file that is no accepted video is refused, and nothing of it is kept', async () => {
  for (const content of [
    '',
    'ftyp',
    '<!doctype html>',
    box('ftyp', 'isom'),
    Buffer.alloc(5000),
    Buffer.from('1a45dfa3', 'hex'),
    fixture('hevc.mp4'),
    fixture('sound.mp4'),
    fixture('phone.mp4').subarray(0, 9000),
    fixture('vp9.webm').subarray(0, 9000),
    Buffer.concat([fixture('vp9.webm'), fixture('vp9.webm')]),
  ])
    await assert.rejects(wrapping.rewrap(content), wrongType);
  assert.deepEqual(wrapping.left(), []);
});

test('a video that is too long, too large or too wide is refused with words', async () => {
  const phone = fixture('phone.mp4');
  const tooLong = refused(413, messages.videoTooLong);
  await assert.rejects(wrapping.rewrap(withNumber(phone, 'mdhd', 12, 50)), tooLong);
  // The first frame is shown after a pause of hours.
  const paused = withNumber(withNumber(phone, 'elst', 8, 100_000_000), 'elst', 12, 0xff_ff_ff_ff);
  await assert.rejects(wrapping.rewrap(paused), tooLong);
  await assert.rejects(wrapping.rewrap(fixture('wide.mp4')), refused(413, messages.videoTooWide));
  const large = path.join(wrapping.folder, 'large');
  writeFileSync(large, phone);
  truncateSync(large, limits.videoBytes + 1);
  await assert.rejects(
    wrapping.wrapper.rewrap(large, { party: 'test' }),
    refused(413, messages.videoTooLarge),
  );
  rmSync(large);
});

test('a failure of the server is not reported as one of the video', async () => {
  await assert.rejects(
    wrapping.wrapper.rewrap(path.join(wrapping.folder, 'nothing'), { party: 'test' }),
    (error) => error instanceof Problem && error.code === 'unavailable',
  );
});

// VIDEO-6
test('a member can make only a few videos wait, and does not delay the videos of others', async () => {
  const video = fixture('phone.mp4');
  const own = startWrapping();
  const many = Promise.allSettled(Array.from({ length: 12 }, () => own.rewrap(video, 'busy')));
  await new Promise((resolve) => setImmediate(resolve));
  const [pid, ...others] = own.wrapper.pids;
  assert(pid && others.length === 0, 'the videos of a member use one process');
  process.kill(pid, 'SIGSTOP');
  await own.rewrap(video, 'other');
  process.kill(pid, 'SIGCONT');
  const failures = (await many).flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(failures.length, 12 - 5);
  for (const error of failures)
    assert(error instanceof Problem && error.code === 'unavailable' && error.retryAfter);
  await own.close();
});

// IMPORT-8
test('a video of an import waits until no other is copied or waits', async () => {
  const video = fixture('phone.mp4');
  const own = startWrapping();
  const order: string[] = [];
  const copy = async (party: string, isLast: boolean) => {
    await own.rewrap(video, party, isLast);
    order.push(party);
  };
  const busy = copy('busy', false);
  await new Promise((resolve) => setImmediate(resolve));
  const [pid] = own.wrapper.pids;
  assert(pid);
  process.kill(pid, 'SIGSTOP');
  const last = copy('import', true);
  await copy('other', false);
  process.kill(pid, 'SIGCONT');
  await Promise.all([busy, last]);
  assert.deepEqual(order, ['other', 'busy', 'import']);
  await own.close();
});

// VIDEO-6
test('closing the wrapper defers them and ends it', async () => {
  const other = startWrapping();
  const making = [1, 2].map(() =>
    assert.rejects(
      other.rewrap(fixture('phone.mp4')),
      (error) => error instanceof Problem && error.code === 'unavailable',
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(other.wrapper.pids.length, 1);
  await other.close();
  await Promise.all(making);
  assert.deepEqual(other.wrapper.pids, []);
});

// VIDEO-5
test('a video process has the lowest priority and sees no settings of the server', {
  skip: process.platform !== 'linux',
}, async () => {
  await wrapping.rewrap(fixture('phone.mp4'));
  assert(wrapping.wrapper.pids.length > 0);
  for (const pid of wrapping.wrapper.pids) {
    assert.equal(getPriority(pid), 19);
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    assert(!environment.includes('PATH='), environment);
  }
});
