import { type Box, boxesIn, hide, keepOnly, optional, readBox, required, tableOf } from './boxes.ts';
import { checkFragment, type FragmentTrack } from './mp4-fragments.ts';
import { checkSampleTable, maxSamples, maxSeconds, sampleTables } from './sample-table.ts';
import type { SourceFile } from './source-file.ts';
import { UnfitVideo, unfit } from './unfit.ts';

/** The most bytes of all boxes that describe the samples. */
const maxDescription = 16 * 1024 * 1024;
/** The most boxes of a file: a fragmented one has two for each frame at worst. */
const maxBoxes = 24_000;

/** The findings of the checks about a chosen track. */
export interface Expected {
  packets: number;
  /** The second at which an edit list ends the track; infinite without one. */
  end: number;
}

/** The kind of track without which a file is refused. A file that is wanted for its sound loses its pictures. */
export type Wanted = 'video' | 'audio';

interface Track extends FragmentTrack {
  box: Box;
  kind: 'video' | 'audio';
  isEnabled: boolean;
  /** As `Expected.end`. */
  end: number;
}

/** The types of sample entries that are accepted, with the bytes of fields before their children. */
const entryTypes = { video: ['avc1', 'avc3', 'vp09', 'av01'], audio: ['mp4a', 'Opus'] };
const entryChildren = { video: ['avcC', 'vpcC', 'av1C', 'pasp', 'colr'], audio: ['esds', 'dOps', 'wave'] };

/**
 * Checks an MP4 or QuickTime file before the library reads it. Every number is compared with the size of the file. Everything
 * that the copy does not need is hidden from the library: metadata, other tracks, encryption.
 * @throws UnfitVideo
 */
export const checkMp4 = (
  source: SourceFile,
  wanted: Wanted = 'video',
): Record<'video' | 'audio', Expected> => {
  const { movie, fragments } = findBoxes(source);
  const bytes = source.read(movie.at, movie.end - movie.at);
  const tracks = readMovie(bytes, source.fileSize, wanted);
  source.replace(movie.at, bytes);
  for (const [at, fragment] of fragments.entries()) {
    const part = source.read(fragment.at, fragment.end - fragment.at);
    const next = fragments[at + 1];
    // GStreamer, and so WebKitGTK's recorder, writes the last one twice, and its samples behind the second.
    if (next?.at === fragment.end && source.read(next.at, part.length).equals(part)) hide(part, 0);
    else checkFragment(part, tracks);
    source.replace(fragment.at, part);
  }
  const expect = (kind: Track['kind']): Expected => {
    const track = tracks.find((one) => one.kind === kind);
    return { packets: track?.samples ?? 0, end: track?.end ?? 0 };
  };
  const expected = { video: expect('video'), audio: expect('audio') };
  if (expected[wanted].packets === 0) throw unfit('no frame');
  if (expected.video.packets + expected.audio.packets > maxSamples) throw unfit('too many samples');
  const sampleBytes = tracks.reduce((sum, track) => sum + track.bytes, 0);
  if (sampleBytes > source.fileSize)
    throw unfit(`fragments of ${sampleBytes} bytes in a file of ${source.fileSize}`);
  // The library reads the last four bytes of a fragmented file as the size of an index, and would read that next.
  source.replace(source.fileSize, Buffer.from('\0\0\0\u0008free', 'latin1'));
  return expected;
};

const findBoxes = (source: SourceFile): { movie: Box; fragments: Box[] } => {
  let movie: Box | undefined;
  const fragments: Box[] = [];
  let [count, described] = [0, 0];
  for (let at = 0; at < source.fileSize; count += 1) {
    const box = boxOrRest(source, at, movie !== undefined && fragments.length === 0);
    if (!box) break;
    if (count >= maxBoxes) throw unfit('too many boxes');
    if (at === 0 && box.type !== 'ftyp') throw unfit('no ftyp');
    if (box.type === 'moov' || box.type === 'moof') {
      described += box.end - box.at;
      if (described > maxDescription) throw unfit(`${described} bytes that describe samples`);
      if ((box.type === 'moov') === (movie !== undefined)) throw unfit(`${box.type} out of order`);
      if (box.type === 'moov') movie = box;
      else fragments.push(box);
    }
    at = box.end;
  }
  if (!movie) throw unfit('no moov');
  return { movie, fragments };
};

/** The box at a position. Null for anything else where `mayBeRest`: some cameras append notes to the last box. */
const boxOrRest = (source: SourceFile, at: number, mayBeRest: boolean): Box | null => {
  try {
    return readBox(source.peek(at, 16), at, source.fileSize, at);
  } catch (error) {
    if (mayBeRest && error instanceof UnfitVideo) return null;
    throw error;
  }
};

/** The chosen tracks: one of video, and one of sound if there is any; of a voice, the sound alone. */
const readMovie = (bytes: Buffer, fileSize: number, wanted: Wanted): Track[] => {
  const movie = required(boxesIn(bytes, 0, bytes.length), 'moov');
  const kept = keepOnly(bytes, movie, ['mvhd', 'trak', 'mvex']);
  const movieScale = timescaleOf(bytes, required(kept, 'mvhd', 100));
  const extended = optional(kept, 'mvex');
  const defaults = extended ? readDefaults(bytes, keepOnly(bytes, extended, ['trex'])) : undefined;
  const tracks = kept.filter(({ type }) => type === 'trak').flatMap((box) => readHeader(bytes, box) ?? []);
  if (new Set(tracks.map(({ id }) => id)).size < tracks.length) throw unfit('two tracks with one number');
  const choose = (kind: Track['kind']) => {
    const candidates = tracks.filter((track) => track.kind === kind);
    return candidates.find(({ isEnabled }) => isEnabled) ?? candidates[0];
  };
  const [video, audio] = [wanted === 'video' ? choose('video') : undefined, choose('audio')];
  const chosen = [video, audio].filter((track) => track !== undefined);
  if (!chosen.some(({ kind }) => kind === wanted)) throw unfit(`no track of ${wanted}`);
  for (const box of kept)
    if (box.type === 'trak' && !chosen.some((track) => track.box === box)) hide(bytes, box.at);
  for (const track of chosen) {
    track.defaultSize = defaults?.get(track.id) ?? 0;
    checkTrack(bytes, track, movieScale, fileSize);
    if (!extended && track.samples === 0) throw unfit(`no sample of ${track.kind}`);
  }
  return chosen;
};

/** The default size of samples by track. */
const readDefaults = (bytes: Buffer, boxes: readonly Box[]): Map<number, number> =>
  new Map(
    boxes.map((box) => {
      required([box], 'trex', 24);
      return [bytes.readUInt32BE(box.body + 4), bytes.readUInt32BE(box.body + 16)];
    }),
  );

/** The units a second of `mvhd` or `mdhd`. */
const timescaleOf = (bytes: Buffer, box: Box): number => {
  const scale = bytes.readUInt32BE(box.body + (bytes[box.body] === 1 ? 20 : 12));
  if (scale === 0) throw unfit(`${box.type} has no timescale`);
  return scale;
};

/** A track of video or sound; null for any other, such as chapters, subtitles and places. */
const readHeader = (bytes: Buffer, box: Box): Track | null => {
  const boxes = boxesIn(bytes, box.body, box.end);
  const media = boxesIn(bytes, ...rangeOf(required(boxes, 'mdia')));
  const handler = required(media, 'hdlr', 12);
  const type = bytes.toString('latin1', handler.body + 8, handler.body + 12);
  const kind = type === 'vide' ? 'video' : type === 'soun' ? 'audio' : null;
  if (!kind) return null;
  const header = required(boxes, 'tkhd', 84);
  const isLong = bytes[header.body] === 1;
  if (isLong) required(boxes, 'tkhd', 96);
  return {
    box,
    kind,
    id: bytes.readUInt32BE(header.body + (isLong ? 20 : 12)),
    isEnabled: (bytes.readUInt32BE(header.body) & 1) === 1,
    samples: 0,
    bytes: 0,
    defaultSize: 0,
    end: Number.POSITIVE_INFINITY,
  };
};

const rangeOf = ({ body, end }: Box): [number, number] => [body, end];

const checkTrack = (bytes: Buffer, track: Track, movieScale: number, fileSize: number): void => {
  const boxes = keepOnly(bytes, track.box, ['tkhd', 'edts', 'mdia']);
  const media = keepOnly(bytes, required(boxes, 'mdia'), ['mdhd', 'hdlr', 'minf']);
  const timescale = timescaleOf(bytes, required(media, 'mdhd', 24));
  const edits = optional(boxes, 'edts');
  const list = edits && optional(keepOnly(bytes, edits, ['elst']), 'elst');
  if (list) track.end = checkEdits(bytes, list, movieScale, timescale);
  const information = keepOnly(bytes, required(media, 'minf'), ['stbl']);
  const tables = keepOnly(bytes, required(information, 'stbl'), sampleTables);
  checkEntry(bytes, required(tables, 'stsd', 16), track.kind);
  track.samples = checkSampleTable(bytes, tables, timescale, fileSize);
};

/** Accepts one edit at most, at normal speed, after an optional pause. Returns the second at which the edit ends. */
const checkEdits = (bytes: Buffer, box: Box, movieScale: number, timescale: number): number => {
  const isLong = bytes[box.body] === 1;
  const size = isLong ? 20 : 12;
  const { entries, at } = tableOf(bytes, box, size);
  let [shown, pause, length] = [0, 0, 0];
  for (let entry = 0; entry < entries; entry += 1) {
    const place = at + entry * size;
    const duration = isLong ? Number(bytes.readBigUInt64BE(place)) : bytes.readUInt32BE(place);
    const start = isLong ? Number(bytes.readBigInt64BE(place + 8)) : bytes.readInt32BE(place + 4);
    if (start === -1) pause += duration;
    else {
      shown += 1;
      length = duration;
    }
    if (start !== -1 && bytes.readInt32BE(place + size - 4) !== 0x1_0000)
      throw unfit('an edit changes the speed');
    if (start < -1 || start > maxSeconds * timescale) throw unfit(`an edit starts at ${start}`);
  }
  if (shown > 1) throw unfit(`${shown} edits`);
  if (pause > maxSeconds * movieScale) throw new UnfitVideo('videoTooLong', `a pause of ${pause} units`);
  return length === 0 ? Number.POSITIVE_INFINITY : (pause + length) / movieScale;
};

const checkEntry = (bytes: Buffer, box: Box, kind: Track['kind']): void => {
  const { entries, at } = tableOf(bytes, box, 8);
  if (entries !== 1) throw unfit(`${entries} sample entries`);
  const entry = readBox(bytes, at, box.end);
  if (!entryTypes[kind].includes(entry.type)) throw unfit(`the codec ${entry.type}`);
  const fields = kind === 'video' ? 78 : soundFields(bytes, entry);
  if (entry.body + fields > entry.end) throw unfit('a sample entry is cut off');
  const children = keepOnly(bytes, entry, entryChildren[kind], fields);
  const wave = optional(children, 'wave');
  if (wave) keepOnly(bytes, wave, ['esds']);
  if (entry.type.startsWith('avc')) required(children, 'avcC', 7);
};

/** The length of the fields of a sample entry of sound: QuickTime has two longer versions. */
const soundFields = (bytes: Buffer, entry: Box): number => {
  if (entry.body + 28 > entry.end) throw unfit('a sample entry is cut off');
  const version = bytes.readUInt16BE(entry.body + 8);
  return version === 1 ? 44 : version === 2 ? 64 : 28;
};
