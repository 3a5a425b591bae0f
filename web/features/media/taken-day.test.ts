import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box } from '../../../test/harness/heic.ts';
import { takenDayOfVideo } from './taken-day.ts';

const u32 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => bytesOf(value, 4)));
const bytesOf = (value: number, count: number): Buffer => {
  const bytes = Buffer.alloc(count);
  bytes.writeUIntBE(value, 0, count);
  return bytes;
};

const secondsTo1970 = 2_082_844_800;
const secondsOf = (time: string): number => Date.parse(time) / 1_000 + secondsTo1970;
const header = (seconds: number): Buffer => box('mvhd', u32(0, seconds, seconds, 1_000, 2_000));

const video = (...inside: Buffer[]): Blob =>
  new Blob(
    [box('ftyp', Buffer.from('qt  ')), box('mdat', Buffer.alloc(99)), box('moov', ...inside)].map(
      (bytes) => new Uint8Array(bytes),
    ),
  );

// IMPORT-2
test('a time that no camera wrote gives no day', async () => {
  const unixTime = Date.parse('2019-07-14') / 1_000;
  const times = [0, 3_600, 86_400, secondsTo1970, secondsTo1970 - 7_200, secondsTo1970 + 86_400, unixTime];
  for (const seconds of [...times, 2 ** 32 - 1])
    assert.equal(await takenDayOfVideo(video(header(seconds))), null, String(seconds));
  assert.equal(await takenDayOfVideo(video(header(secondsOf('1984-05-06T12:00:00Z')))), '1984-05-06');
});
