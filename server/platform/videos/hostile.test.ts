import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { messages } from '../../../contract/errors/errors.ts';
import { peakMemory } from '../../../test/harness/peak-memory.ts';
import { statusOf } from '../problem.ts';
import { VideoRefused } from './refused.ts';
import {
  box,
  boxAt,
  element,
  fixture,
  startWrapping,
  u32,
  withBoxes,
  withNumber,
} from './videos.test-peer.ts';

let wrapping: ReturnType<typeof startWrapping>;
before(() => {
  wrapping = startWrapping();
});
after(() => wrapping.close());

/** A video is refused in words, by checks that need neither much time nor memory. */
const assertRefused = async (video: Buffer, what: string): Promise<void> => {
  const started = performance.now();
  await assert.rejects(
    wrapping.rewrap(video),
    (error) =>
      error instanceof VideoRefused && statusOf[error.code] === 415 && error.message === messages.videoType,
    what,
  );
  // A claim that is believed takes minutes, or the memory of the process.
  assert(performance.now() - started < 15_000, `${what} took too long`);
  assert.deepEqual(wrapping.left(), [], what);
};

const most = 0xff_ff_ff_ff;

/** Numbers that claim more than the file has: the box, the place in its content, the value. */
const claims: [string, string, number, number][] = [
  ['phone.mp4', 'stbl/stsz', 8, most],
  ['phone.mp4', 'stbl/stsz', 8, 21],
  ['phone.mp4', 'stbl/stsz', 4, 1_000_000],
  ['phone.mp4', 'stbl/stsz', 12, most],
  ['phone.mp4', 'stbl/stts', 4, most],
  ['phone.mp4', 'stbl/stts', 8, most],
  ['phone.mp4', 'stbl/ctts', 4, 0x10_00_00_00],
  ['phone.mp4', 'stbl/ctts', 8, most],
  ['phone.mp4', 'stbl/ctts', 12, 0x7f_ff_ff_ff],
  ['phone.mp4', 'stbl/stsc', 4, most],
  ['phone.mp4', 'stbl/stsc', 8, 0],
  ['phone.mp4', 'stbl/stsc', 12, most],
  ['phone.mp4', 'stbl/stco', 4, most],
  ['phone.mp4', 'stbl/stco', 8, most],
  ['phone.mp4', 'stbl/stss', 4, most],
  ['phone.mp4', 'stbl/stss', 8, most],
  ['phone.mp4', 'stbl/stsd', 4, most],
  ['phone.mp4', 'edts/elst', 4, most],
  ['phone.mp4', 'edts/elst', 12, 0x7f_ff_ff_ff],
  ['phone.mp4', 'edts/elst', 16, 0x2_0000],
  ['phone.mp4', 'mvhd', 12, 0],
  ['phone.mp4', 'mdhd', 12, 0],
  ['phone.mp4', 'avc1/avcC', 6, most],
  ['phone.mp4', 'moov', -8, most],
  ['phone.mp4', 'moov', -8, 7],
  ['phone.mp4', 'moov', -8, 0],
  ['phone.mp4', 'moov/trak', -8, 0x10_00_00],
  ['phone.mp4', 'mdat', -8, 1],
  ['fragmented.mp4', 'traf/trun', 4, most],
  ['fragmented.mp4', 'traf/trun', 4, 100_000],
  ['fragmented.mp4', 'traf/tfhd', 0, 0x1_3f],
  ['fragmented.mp4', 'mvex/trex', -8, 12],
  ['fragmented.mp4', 'moof', -8, most],
];

// VIDEO-5
test('numbers that claim more than the file has are refused before anything is allocated', async () => {
  for (const [name, place, at, value] of claims)
    await assertRefused(withNumber(fixture(name), place, at, value), `${place} ${at} ${value}`);
});

/** Fragments that claim a million samples without a byte for each. */
const emptyRuns = () => {
  const bytes = withNumber(fixture('fragmented.mp4'), 'traf/trun', 0, 1);
  return withNumber(bytes, 'traf/trun', 4, 199_000);
};

const hostile: [string, () => Buffer][] = [
  ['two lists of samples', () => duplicated('stbl/stsz')],
  ['two movies', () => duplicated('moov')],
  ['two descriptions of a codec', () => withNumber(duplicated('stsd/avc1'), 'stbl/stsd', 4, 2)],
  ['an encrypted track', () => renamed('stsd/avc1', 'encv')],
  ['a track of another codec', () => renamed('stsd/avc1', 'mjpg')],
  ['no configuration of the codec', () => renamed('avc1/avcC', 'free')],
  ['two million empty boxes', () => withBoxes(fixture('phone.mp4'), 'moov', emptyBoxes(16_000_000))],
  [
    'a thousand tracks',
    () => withBoxes(fixture('phone.mp4'), 'moov', ...Array.from({ length: 6_000 }, () => box('trak'))),
  ],
  [
    'more description than any video has',
    () => withBoxes(fixture('phone.mp4'), 'moov', box('free', Buffer.alloc(17_000_000))),
  ],
  ['100,000 boxes after the movie', () => Buffer.concat([fixture('phone.mp4'), emptyBoxes(800_000)])],
  ['samples without bytes', emptyRuns],
  ['a picture that is larger inside than outside', () => insideOut()],
  [
    'WebM with an unknown size of its tracks',
    () => replacedOnce('recorded.webm', '1654ae6b', '1654ae6b01ffffffffffffff'),
  ],
  ['WebM with a cluster that is too long', () => replacedOnce('vp9.webm', '1f43b675', '1f43b67508ffffffff')],
  ['WebM with blocks of several frames', () => withFlags(0x06)],
  ['WebM with encrypted blocks', () => withCluster(element('af', Buffer.alloc(20)))],
  ['WebM with a million elements', () => withCluster(Buffer.alloc(3_000_000, Buffer.from([0xec, 0x81, 0])))],
  ['WebM in WebM', () => Buffer.concat([fixture('recorded.webm'), fixture('vp9.webm')])],
];

const duplicated = (ending: string): Buffer => {
  const video = fixture('phone.mp4');
  const { at, end, path } = boxAt(video, ending);
  const copy = video.subarray(at, end);
  const above = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return above === '' ? Buffer.concat([video, copy]) : withBoxes(video, above, copy);
};
const renamed = (ending: string, type: string): Buffer => {
  const video = fixture('phone.mp4');
  video.write(type, boxAt(video, ending).at + 4, 'latin1');
  return video;
};
const emptyBoxes = (bytes: number): Buffer => Buffer.alloc(bytes, box('free'));
const insideOut = (): Buffer => {
  const [video, wide] = [fixture('phone.mp4'), fixture('wide.mp4')];
  const config = ({ at, end }: { at: number; end: number }, bytes: Buffer) => bytes.subarray(at, end);
  const large = config(boxAt(wide, 'avc1/avcC'), wide);
  video.write('free', boxAt(video, 'avc1/avcC').at + 4, 'latin1');
  return withBoxes(video, 'stsd/avc1', large);
};
const replacedOnce = (name: string, from: string, to: string): Buffer => {
  const video = fixture(name);
  const at = video.lastIndexOf(Buffer.from(from, 'hex'));
  const bytes = Buffer.from(to, 'hex');
  bytes.copy(video, at);
  return video;
};
const withCluster = (...content: Buffer[]): Buffer =>
  Buffer.concat([fixture('recorded.webm'), element('1f43b675', element('e7', '\0'), ...content)]);
const withFlags = (flags: number): Buffer =>
  withCluster(element('a3', Buffer.from([0x81, 0, 0, flags, 1, 2, 3, 4])));

// VIDEO-5
test('files built to keep the process busy or to fill its memory are refused', async () => {
  for (const [what, make] of hostile)
    if (what === 'a picture that is larger inside than outside')
      await assert.rejects(wrapping.rewrap(make()), VideoRefused);
    else await assertRefused(make(), what);
});

// VIDEO-5
test('metadata that would keep the library busy for ever is never read', async () => {
  const endless = box(
    'meta',
    u32(0),
    box('hdlr', u32(0, 0), 'mdta', Buffer.alloc(16)),
    box('keys', u32(0, most, 0, 0)),
  );
  const made = await wrapping.rewrap(withBoxes(fixture('phone.mp4'), 'moov', endless, box('udta', endless)));
  assert.equal(made.ms, 2000);
  // An index at the end of a fragmented file, which claims to have 4 billion rows.
  const index = box('mfra', box('tfra', u32(0, 1, 0x3f, most)), box('mfro', u32(0, 0)));
  index.writeUInt32BE(index.length, index.length - 4);
  assert.equal((await wrapping.rewrap(Buffer.concat([fixture('fragmented.mp4'), index]))).ms, 2200);
});

// VIDEO-5
test('the process needs little memory for all of that', { skip: process.platform !== 'linux' }, () => {
  for (const pid of wrapping.wrapper.pids) {
    const peak = peakMemory(pid);
    assert(peak > 0 && peak < 256 * 1_024, `${peak} KB`);
  }
});
