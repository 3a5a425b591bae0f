import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyKeys, type ReplyKey } from './reply-keys.ts';

const keys = createReplyKeys('a secret');

test('a reply key opens as what was sealed, in any case of its letters', () => {
  const all: ReplyKey[] = [
    { kind: 'moment', user: 1, object: 1 },
    { kind: 'circle', user: 2 ** 40 - 1, object: 2 ** 40 - 1 },
    { kind: 'letter', user: 7, object: 0 },
    { kind: 'invitation', user: 0, object: 12 },
    { kind: 'bounce', user: 3, object: 0 },
  ];
  for (const key of all) {
    const text = keys.seal(key);
    assert.match(text, /^[a-z2-7]{26}$/);
    assert.deepEqual(keys.open(text), key);
    assert.deepEqual(keys.open(text.toUpperCase()), key);
    assert.equal(keys.seal(key), text);
  }
});

test('a reply key that was changed, or sealed by another installation, opens nothing', () => {
  const text = keys.seal({ kind: 'moment', user: 5, object: 9 });
  assert.equal(createReplyKeys('another secret').open(text), null);
  for (const wrong of ['', 'a', `${text}a`, text.slice(1), `${text.slice(0, 25)}!`, 'a'.repeat(26)])
    assert.equal(keys.open(wrong), null, wrong);
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'a' ? 'b' : 'a';
    assert.equal(keys.open(`${text.slice(0, at)}${other}${text.slice(at + 1)}`), null, String(at));
  }
});
