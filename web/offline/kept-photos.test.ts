import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExpired, photoName } from './kept-photos.ts';

const day = 24 * 60 * 60_000;
const now = 30 * day;

const photo = (usedAt: number, bytes: number, keptAt = now) => ({
  keptAt,
  usedAt,
  files: { a: bytes / 2, b: bytes / 2 },
});

// TRUTH-74
test('photos are deleted after 7 days, and the least recently used ones beyond 200 MB', () => {
  const half = 100 * 1024 * 1024;
  assert.deepEqual(
    findExpired(
      {
        old: photo(now, 2, now - 8 * day),
        used: photo(3, half),
        least: photo(1, 2),
        seldom: photo(2, half),
      },
      now,
    ),
    ['old', 'least'],
  );
});

// TRUTH-74
test('of 501 photos the least recently used one is deleted', () => {
  const photos = Array.from({ length: 501 }, (_, at) => [`photo ${at}`, photo(at, 2)] as const);
  assert.deepEqual(findExpired(Object.fromEntries(photos), now), ['photo 0']);
});

test('only photos of moments and profiles have a name to keep', () => {
  const name = '0123456789abcdef'.repeat(2);
  const kept = ['480.webp', 'full.jpg', 'video.mp4'].map((file) => photoName(`/uploads/${name}-${file}`));
  assert.deepEqual(kept, [name, null, null]);
});
