import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf } from './crop.ts';

test('a frame has its shape, fills the photo in one direction, and lies where it was moved', () => {
  const wide = { width: 1600, height: 1000 };
  const tall = { width: 1000, height: 1600 };
  assert.deepEqual(frameOf(wide, { shape: 'original', at: 1 }), { ...wide, x: 0, y: 0 });
  assert.deepEqual(frameOf(wide, { shape: 'square', at: 0.5 }), { width: 1000, height: 1000, x: 300, y: 0 });
  assert.deepEqual(frameOf(tall, { shape: 'square', at: 1 }), { width: 1000, height: 1000, x: 0, y: 600 });
  assert.deepEqual(frameOf(tall, { shape: 'portrait', at: 0 }), { width: 1000, height: 1250, x: 0, y: 0 });
});
