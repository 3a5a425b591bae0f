import { limits } from '../../../contract/limits.ts';
import { newIdempotencyKey } from '../../data/idempotency-key.ts';
import type { FoundAlbum, FoundItem } from './archive/found.ts';
import { cut } from './archive/texts.ts';
import type { RecordedAlbum } from './record.ts';

/** The member's choice. */
export interface Chosen {
  /** Keys of ticked photos and words. */
  ticked: ReadonlySet<string>;
  /** The circle of each album, by the album's key; an album that is missing is for its author alone. */
  circles: ReadonlyMap<string, string>;
  /** Days that the member entered, by the key of a photo. */
  days: ReadonlyMap<string, string>;
}

/** A photo above this size is sent smaller: about so many bytes remain of most. */
const shrunkBytes = 1_300_000;

/** About how many bytes of a photo or video are sent. */
export const sentBytes = ({ file, isVideo, film }: FoundItem): number => {
  const bytes = file?.bytes ?? 0;
  if (isVideo) return Math.min(bytes, limits.videoBytes);
  return Math.min(bytes, shrunkBytes) + (film?.bytes ?? 0);
};

export const tickedItems = (albums: readonly FoundAlbum[], ticked: ReadonlySet<string>): FoundItem[] =>
  albums.flatMap(({ items }) => items.filter(({ key }) => ticked.has(key)));

/** The ticked photos without a day. */
export const undatedItems = (
  albums: readonly FoundAlbum[],
  { ticked, days }: Pick<Chosen, 'ticked' | 'days'>,
): FoundItem[] =>
  tickedItems(albums, ticked).filter(({ file, takenOn, key }) => file && takenOn === null && !days.has(key));

const partTitle = (title: string, part: number): string => {
  if (part === 0) return title;
  const end = ` (${part + 1})`;
  return `${cut(title, limits.albumTitle - end.length)}${end}`;
};

/** Words of an album in pieces that fit one album each. */
const piecesOf = (texts: readonly string[]): string[] => {
  const pieces: string[] = [];
  for (const text of texts.filter((one) => one !== '')) {
    const last = pieces.at(-1);
    const joined = last === undefined ? text : `${last}\n\n${text}`;
    if ([...joined].length <= limits.textPost) pieces.splice(Math.max(0, pieces.length - 1), 1, joined);
    else pieces.push(cut(text, limits.textPost));
  }
  return pieces;
};

const wordsOf = (album: FoundAlbum, items: readonly FoundItem[]): string[] =>
  piecesOf([album.words, ...items.map(({ words }) => words)]);

const partsOf = (items: readonly FoundItem[], pieces: readonly string[]): number => {
  const photos = items.filter(({ file }) => file).length;
  return Math.max(Math.ceil(photos / limits.photosPerAlbum), pieces.length, 1);
};

/** How many albums are made of the ticked photos. One import has at most `limits.importAlbums`. */
export const countAlbums = (albums: readonly FoundAlbum[], ticked: ReadonlySet<string>): number =>
  albums.reduce((sum, album) => {
    const items = album.items.filter(({ key }) => ticked.has(key));
    return items.length === 0 ? sum : sum + partsOf(items, wordsOf(album, items));
  }, 0);

/** The albums to make of the ticked photos. Albums with more than 500 photos are split. */
export const planAlbums = (albums: readonly FoundAlbum[], chosen: Chosen): RecordedAlbum[] =>
  albums.flatMap((album) => {
    const items = album.items.filter(({ key }) => chosen.ticked.has(key));
    if (items.length === 0) return [];
    const pieces = wordsOf(album, items);
    const photos = items.flatMap(({ key, file, isVideo, film, takenOn, caption }) =>
      file
        ? [
            {
              key,
              ...(isVideo && { isVideo }),
              ...(film && { film: film.path }),
              bytes: file.bytes,
              takenOn: chosen.days.get(key) ?? takenOn,
              caption: cut(caption, limits.photoCaption),
              state: 'waiting' as const,
            },
          ]
        : [],
    );
    return Array.from({ length: partsOf(items, pieces) }, (_, part) => ({
      title: partTitle(album.title, part),
      content: pieces[part] ?? '',
      circleId: chosen.circles.get(album.key) ?? null,
      id: null,
      repeatKey: newIdempotencyKey(),
      photos: photos.slice(part * limits.photosPerAlbum, (part + 1) * limits.photosPerAlbum),
    }));
  });
