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

const handler = box('hdlr', u32(0, 0), Buffer.from('mdta'), u32(0, 0, 0));
const data = (text: string): Buffer => box('data', u32(1, 0), Buffer.from(text));
/** As iPhones and converters write it: items are named by the number of their key. */
const keyed = (...items: [key: string, text: string][]): Buffer =>
  Buffer.concat([
    handler,
    box('keys', u32(0, items.length), ...items.map(([key]) => box('mdta', Buffer.from(key)))),
    box('ilst', ...items.map(([, text], at) => box(`\0\0\0${String.fromCharCode(at + 1)}`, data(text)))),
  ]);

const christmas = header(secondsOf('2024-12-25T07:30:00Z'));
const apple = (text: string): Buffer =>
  keyed(['com.apple.quicktime.make', 'Apple'], ['com.apple.quicktime.creationdate', text]);
const inText = (text: string): Buffer =>
  box('\u00a9day', bytesOf(text.length, 2), bytesOf(0x15c7, 2), Buffer.from(text));

// DAY-1: the day on the spot, wherever the browser is.
const local: [string, Buffer][] = [
  ["of an iPhone's MOV", box('meta', apple('2024-12-24T23:30:00-0800'))],
  ['of an MP4', box('udta', box('meta', u32(0), apple('2024-12-24T23:30:00-08:00')))],
  ['of a tag', box('udta', box('meta', u32(0), handler, box('ilst', box('\u00a9day', data('2024-12-24')))))],
  ['of a text', box('udta', box('name'), inText('2024-12-24T23:30:00-0800'))],
  ['with other separators', box('udta', inText('2024:12:24 23:30:00'))],
];
for (const [name, metadata] of local)
  test(`a video has the day on the spot ${name}`, async () => {
    assert.equal(await takenDayOfVideo(video(christmas, metadata)), '2024-12-24');
    assert.equal(await takenDayOfVideo(video(metadata, christmas)), '2024-12-24');
  });

test('a video without a local day has the day of its header', async () => {
  for (const text of ['2024-12-25T07:30:00Z', '2024', 'unknown', '1904-01-01T00:00:00+0000', ''])
    assert.equal(await takenDayOfVideo(video(christmas, box('meta', apple(text)))), '2024-12-25', text);
  assert.equal(await takenDayOfVideo(video(christmas)), '2024-12-25');
});

test('a time that no camera wrote gives no day', async () => {
  const unixTime = Date.parse('2019-07-14') / 1_000;
  const times = [0, 3_600, 86_400, secondsTo1970, secondsTo1970 - 7_200, secondsTo1970 + 86_400, unixTime];
  for (const seconds of [...times, 2 ** 32 - 1])
    assert.equal(await takenDayOfVideo(video(header(seconds))), null, String(seconds));
  assert.equal(await takenDayOfVideo(video(header(secondsOf('1984-05-06T12:00:00Z')))), '1984-05-06');
});

test('damaged metadata of a video gives no day', async () => {
  const damaged = box('meta', handler, box('keys', u32(0, 9)), box('ilst', u32(99), Buffer.from('abcd')));
  assert.equal(await takenDayOfVideo(video(damaged, header(0).subarray(0, 12))), null);
  assert.equal(await takenDayOfVideo(video()), null);
});
