import {
  type Element,
  elementsIn,
  ids,
  maxHeader,
  numberIn,
  readElement,
  unused,
  voidHeader,
} from './elements.ts';
import type { Expected, Wanted } from './mp4-input.ts';
import { maxSamples } from './sample-table.ts';
import type { SourceFile } from './source-file.ts';
import { unfit } from './unfit.ts';

/** The most bytes of the descriptions of the tracks, and of the segment. */
const maxDescription = 64 * 1024;
/** The most elements of a file: a frame has up to five. */
const maxElements = 5 * maxSamples;
/** The most elements directly in the segment: a recorder writes a cluster for each second, or for each few frames. */
const maxParts = 6_000;

const trackTypes = { video: 1, audio: 2 };

interface Track {
  element: Element;
  number: number;
  type: number;
  isDefault: boolean;
  isEncoded: boolean;
}

/**
 * Checks a WebM or Matroska file before the library reads it. Every size is compared with the size of the file. Everything
 * that the copy does not need is hidden from the library: tags, attachments, chapters, other tracks.
 * @throws UnfitVideo
 */
export const checkWebm = (
  source: SourceFile,
  wanted: Wanted = 'video',
): Record<'video' | 'audio', Expected> => {
  const header = elementAt(source, 0, source.fileSize);
  const segment = elementAt(source, header.end, source.fileSize);
  if (
    header.isOpen ||
    header.end > maxDescription ||
    segment.id !== ids.segment ||
    segment.end < source.fileSize
  )
    throw unfit('not one segment');
  const frames = new Map<number, number>();
  let tracks: Chosen | undefined;
  let [elements, samples, parts] = [0, 0, 0];
  const count = (number: number) => {
    samples += 1;
    if (samples > maxSamples) throw unfit('too many blocks');
    frames.set(number, (frames.get(number) ?? 0) + 1);
  };
  for (let at = segment.body; at < source.fileSize; ) {
    const element = elementAt(source, at, source.fileSize);
    parts += 1;
    at = element.end;
    if (element.id === ids.cluster) {
      const walked = walkCluster(source, element, count);
      at = walked.end;
      elements += walked.elements;
    } else if (element.isOpen) throw unfit('an element has no size');
    else if (element.id === ids.tracks) {
      if (tracks) throw unfit('two descriptions of the tracks');
      tracks = readTracks(source, element, wanted);
    } else if (element.id === ids.info) read(source, element);
    else if (unused.includes(element.id)) source.replace(element.at, voidHeader(element));
    else if (element.id !== ids.void) throw unfit(`the element ${element.id.toString(16)}`);
    if (elements > maxElements || parts > maxParts) throw unfit('too many elements');
  }
  const expect = (track: Track | undefined): Expected => ({
    packets: frames.get(track?.number ?? -1) ?? 0,
    end: Number.POSITIVE_INFINITY,
  });
  const expected = { video: expect(tracks?.video), audio: expect(tracks?.audio) };
  if (expected[wanted].packets === 0) throw unfit('no frame');
  return expected;
};

const elementAt = (source: SourceFile, at: number, end: number): Element =>
  readElement(source.peek(at, maxHeader), at, end, at);

/** The whole content of a short element. */
const read = (source: SourceFile, { body, end }: Element): Buffer => {
  if (end - body > maxDescription) throw unfit(`a description of ${end - body} bytes`);
  return source.read(body, end - body);
};

/** The tracks that are copied. */
type Chosen = Partial<Record<Wanted, Track | undefined>>;

/** The chosen track of video and, if there is any, that of sound; of a voice, the sound alone. The others are hidden. */
const readTracks = (source: SourceFile, element: Element, wanted: Wanted): Chosen => {
  const bytes = read(source, element);
  const tracks = elementsIn(bytes, 0, bytes.length)
    .filter(({ id }) => id === ids.trackEntry)
    .map((entry) => readTrack(bytes, entry));
  const choose = (type: number) => {
    const candidates = tracks.filter((track) => track.type === type);
    return candidates.find(({ isDefault }) => isDefault) ?? candidates[0];
  };
  const video = wanted === 'video' ? choose(trackTypes.video) : undefined;
  const audio = choose(trackTypes.audio);
  if (!{ video, audio }[wanted]) throw unfit(`no track of ${wanted}`);
  const chosen = [video, audio].filter((track) => track !== undefined);
  const numbers = new Set(tracks.map(({ number }) => number));
  if (chosen.some(({ isEncoded }) => isEncoded) || numbers.size < tracks.length)
    throw unfit('a strange track');
  for (const track of tracks)
    if (!chosen.includes(track)) voidHeader(track.element).copy(bytes, track.element.at);
  source.replace(element.body, bytes);
  return { video, audio };
};

const readTrack = (bytes: Buffer, element: Element): Track => {
  const fields = elementsIn(bytes, element.body, element.end);
  const valueOf = (id: number, missing: number) => {
    const field = fields.find((one) => one.id === id);
    return field ? numberIn(bytes, field) : missing;
  };
  return {
    element,
    number: valueOf(ids.trackNumber, 0),
    type: valueOf(ids.trackType, 0),
    isDefault: valueOf(ids.flagDefault, 1) === 1,
    // Compressed or encrypted.
    isEncoded: fields.some(({ id }) => id === ids.contentEncodings),
  };
};

/** Counts the blocks of a cluster. One without a size ends where an element begins that cannot be inside it. */
const walkCluster = (source: SourceFile, cluster: Element, count: (number: number) => void) => {
  let [at, elements] = [cluster.body, 0];
  while (at < cluster.end) {
    const element = elementAt(source, at, cluster.end);
    // The ids of elements that belong directly into a segment have four bytes, those in a cluster fewer.
    if (cluster.isOpen && element.id > 0xff_ff_ff) break;
    if (element.isOpen || element.id === ids.encryptedBlock) throw unfit('a strange element in a cluster');
    elements += 1;
    if (element.id === ids.simpleBlock) count(trackOf(source, element));
    if (element.id === ids.blockGroup) elements += walkGroup(source, element, count);
    at = element.end;
  }
  return { end: at, elements };
};

const walkGroup = (source: SourceFile, group: Element, count: (number: number) => void): number => {
  let elements = 0;
  for (let at = group.body; at < group.end; ) {
    const element = elementAt(source, at, group.end);
    if (element.isOpen) throw unfit('a strange element in a group');
    if (element.id === ids.block) count(trackOf(source, element));
    elements += 1;
    at = element.end;
  }
  return elements;
};

/** The number of the track that a block belongs to. Blocks of several frames, which WebM does not need, are refused. */
const trackOf = (source: SourceFile, { body, end }: Element): number => {
  const [first = 0, , , flags = 0] = source.peek(body, 4);
  if (end - body < 5 || first < 0x81) throw unfit('a block is cut off');
  if ((flags & 6) !== 0) throw unfit('a block of several frames');
  return first & 0x7f;
};
