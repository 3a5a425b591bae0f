import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedPart } from './plan.ts';
import { mayCopy, minutesLeft, posterTime, targetSize, uploadParts, type VideoFacts } from './plan.ts';
import { shortTime } from '../../../../contract/text/short-time.ts';

const facts = (change: Partial<VideoFacts> = {}): VideoFacts => ({
  width: 1_080,
  height: 1_920,
  seconds: 60,
  bytes: 25_000_000,
  codec: 'avc',
  audioCodec: 'aac',
  framesPerSecond: 30,
  ...change,
});
const mp4 = { video: 'avc', audio: 'aac' };

test('only H.264 and AAC within 1080p and 4 Mbit/s are copied', () => {
  assert.equal(mayCopy(facts(), mp4, 'usual'), true);
  assert.equal(mayCopy(facts({ audioCodec: undefined }), mp4, 'usual'), true);
  assert.equal(mayCopy(facts({ width: 1_200 }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts({ height: 2_160 }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts({ bytes: 31_000_000 }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts({ codec: 'hevc' }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts({ codec: null }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts({ audioCodec: 'ac3' }), mp4, 'usual'), false);
  assert.equal(mayCopy(facts(), mp4, 'smaller'), false);
});

test('a converted video has 720p, or 480p on request, and is never enlarged', () => {
  assert.deepEqual(targetSize({ width: 1_080, height: 1_920 }, 'usual'), { width: 720, height: 1_280 });
  assert.deepEqual(targetSize({ width: 3_840, height: 2_160 }, 'smaller'), { width: 854, height: 480 });
  assert.deepEqual(targetSize({ width: 641, height: 359 }, 'usual'), { width: 642, height: 360 });
  assert.deepEqual(targetSize({ width: 4_000, height: 1_000 }, 'usual'), { width: 1_280, height: 320 });
});

test('the minutes left are known after two seconds, and shown from one minute on', () => {
  assert.equal(minutesLeft(1_000, 0.001), null);
  assert.equal(minutesLeft(5_000, 0.5), null);
  assert.equal(minutesLeft(5_000, 0.02), 4);
});

test('the last upload part is as small as the rest of the file', () => {
  assert.deepEqual(uploadParts(11, 5), [
    { start: 0, end: 5 },
    { start: 5, end: 10 },
    { start: 10, end: 11 },
  ]);
  assert.equal(uploadParts(10, 5).length, 2);
});

test('a moved handle takes the other one along, so that at most three minutes are chosen', () => {
  const part = { start: 10, end: 190 };
  assert.deepEqual(movedPart(part, 'end', 400, 300), { start: 120, end: 300 });
  assert.deepEqual(movedPart(part, 'start', 0, 300), { start: 0, end: 180 });
  assert.deepEqual(movedPart(part, 'start', 299.8, 300), { start: 299, end: 300 });
  assert.deepEqual(movedPart(part, 'end', 0, 300), { start: 0, end: 1 });
  assert.equal(posterTime({ start: 10, end: 12 }), 10.5);
});

test('lengths are shown as on a clock', () => {
  assert.deepEqual([7, 125, 3_725].map(shortTime), ['0:07', '2:05', '1:02:05']);
});
