import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { projectFile } from '../programs.ts';
import { statusOf } from '../problem.ts';
import { VideoRefused } from './refused.ts';
import {
  box,
  boxesOf,
  element,
  fixture,
  packetsOf,
  startWrapping,
  u32,
  withBoxes,
} from './videos.test-peer.ts';

let wrapping: ReturnType<typeof startWrapping>;
before(() => {
  wrapping = startWrapping();
});
after(() => wrapping.close());

/** A short recording; `test/fixtures/voices/make.sh` says how it was made. */
const voice = (name: string): Buffer => readFileSync(projectFile(`test/fixtures/voices/${name}`));

const refused = (status: number, message: string) => (error: unknown) =>
  error instanceof VideoRefused && statusOf[error.code] === status && error.message === message;
const wrongType = refused(415, messages.voiceType);

const accepted = [
  ['memo.m4a', 'video/mp4'],
  ['narrow.m4a', 'video/mp4'],
  ['surround.m4a', 'video/mp4'],
  ['fragmented.mp4', 'video/mp4'],
  ['opus.mp4', 'video/mp4'],
  ['raw.aac', 'video/mp4'],
  ['note.webm', 'video/webm'],
  ['recorded.webm', 'video/webm'],
  ['note.ogg', 'video/webm'],
] as const;

/** Names that encoders and libraries leave, besides the notes of the fixtures. */
const marks = /canary|lavc|lavf|ffmpeg|libopus|opusenc|handler|mediabunny|itunes|vendor|encoder|jfif/i;
const assertClean = (copy: Buffer) => assert.equal(marks.exec(copy.toString('latin1'))?.[0], undefined);

/** The packets of the sound of a file, without the leading notes that a copy clears. */
const soundOf = async (file: Buffer) => {
  const tracks = await packetsOf(file);
  const sound = tracks.find(({ codec }) => codec === 'aac' || codec === 'opus');
  assert(sound);
  return sound;
};

// VOICE-3
for (const [name, type] of accepted) {
  test(`${name} is copied packet for packet, and nothing else of it`, async () => {
    const file = voice(name);
    const made = await wrapping.rewrapVoice(file);
    assert.equal(made.type, type);
    assert(made.ms > 950 && made.ms < 1_200, String(made.ms));
    assert.equal((await packetsOf(made.copy)).length, 1);
    assertClean(made.copy);
    const [from, to] = [await soundOf(file), await soundOf(made.copy)];
    assert.equal(to.codec, from.codec);
    assert.equal(to.packets.length, from.packets.length);
    const start = from.packets[0]?.timestamp ?? 0;
    for (const [at, packet] of from.packets.entries()) {
      const copy = to.packets[at];
      // A packet of raw AAC has a header, which the other formats leave out.
      const sound = packet.bytes.subarray(name === 'raw.aac' ? 7 : 0);
      // An encoder of AAC writes its name at the start of the first packet.
      if (at > 0 || from.codec === 'opus') assert.deepEqual(copy?.bytes, sound);
      assert.equal(copy?.bytes.length, sound.length);
      const late = copy.timestamp - (packet.timestamp - Math.max(0, start));
      assert(Math.abs(late) < 0.03, `packet ${at} is ${late} s late`);
    }
  });
}

test('a fragment that a recorder of GStreamer writes twice is copied once', async () => {
  const sound = voice('fragmented.mp4');
  const last = boxesOf(sound).findLast(({ path }) => path === 'moof');
  assert(last);
  const again = sound.subarray(last.at, last.end);
  const twice = Buffer.concat([sound.subarray(0, last.at), again, sound.subarray(last.at)]);
  const [copy, plain] = [await wrapping.rewrapVoice(twice), await wrapping.rewrapVoice(sound)];
  assert.deepEqual(await soundOf(copy.copy), await soundOf(plain.copy));
});

// VOICE-3
test('a video that is sent as a voice loses its pictures', async () => {
  for (const name of ['phone.mp4', 'vp9.webm']) {
    const { copy } = await wrapping.rewrapVoice(fixture(name));
    assert.deepEqual(
      (await packetsOf(copy)).map(({ codec }) => codec === 'aac' || codec === 'opus'),
      [true],
    );
  }
});

// VOICE-3
test('notes around raw AAC are dropped', async () => {
  const sound = voice('raw.aac');
  const note = Buffer.from('CANARY-note'.repeat(10));
  const inFront = Buffer.concat([
    Buffer.from('ID3\u0004\0\0\0\0\0', 'latin1'),
    Buffer.from([note.length]),
    note,
  ]);
  const behind = Buffer.concat([Buffer.from('TAG'), note, Buffer.alloc(128 - 3 - note.length)]);
  const { copy } = await wrapping.rewrapVoice(Buffer.concat([inFront, sound, behind]));
  assertClean(copy);
  const plain = await wrapping.rewrapVoice(sound);
  assert.deepEqual((await soundOf(copy)).packets, (await soundOf(plain.copy)).packets);
});

test('other formats are refused in words', async () => {
  const others: [string, Buffer][] = [
    ['AMR', Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(1_000, 0x3c)])],
    ['MP3', voice('song.mp3')],
    ['Vorbis', voice('vorbis.ogg')],
    ['video without sound', fixture('hevc.mp4')],
    ['text', Buffer.from('Hello Rosa, hello Tim')],
    ['nothing', Buffer.alloc(0)],
  ];
  for (const [what, file] of others) await assert.rejects(wrapping.rewrapVoice(file), wrongType, what);
  assert.deepEqual(wrapping.left(), []);
});

test('a file of more than 8 MB and a sound of more than 3 minutes are refused', async () => {
  const large = Buffer.concat([voice('memo.m4a'), box('free', Buffer.alloc(limits.voiceBytes))]);
  await assert.rejects(wrapping.rewrapVoice(large), refused(413, messages.voiceTooLarge));
  const sound = voice('raw.aac');
  const long = Buffer.concat(Array.from({ length: 190 }, () => sound));
  await assert.rejects(wrapping.rewrapVoice(long), refused(413, messages.voiceTooLong));
});

test('edits that change the speed, wrong lengths and sounds of no length are refused', async () => {
  const memo = voice('memo.m4a');
  const cut = memo.subarray(0, memo.length - 100);
  const pages = voice('note.ogg');
  const silent = withBoxes(voice('fragmented.mp4').subarray(0, moofOf(voice('fragmented.mp4'))), 'moov');
  const files: [string, Buffer][] = [
    ['cut MP4', cut],
    ['cut Ogg', pages.subarray(0, pages.length - 10)],
    ['cut AAC', voice('raw.aac').subarray(0, 3_001)],
    ['only headers', pages.subarray(0, pages.indexOf('OggS', 60))],
    ['no fragment', silent],
    ['empty segment', Buffer.concat([voice('note.webm').subarray(0, 40), element('18538067')])],
    ['no movie', box('ftyp', 'M4A ', u32(0))],
  ];
  for (const [what, file] of files) await assert.rejects(wrapping.rewrapVoice(file), wrongType, what);
});

const moofOf = (file: Buffer): number => boxesOf(file).find(({ path }) => path === 'moof')?.at ?? 0;

test('rates that AAC has not, and channels described in a packet, are refused', async () => {
  const rate = Buffer.from(voice('raw.aac'));
  rate[2] = (rate[2] ?? 0) | 0x3c;
  await assert.rejects(wrapping.rewrapVoice(rate), wrongType);
  const channels = Buffer.from(voice('raw.aac'));
  // The first element of the first packet.
  channels[7] = ((channels[7] ?? 0) & 0x1f) | 0xa0;
  await assert.rejects(wrapping.rewrapVoice(channels), wrongType);
});

test('two tracks with one number are refused', async () => {
  const webm = fixture('vp9.webm');
  webm[webm.indexOf('d78102', 0, 'hex') + 2] = 1;
  const mp4 = fixture('phone.mp4');
  const headers = boxesOf(mp4).filter(({ path }) => path === 'moov/trak/tkhd');
  assert(headers.length > 1);
  for (const { at } of headers) mp4.writeUInt32BE(1, at + 20);
  for (const file of [webm, mp4]) await assert.rejects(wrapping.rewrapVoice(file), wrongType);
});

test('a sound is as long as its packets, whatever times its file has for them', async () => {
  const file = voice('note.webm');
  const { packets } = await soundOf(file);
  // Two frames of 60 ms each.
  for (const { bytes } of packets) file[file.indexOf(bytes)] = 0b0001_1001;
  const { ms } = await wrapping.rewrapVoice(file);
  assert.equal(ms, packets.length * 120);
});

/** The number of damaged files; `TRUST_VOICES=1000` for the long run. */
const total = Number(process.env['TRUST_VOICES'] ?? 100);

test('damaged voices are copied or refused in words, and leave nothing behind', async (t) => {
  let seed = 46;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const files = accepted.map(([name]) => voice(name));
  let refusals = 0;
  const tryOne = async () => {
    const bytes = Buffer.from(files[random(files.length)] ?? []);
    // Most damage is done near the start, where the descriptions are, and in whole words.
    for (let changes = 1 + random(6); changes > 0; changes -= 1) {
      const at = random(random(2) === 0 ? Math.min(1_000, bytes.length) : bytes.length);
      const length = 1 + random(4);
      for (let byte = at; byte < Math.min(bytes.length, at + length); byte += 1)
        bytes[byte] = random(3) === 0 ? 255 : random(256);
    }
    const damaged = random(5) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    try {
      const { ms, bytes: size } = await wrapping.rewrapVoice(damaged, `party ${random(4)}`);
      assert(ms > 0 && ms <= 181_000 && size > 0);
    } catch (error) {
      assert(error instanceof VideoRefused, String(error));
      refusals += 1;
    }
  };
  for (let done = 0; done < total; done += 4) await Promise.all([tryOne(), tryOne(), tryOne(), tryOne()]);
  assert(refusals > total / 10 && refusals < total, `${refusals} were refused`);
  t.diagnostic(`${total} voices, ${refusals} of them refused`);
  assert.deepEqual(wrapping.left(), []);
});
