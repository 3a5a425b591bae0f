import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripError, stripSecrets } from './strip-secrets.ts';

// BUG-2
test('secrets are stripped from errors in bug reports', () => {
  for (const [text, clean] of [
    [
      'GET https://circle.test/api/posts/feed?cursor=abc&limit=2 failed',
      'GET https://circle.test/api/posts/feed failed',
    ],
    ['at /auth/reset-password?token=Zm9v:12', 'at /auth/reset-password'],
    ['/join/ABCDEFGHJK went wrong', '/join/… went wrong'],
    ['token 0123456789abcdef0123456789abcdef here', 'token … here'],
    ['mail to ana@example.org refused', 'mail to … refused'],
    ['Why? Because of this', 'Why? Because of this'],
  ] as const) {
    assert.equal(stripSecrets(text), clean);
  }
});

test('an error in a bug report is cut to 2 KB', () => {
  assert.equal(new TextEncoder().encode(stripError('é '.repeat(4_000))).length <= 2_048, true);
  assert.equal(stripError('short'), 'short');
});
