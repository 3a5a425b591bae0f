import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanAv1 } from './codecs/av1.ts';
import { cleanAvc } from './codecs/avc.ts';
import { type Element, elementsIn, ids, readElement } from './elements.ts';
import { cleanAac, cleanAacConfig, cleanOpus, cleanOpusHead } from './codecs/sound.ts';
import {
  box,
  boxAt,
  boxesOf,
  element,
  fixture,
  packetsOf,
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

const canary = 'CANARY+51.4779-000.0015/';

/** Names that encoders, cameras and libraries leave, besides the canary. */
const marks =
  /canary|lavc|lavf|x264|ffmpeg|libvpx|libaom|libopus|handler|mediabunny|quicktime|apple|gopro|xmp/i;

const assertClean = (copy: Buffer) => assert.equal(marks.exec(copy.toString('latin1'))?.[0], undefined);

/** A list of metadata as phones write it: keys, and values by their numbers. */
const appleMetadata = () => {
  const key = 'com.apple.quicktime.location.ISO6709';
  const value = box('data', u32(1, 0), canary);
  return box(
    'meta',
    box('hdlr', u32(0, 0), 'mdta', u32(0, 0, 0), canary, '\0'),
    box('keys', u32(0, 1, 8 + key.length), 'mdta', key),
    box('ilst', box('\0\0\0\u0001', value), box('covr', box('data', u32(13, 0), canary))),
  );
};

/** A track of places as drones and action cameras record it, with a sample in its own `mdat`. */
const places = (type: string, at: number) =>
  box(
    'trak',
    box('tkhd', u32(1, 0, 0, 9, 0, 2000), Buffer.alloc(60)),
    box(
      'mdia',
      box('mdhd', u32(0, 0, 0, 1000, 2000, 0)),
      box('hdlr', u32(0, 0), 'meta', u32(0, 0, 0), 'GoPro MET', '\0'),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', u32(0, 1), box(type, Buffer.alloc(6), '\0\u0001', canary)),
          box('stts', u32(0, 1, 1, 2000)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stsz', u32(0, canary.length, 1)),
          box('stco', u32(0, 1, at)),
        ),
      ),
    ),
  );

/** The video with something hidden in every place that an MP4 or QuickTime file has. */
const withMetadata = (video: Buffer): Buffer => {
  let bytes = withBoxes(video, 'mdat', Buffer.from(canary));
  const user = box(
    'udta',
    box('\u00a9xyz', canary),
    box('\u00a9too', canary),
    box('name', canary),
    appleMetadata(),
  );
  const xmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), `<x:xmpmeta>${canary}`);
  bytes = withBoxes(bytes, 'moov/trak/mdia/minf/stbl/stsd/avc1/avcC', Buffer.from(canary));
  bytes = withBoxes(bytes, 'moov/trak/mdia/minf/stbl/stsd/avc1', box('free', canary), user);
  bytes = withBoxes(bytes, 'moov/trak/mdia/minf/stbl/stsd/mp4a', box('chan', canary));
  bytes = withBoxes(bytes, 'moov/trak/mdia/minf/stbl', box('sgpd', canary), box('sdtp', canary));
  bytes = withBoxes(bytes, 'moov/trak/mdia/hdlr', Buffer.from(canary));
  bytes = withBoxes(bytes, 'moov/trak/mdia', user);
  bytes = withBoxes(bytes, 'moov/trak', user, xmp, box('tref', box('cdsc', u32(9))), appleMetadata());
  const added = [user, xmp, appleMetadata(), box('free', canary), places('gpmd', 40), places('mett', 40)];
  bytes = withBoxes(bytes, 'moov', ...added, places('camm', 40));
  for (const header of ['mvhd', 'tkhd', 'mdhd'])
    for (const place of [4, 8]) bytes = withNumber(bytes, header, place, Buffer.from('CANA').readUInt32BE());
  const compressor = boxAt(bytes, 'avc1').at + 8 + 42;
  bytes.write(canary, compressor, 'latin1');
  return Buffer.concat([
    bytes,
    xmp,
    user,
    ...['free', 'skip', 'wide', 'mdat'].map((type) => box(type, canary)),
    Buffer.from(canary),
  ]);
};

const expectedBoxes = [
  'ftyp moov mvhd',
  'trak tkhd mdia mdhd hdlr minf vmhd dinf dref url  stbl',
  'stsd avc1 avcC colr btrt stts ctts cslg stsc stsz stco stss',
  'trak tkhd edts elst mdia mdhd hdlr minf smhd dinf dref url  stbl',
  'stsd mp4a esds btrt stts stsc stsz stco',
  'mdat',
].join(' ');

// VIDEO-3
for (const name of ['phone.mp4', 'camera.mov']) {
  test(`nothing hidden in ${name} survives, and the copy has the expected boxes only`, async () => {
    const video = withMetadata(fixture(name));
    // The encoders' names are inside the packets.
    assert(video.includes('x264 - core') && video.includes('Lavc'));
    const { copy } = await wrapping.rewrap(video);
    assertClean(copy);
    const boxes = boxesOf(copy);
    assert.equal(boxes.map(({ path }) => path.slice(-4)).join(' '), expectedBoxes);
    for (const { path, at } of boxes)
      if (/(?:mvhd|tkhd|mdhd)$/.test(path))
        assert.deepEqual(copy.subarray(at + 12, at + 20), Buffer.alloc(8));
    const [picture, sound] = await packetsOf(copy);
    assert.deepEqual([picture?.packets.length, sound?.packets.length], [20, 88]);
  });
}

// VIDEO-3
test('the same video hidden among different metadata becomes the same copy', async () => {
  const [plain, hidden] = [fixture('phone.mp4'), withMetadata(fixture('phone.mp4'))];
  assert.deepEqual((await wrapping.rewrap(hidden)).copy, (await wrapping.rewrap(plain)).copy);
});

// VIDEO-3
test('scenes that were cut away are not in the copy', async () => {
  const video = fixture('phone.mp4');
  const edit = boxAt(video, 'elst').at + 8;
  const scale = video.readUInt32BE(boxAt(video, 'mdhd').at + 20);
  // Key frames are at 0 and at 1 s. The video starts at 1.5 s, or ends after half a second.
  const late = withNumber(video, 'elst', 12, video.readUInt32BE(edit + 12) + 1.5 * scale);
  for (const cut of [late, withNumber(video, 'elst', 8, 500)]) {
    const [picture] = await packetsOf((await wrapping.rewrap(cut)).copy);
    assert.equal(picture?.packets.length, 10);
  }
});

/** All elements of a WebM file, by their ids. */
const elementIds = (bytes: Buffer): Set<string> => {
  const parents = new Set([
    0x18_53_80_67, 0x11_4d_9b_74, 0x4d_bb, 0x15_49_a9_66, 0x16_54_ae_6b, 0xae, 0xe0, 0xe1,
  ]);
  for (const id of [0x1f_43_b6_75, 0xa0, 0x1c_53_bb_6b, 0xbb, 0xb7, ids.ebml]) parents.add(id);
  const found = new Set<string>();
  const walk = ({ id, body, end }: Element) => {
    found.add(id.toString(16));
    if (parents.has(id)) for (const child of elementsIn(bytes, body, end)) walk(child);
  };
  for (const one of elementsIn(bytes, 0, bytes.length)) walk(one);
  return found;
};

// VIDEO-3
test('nothing hidden in a WebM file survives, and the copy has the expected elements only', async () => {
  const video = fixture('recorded.webm');
  const segment = readElement(video, readElement(video, 0, video.length).end, video.length);
  const parts = elementsUntilCluster(video, segment.body).map((one) => {
    const content = video.subarray(one.body, one.end);
    if (one.id === ids.info)
      return element(
        '1549a966',
        element('2ad7b1', '\u000f\u0042\u0040'),
        element('7ba9', canary),
        element('4461', 'CANARY!!'),
        element('4d80', canary),
        element('5741', canary),
        element('73a4', canary),
      );
    if (one.id !== ids.tracks) return video.subarray(one.at, one.end);
    const subtitles = element(
      'ae',
      element('d7', '\u0009'),
      element('83', '\u0011'),
      element('536e', canary),
    );
    const named = elementsIn(content, 0, content.length).map(({ body, end }) =>
      element('ae', content.subarray(body, end), element('536e', canary), element('22b59c', 'CAN')),
    );
    return element('1654ae6b', ...named, subtitles);
  });
  const clusters = video.subarray(firstCluster(video, segment.body));
  const attached = element('61a7', element('466e', canary), element('465c', canary));
  const hidden = Buffer.concat([
    video.subarray(0, segment.body),
    ...parts,
    element('1254c367', element('7373', element('67c8', element('45a3', canary)))),
    element('1941a469', attached),
    element('1043a770', element('45b9', canary)),
    element('ec', canary),
    clusters,
    element('1f43b675', element('e7', '\0'), element('a3', '\u0089\0\0\u0080', canary)),
    element('1254c367', canary),
  ]);
  const { copy } = await wrapping.rewrap(hidden);
  assertClean(copy);
  assert.deepEqual(
    (await packetsOf(copy)).map(({ packets }) => packets.length),
    [20, 101],
  );
  const allowed = [
    '1a45dfa3 4286 42f7 42f2 42f3 4282 4287 4285 18538067 114d9b74 4dbb 53ab 53ac 1549a966 2ad7b1',
    '4d80 5741 4489 1654ae6b ae d7 73c5 83 9c 22b59c 86 63a2 e0 b0 ba 55b0 55b1 55ba 55bb 55b9 56bb',
    'e1 b5 9f 1f43b675 e7 a3 a0 a1 9b fb 1c53bb6b bb b3 b7 f7 f1',
  ].join(' ');
  assert.deepEqual(
    [...elementIds(copy)].filter((id) => !allowed.split(' ').includes(id)),
    [],
  );
});

const elementsUntilCluster = (bytes: Buffer, start: number): Element[] => {
  const found: Element[] = [];
  for (let at = start; ; at = found.at(-1)?.end ?? 0) {
    const one = readElement(bytes, at, bytes.length);
    if (one.id === ids.cluster) return found;
    found.push(one);
  }
};
const firstCluster = (bytes: Buffer, start: number): number =>
  elementsUntilCluster(bytes, start).at(-1)?.end ?? 0;

// VIDEO-3
test('units of H.264 and AV1 that are no picture are dropped', () => {
  const avc = Buffer.concat([
    u32(10),
    Buffer.from([6, 5]),
    Buffer.from('CANARY!!'),
    u32(3),
    Buffer.from([0x65, 1, 2]),
  ]);
  assert.deepEqual(cleanAvc(avc, 4), Buffer.concat([u32(3), Buffer.from([0x65, 1, 2])]));
  assert.equal(cleanAvc(avc.subarray(0, 14), 4), null);
  const frame = Buffer.from([0x32, 2, 7, 7]);
  const metadata = Buffer.concat([Buffer.from([0x2a, 6]), Buffer.from('CANARY')]);
  const padding = Buffer.concat([Buffer.from([0x7a, 6]), Buffer.from('CANARY')]);
  assert.deepEqual(cleanAv1(Buffer.concat([metadata, frame, padding])), frame);
  assert.equal(cleanAv1(metadata), null);
});

// VIDEO-3
test('fillings of AAC and the padding of Opus become zeros', () => {
  const bits = (text: string) =>
    Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const packet = (filling: string, data: string) =>
    bits(['110', '0010', filling, '100', '00000', '00000001', data, '00110011001100110'].join(''));
  const cleaned = cleanAac(packet('0101010101110011', '11111000'));
  assert.deepEqual(cleaned, packet('0000000000000000', '00000000'));
  const opus = Buffer.concat([Buffer.from([0x0b, 0x41, 6, 9, 9]), Buffer.from('CANARY')]);
  assert.deepEqual(cleanOpus(opus), Buffer.concat([opus.subarray(0, 5), Buffer.alloc(6)]));
});

// VIDEO-3
test('descriptions of codecs lose what follows their fields', () => {
  const aac = Buffer.from('121056e500', 'hex');
  assert.deepEqual(cleanAacConfig(Buffer.concat([aac, Buffer.from(canary)])), aac);
  const opus = Buffer.concat([Buffer.from('OpusHead'), Buffer.from('0102380180bb0000000000', 'hex')]);
  assert.deepEqual(cleanOpusHead(Buffer.concat([opus, Buffer.from(canary)])), opus);
});
