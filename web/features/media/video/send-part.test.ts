import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { contentDigest } from './send-part.ts';

test('a part has the same hash over https, by WebCrypto, and over http, without it', async () => {
  const part = new Uint8Array(100_000).map((_, index) => index * 7);
  const expected = `sha-256=:${hash('sha256', part, 'base64')}:`;
  for (const isSecure of [true, false]) {
    Object.assign(globalThis, { isSecureContext: isSecure });
    assert.equal(await contentDigest(part.buffer), expected);
  }
});
