import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around, element } from './around.ts';

test('a sentence is split around its element, wherever a language puts it', () => {
  assert.deepEqual(around(`Ana invites you to ${element}`), ['Ana invites you to ', '']);
  assert.deepEqual(around(`Ana lädt dich zu ${element} ein`), ['Ana lädt dich zu ', ' ein']);
  assert.deepEqual(around('Ana invites you'), ['Ana invites you', '']);
});
