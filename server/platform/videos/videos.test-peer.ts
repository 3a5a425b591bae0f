import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { projectFile } from '../programs.ts';
import type { TemporaryFile } from '../images/receive.ts';
import { createVideoWrapper } from './wrapper.ts';

// Videos and what is in them, for the tests beside this file.

/** A small video; `test/fixtures/videos/make.sh` says how it was made. */
export const fixture = (name: string): Buffer => readFileSync(projectFile(`test/fixtures/videos/${name}`));

/** Starts a wrapper with an empty folder. */
export const startWrapping = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'videos-'));
  const wrapper = createVideoWrapper({ tmpDir: folder });
  let uploads = 0;
  const copied = async <T extends TemporaryFile>(
    content: Buffer | string,
    copy: (source: string) => Promise<T>,
  ): Promise<T & { copy: Buffer }> => {
    const source = path.join(folder, `source-${++uploads}`);
    writeFileSync(source, content);
    try {
      const made = await copy(source);
      const bytes = readFileSync(made.path);
      await made.remove();
      return { ...made, copy: bytes };
    } finally {
      rmSync(source, { force: true });
    }
  };
  return {
    folder,
    wrapper,
    /** Copies a video, and returns the copy's content. Its file is deleted. */
    rewrap: (video: Buffer | string, party = 'test', isLast = false) =>
      copied(video, (source) => wrapper.rewrap(source, { party, isLast })),
    /** Copies a voice, as `rewrap` does. */
    rewrapVoice: (voice: Buffer, party = 'test') =>
      copied(voice, (source) => wrapper.rewrapVoice(source, { party })),
    /** The names of the files that remain in the folder. */
    left: () => readdirSync(folder),
    close: async () => {
      await wrapper.close();
      rmSync(folder, { recursive: true });
    },
  };
};

export const u32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};

/** A box with some content. */
export const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

const parents: Record<string, number> = {
  ...Object.fromEntries(
    ['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf'].map((type) => [type, 0]),
  ),
  dref: 8,
  stsd: 8,
  avc1: 78,
  vp09: 78,
  av01: 78,
  hvc1: 78,
  mp4a: 28,
  Opus: 28,
};

interface Found {
  /** The types of the box and the boxes around it, such as `moov/trak/mdia`. */
  path: string;
  at: number;
  end: number;
}

/** All boxes of a valid MP4 file, from the first to the last. */
export const boxesOf = (bytes: Buffer, start = 0, end = bytes.length, above = ''): Found[] => {
  const found: Found[] = [];
  for (let at = start; at < end; ) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const one = { path: `${above}${type}`, at, end: at + size };
    const fields = parents[type];
    found.push(
      one,
      ...(fields === undefined ? [] : boxesOf(bytes, at + 8 + fields, one.end, `${one.path}/`)),
    );
    at = one.end;
  }
  return found;
};

/** The first box with a path that ends so. */
export const boxAt = (bytes: Buffer, ending: string): Found => {
  const found = boxesOf(bytes).find((one) => one.path.endsWith(ending));
  if (!found) throw new Error(`There is no box ${ending}.`);
  return found;
};

/** The file with another number at a place of the content of a box. */
export const withNumber = (video: Buffer, ending: string, place: number, value: number): Buffer => {
  const bytes = Buffer.from(video);
  bytes.writeUInt32BE(value, boxAt(bytes, ending).at + 8 + place);
  return bytes;
};

/** The file with more boxes at the end of a box; offsets to frames stay right, because `moov` is last. */
export const withBoxes = (video: Buffer, ending: string, ...more: Buffer[]): Buffer => {
  const { at, end, path: place } = boxAt(video, ending);
  const added = Buffer.concat(more);
  const bytes = Buffer.concat([video.subarray(0, end), added, video.subarray(end)]);
  const around = boxesOf(video).filter((one) => one.at <= at && one.end >= end && place.startsWith(one.path));
  for (const one of around) bytes.writeUInt32BE(bytes.readUInt32BE(one.at) + added.length, one.at);
  return bytes;
};

interface Track {
  codec: string | null;
  packets: { timestamp: number; duration: number; type: string; bytes: Buffer }[];
}

/** The packets of each track of a video, as another reader sees them. */
export const packetsOf = async (video: Buffer): Promise<Track[]> => {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(video) });
  const tracks = await input.getTracks();
  return await Promise.all(
    tracks.map(async (track) => {
      const packets = [];
      for await (const { timestamp, duration, type, data } of new EncodedPacketSink(track).packets())
        packets.push({ timestamp, duration, type, bytes: Buffer.from(data) });
      return { codec: await track.getCodec(), packets };
    }),
  );
};

/** An element of WebM with some content; its id in hexadecimal. */
export const element = (id: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x10, 0, 0, 0]), body]).fill(
    u32(0x10_00_00_00 + body.length),
    id.length / 2,
    id.length / 2 + 4,
  );
};
