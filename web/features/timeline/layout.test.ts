import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, type LayoutOptions, leftOf, neighbour, rowAt, rowOf } from './layout.ts';

const sizes = [
  [960, 720],
  [800, 1_000],
  [1_600, 900],
  [700, 700],
] as const;
const photosOf = (count: number, perMonth = 40) =>
  Array.from({ length: count }, (_, index) => {
    const [width, height] = sizes[index % sizes.length] ?? [1, 1];
    const month = 12 - (Math.floor(index / perMonth) % 12);
    return {
      width,
      height,
      day: `${2020 - Math.floor(index / perMonth / 12)}-${String(month).padStart(2, '0')}-01`,
    };
  });

const headingPx = 44;
const whole: LayoutOptions = {
  anchor: 0,
  width: 600,
  rowHeight: 120,
  headingPx,
  isStart: true,
  isEnd: true,
};

test('every photo has one place, and rows of a month fill the width', () => {
  const photos = photosOf(130);
  const { rows, months, height } = layOut(photos, whole);
  assert.equal(months.length, 4);
  assert.deepEqual(
    rows.flatMap(({ first, widths }) => widths.map((_, at) => first + at)),
    photos.map((_, index) => index),
  );
  for (const [index, row] of rows.entries()) {
    const isLast = rows[index + 1]?.month !== row.month;
    const end = leftOf(row, row.widths.length) - 3;
    if (isLast) assert.ok(end <= 600);
    else assert.equal(end, 600);
    assert.ok(row.top + row.height <= height);
  }
  assert.equal(rows[0]?.top, headingPx);
});

test('older photos move no row, and newer ones move all rows by the same height', () => {
  const photos = photosOf(100);
  const options = { ...whole, anchor: 30, isStart: false, isEnd: false };
  const before = layOut(photos.slice(10, 60), { ...options, anchor: 20 });
  const placeOf = (layout: typeof before, offset: number) =>
    new Map(layout.rows.map((row) => [row.first + offset, `${row.top} ${row.widths.join()}`]));
  const older = placeOf(layOut(photos.slice(10, 80), { ...options, anchor: 20 }), 10);
  for (const [first, place] of placeOf(before, 10)) assert.equal(older.get(first), place);
  const newer = layOut(photos.slice(0, 60), options);
  const moved = new Set(
    before.rows.map(({ first, top, widths }) => {
      const row = newer.rows.find((one) => one.first === first + 10);
      assert.deepEqual(row?.widths, widths);
      return row.top - top;
    }),
  );
  assert.equal(moved.size, 1);
});

test('a row that further photos would change is left out until they are there', () => {
  const photos = photosOf(10);
  const shown = (options: Partial<LayoutOptions>) =>
    layOut(photos, { ...whole, ...options }).rows.reduce((sum, { widths }) => sum + widths.length, 0);
  assert.equal(shown({}), 10);
  assert.ok(shown({ isEnd: false }) < 10);
  assert.ok(shown({ isStart: false, anchor: 10 }) < 10);
});

test('rows are found by their place and by their photo, and keys lead to the row above and below', () => {
  const layout = layOut(photosOf(130), whole);
  assert.equal(rowAt(layout, -5), 0);
  const third = layout.rows[3];
  assert.ok(third);
  assert.equal(rowAt(layout, third.top + 1), 3);
  assert.equal(rowOf(layout, third.first), 3);
  assert.equal(rowOf(layout, 999), -1);
  assert.equal(rowOf(layout, neighbour(layout, third.first, 1)), 4);
  assert.equal(rowOf(layout, neighbour(layout, third.first, -2)), 1);
  assert.equal(neighbour(layout, 0, -1), 0);
});
