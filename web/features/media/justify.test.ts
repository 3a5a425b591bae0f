import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from './justify.ts';

const photos = [
  [960, 720],
  [800, 1000],
  [720, 960],
  [4_000, 500],
  [300, 3_000],
  [960, 720],
  [960, 720],
  [960, 720],
].map(([width = 1, height = 1]) => ({ width, height }));

test('rows fill the width exactly, and the last one keeps its height', () => {
  for (const width of [320, 390, 600, 1_100]) {
    const boxes = rowsOf(photos, { width, rowHeight: 180 });
    assert.equal(boxes.length, photos.length);
    let used = 0;
    for (const [index, box] of boxes.entries()) {
      assert.ok(box.width > 0 && box.height > 0 && box.height < 500, JSON.stringify(box));
      used += (used === 0 ? 0 : 3) + box.width;
      assert.ok(used <= width);
      const isLast = index === boxes.length - 1;
      if (boxes[index + 1]?.height !== box.height && !isLast) assert.equal(used, width);
      if (used === width) used = 0;
    }
  }
  assert.deepEqual(rowsOf([], { width: 300, rowHeight: 100 }), []);
  assert.deepEqual(rowsOf([{ width: 100, height: 100 }], { width: 600, rowHeight: 150 }), [
    { width: 150, height: 150 },
  ]);
});
