import assert from 'node:assert/strict';
import { test } from 'node:test';
import { albumsOf } from './albums.ts';

const everyDay = Array.from({ length: 366 }, (_, at) =>
  new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(5, 10),
);

test('the demonstration has a photo of an earlier year for each day, and ten years of albums', () => {
  for (const today of ['2026-01-01', '2026-09-01', '2027-02-28', '2028-02-29', '2026-12-31']) {
    const now = Date.parse(today);
    const albums = albumsOf(now);
    assert.equal(albums.length, 9);
    assert.ok(albums.some(({ days }) => days.length === 210));
    const days = albums.flatMap((album) => album.days);
    const earlier = days.filter((day) => day.slice(0, 4) < today.slice(0, 4));
    const shown = new Set(earlier.map((day) => day.slice(5)));
    assert.deepEqual(
      everyDay.filter((day) => !shown.has(day)),
      [],
    );
    assert.deepEqual(
      days.filter((day) => Date.parse(day) > now),
      [],
      today,
    );
    assert.equal(Math.min(...days.map((day) => Number(day.slice(0, 4)))), new Date(now).getFullYear() - 9);
    for (const { made } of albums) assert.ok(made < 380, 'made after the circle');
  }
});
