import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { limitVideoStreams } from './video-streams.ts';

test('the stream of a video ends after some time, also when it is not read', async () => {
  const openVideo = limitVideoStreams({ perMember: 1, longestMs: 20 });
  const open = async () => new Readable({ read: () => undefined });
  const stream = await openVideo(1, open);
  await assert.rejects(openVideo(1, open));
  await once(stream, 'close');
  (await openVideo(1, open)).destroy();
});

test('a video that cannot be opened does not count as open', async () => {
  const openVideo = limitVideoStreams({ perMember: 1, longestMs: 60_000 });
  await assert.rejects(
    openVideo(1, () => Promise.reject(new Error('no such file'))),
    /no such file/,
  );
  const stream = await openVideo(1, async () => Readable.from(['whole']));
  assert.equal(await Array.fromAsync(stream).then(String), 'whole');
  (await openVideo(1, async () => Readable.from(['again']))).destroy();
});
