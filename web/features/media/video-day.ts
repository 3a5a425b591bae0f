import { type Box, boxesIn, dayIn, isTakenDay } from '../../../contract/text/taken-day.ts';

/** Milliseconds from 1904, where the clock of a MOV begins, to 1970. */
const msTo1970 = 2_082_844_800_000;
/** The zero of either clock gives an earlier day, and so does a time since 1970 that is read as one since 1904. */
const firstDay = '1971-01-01';

const creationKey = 'com.apple.quicktime.creationdate';
const creationBox = '\u00a9day';

const dayOfVideo = (day: string): string | null => (isTakenDay(day) && day >= firstDay ? day : null);

const dayHere = (at: number): string | null => dayOfVideo(new Date(at).toLocaleDateString('sv'));

/** The day of a text such as `2024-12-24T23:30:00-0800`. A time in UTC does not tell the day on the spot. */
const dayOfText = (text: string): string | null =>
  text.endsWith('Z') ? dayHere(Date.parse(text)) : dayOfVideo(dayIn(text));

/** Reads the box `moov` of an MP4 or MOV. Places beyond its end throw a RangeError. */
class Movie {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The day on the spot where the file names it, or else the day of this device's zone. */
  day(): string | null {
    const [movie] = this.#inside({ start: 0, end: this.#bytes.length }, 'moov');
    if (!movie) return null;
    const data = this.#inside(movie, 'udta');
    const metadata = [movie, ...data].flatMap((box) => this.#inside(box, 'meta'));
    const texts = [
      ...metadata.flatMap((box) => this.#items(box)),
      ...data.flatMap((box) => this.#inside(box, creationBox)).map(({ start }) => this.#international(start)),
    ];
    for (const text of texts) {
      const day = dayOfText(text.trim());
      if (day !== null) return day;
    }
    const [header] = this.#inside(movie, 'mvhd');
    return header ? dayHere(this.#createdAt(header)) : null;
  }

  #createdAt({ start }: Box): number {
    const isLong = this.#view.getUint8(start) === 1;
    const seconds = isLong ? Number(this.#view.getBigUint64(start + 4)) : this.#view.getUint32(start + 4);
    return seconds * 1_000 - msTo1970;
  }

  /** Texts of items that name the time: Apple's keys, and the tags of players. */
  #items(metadata: Box): string[] {
    // MOV has no version here, MP4 has one.
    const isMov = this.#text(metadata.start + 4, metadata.start + 8) === 'hdlr';
    const inside = { start: metadata.start + (isMov ? 0 : 4), end: metadata.end };
    const keys = this.#inside(inside, 'keys').flatMap(({ start, end }) => [
      ...boxesIn(this.#bytes, start + 8, end),
    ]);
    // An item is named by the number of its key.
    const key = keys.findIndex(({ start, end }) => this.#text(start, end) === creationKey) + 1;
    const names = [String.fromCharCode(0, 0, key >> 8, key & 255), creationBox];
    return this.#inside(inside, 'ilst')
      .flatMap((list) => names.flatMap((name) => this.#inside(list, name)))
      .flatMap((item) => this.#inside(item, 'data'))
      .map(({ start, end }) => this.#text(start + 8, end));
  }

  /** A text after its length and language. */
  #international(start: number): string {
    return this.#text(start + 4, start + 4 + this.#view.getUint16(start));
  }

  #inside({ start, end }: Pick<Box, 'start' | 'end'>, type: string): Box[] {
    return [...boxesIn(this.#bytes, start, end)].filter((box) => box.type === type);
  }

  #text(from: number, to: number): string {
    return String.fromCharCode(...this.#bytes.subarray(from, Math.min(to, from + 64)));
  }
}

/** The day on which a video was taken, `YYYY-MM-DD`, from its box `moov`; null if it is unknown or cannot be true. */
export const readVideoDay = (movie: Uint8Array): string | null => {
  try {
    return new Movie(movie).day();
  } catch (error) {
    // A place beyond the end of the box.
    if (error instanceof RangeError) return null;
    throw error;
  }
};
