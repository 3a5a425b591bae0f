// The part of the timeline that is in memory: a run of photos without a gap, newest day first.
import type { Sent } from '../../../contract/endpoint.ts';
import type { PlacedPhoto } from '../../../contract/shapes.ts';
import * as timeline from '../../../contract/timeline.ts';
import { api } from '../../data/api.ts';

/** How to go on in one direction: a cursor, or by the day of the outermost photo. Null at the end. */
export type Edge = { cursor: string | null } | null;

/** Photos that were dropped from memory, above the window. */
export interface Passed {
  day: string;
  /** In pixels. */
  height: number;
}

/** The photo around which rows are filled: downwards from it on, or after it. */
export interface Anchor {
  id: string;
  day: string;
  isAfter: boolean;
}

export interface TimelineWindow {
  photos: readonly PlacedPhoto[];
  anchor: Anchor | null;
  newer: Edge;
  older: Edge;
  /** The space above the window in pixels, where photos are not in memory. */
  above: number;
  passed: readonly Passed[];
  /** Changes with every jump to another day. */
  jumps: number;
}

/** Where a window begins: at the newest photos, the oldest ones, those up to a day, or those from a day on. */
export type Place = 'newest' | 'oldest' | { until: string };

export type Direction = 'newer' | 'older';

type Sending = Omit<Sent<typeof timeline.photos>, 'limit' | 'circleId'>;
export type ReadPage = (
  input: Sending,
  signal?: AbortSignal,
) => Promise<{ items: readonly PlacedPhoto[]; nextCursor: string | null }>;

const pageSize = 60;
/** Photos in memory, beyond which those far away are dropped. */
export const maxPhotos = 600;
/** Pages without a photo that the caller sees follow each other where many are hidden. */
const maxEmptyPages = 10;
const dayMs = 24 * 60 * 60_000;
const firstDay = '0001-01-01';

/** Reads pages of one circle, or of all circles. */
export const pagesOf =
  (circleId: string | null): ReadPage =>
  (input, signal) =>
    api(
      timeline.photos,
      { ...input, limit: String(pageSize), ...(circleId !== null && { circleId }) },
      signal ? { signal } : {},
    );

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);

/** Reads until there is a photo that is not known, the end, or too many pages without one. */
const readSome = async (
  read: (cursor: string | null) => ReturnType<ReadPage>,
  from: string | null,
  known: ReadonlySet<string>,
): Promise<{ photos: PlacedPhoto[]; edge: Edge }> => {
  let cursor = from;
  for (let pages = 0; pages < maxEmptyPages; pages += 1) {
    const { items, nextCursor } = await read(cursor);
    const photos = items.filter(({ id }) => !known.has(id));
    if (nextCursor === null) return { photos, edge: null };
    if (photos.length > 0) return { photos, edge: { cursor: nextCursor } };
    cursor = nextCursor;
  }
  return { photos: [], edge: { cursor } };
};

const at = (cursor: string | null) => (cursor === null ? {} : { cursor });
const none: ReadonlySet<string> = new Set();
const anchorOf = (photo: PlacedPhoto | undefined, isAfter = false): Anchor | null =>
  photo ? { id: photo.id, day: photo.day, isAfter } : null;

/** The space above a window in the middle of the timeline, so that there is room to scroll upwards before newer photos are loaded. */
const roomPx = 4_000;

const windowOf = (
  photos: readonly PlacedPhoto[],
  rest: Pick<TimelineWindow, 'newer' | 'older'> & Partial<TimelineWindow>,
): TimelineWindow => ({
  photos,
  anchor: anchorOf(photos[0]),
  above: rest.newer ? roomPx : 0,
  passed: [],
  jumps: 0,
  ...rest,
});

const readOldest = async (read: ReadPage, from: string, signal?: AbortSignal): Promise<TimelineWindow> => {
  const upwards = (cursor: string | null) => read({ after: from, ...at(cursor) }, signal);
  const { photos, edge } = await readSome(upwards, null, none);
  const shown = photos.toReversed();
  // Rows are filled upwards from the oldest photo.
  const anchor = anchorOf(shown.at(-1), true);
  const isOldest = from === firstDay;
  return windowOf(shown, { newer: edge, older: isOldest ? null : { cursor: null }, anchor });
};

/** Reads the first photos at a place. Without any until a day, those after it. */
export const readWindow = async (
  read: ReadPage,
  place: Place,
  signal?: AbortSignal,
): Promise<TimelineWindow> => {
  if (place === 'oldest') return readOldest(read, firstDay, signal);
  const before = place === 'newest' ? {} : { before: dayAfter(place.until) };
  const downwards = (cursor: string | null) => read({ ...before, ...at(cursor) }, signal);
  const { photos, edge } = await readSome(downwards, null, none);
  if (photos.length === 0 && edge === null && place !== 'newest')
    return readOldest(read, dayAfter(place.until), signal);
  return windowOf(photos, { newer: place === 'newest' ? null : { cursor: null }, older: edge });
};

/** Reads the photos beside a window: those that it does not have yet. */
export const readBeside = (
  read: ReadPage,
  { photos, newer, older }: TimelineWindow,
  direction: Direction,
): Promise<{ photos: PlacedPhoto[]; edge: Edge }> => {
  const edge = direction === 'newer' ? newer : older;
  const day = (direction === 'newer' ? photos.at(0) : photos.at(-1))?.day ?? firstDay;
  const known = new Set(photos.map(({ id }) => id));
  return readSome(
    (cursor) =>
      direction === 'newer'
        ? read({ after: day, ...at(cursor) })
        : read(cursor === null ? { before: dayAfter(day) } : { cursor }),
    edge?.cursor ?? null,
    known,
  );
};

/** Adds the photos that `readBeside` found. Leaves a window alone that has changed at this side since. */
export const withBeside = (
  from: TimelineWindow,
  now: TimelineWindow,
  direction: Direction,
  { photos, edge }: { photos: readonly PlacedPhoto[]; edge: Edge },
): TimelineWindow => {
  if (now[direction] !== from[direction] || now.jumps !== from.jumps) return now;
  const known = new Set(now.photos.map(({ id }) => id));
  const fresh = photos.filter(({ id }) => !known.has(id));
  return direction === 'newer'
    ? { ...now, photos: [...fresh.toReversed(), ...now.photos], newer: edge }
    : { ...now, photos: [...now.photos, ...fresh], older: edge };
};

/**
 * Reads the photos of a window again: those that were deleted or taken back are left out, and new ones are there.
 * Photos of the window's oldest day may be missing; they follow as the next page does.
 */
export const readAgain = async (
  read: ReadPage,
  window: TimelineWindow,
  signal?: AbortSignal,
): Promise<TimelineWindow> => {
  const [first] = window.photos;
  const lastDay = window.photos.at(-1)?.day;
  if (!first || lastDay === undefined) return readWindow(read, 'newest', signal);
  const before = window.newer === null ? {} : { before: dayAfter(first.day) };
  const photos: PlacedPhoto[] = [];
  let edge: Edge = { cursor: null };
  while (edge !== null && photos.length < maxPhotos && (photos.at(-1)?.day ?? lastDay) >= lastDay) {
    const more = await readSome((cursor) => read({ ...before, ...at(cursor) }, signal), edge.cursor, none);
    photos.push(...more.photos);
    edge = more.edge;
    if (more.photos.length === 0) break;
  }
  if (photos.length === 0) return readWindow(read, 'newest', signal);
  return { ...window, photos, older: edge, newer: window.newer && { cursor: null } };
};

/** The index of the photo around which rows are filled, or of the first one after its day if it is not there any more. */
export const anchorIndex = ({ photos, anchor }: TimelineWindow): number => {
  if (anchor === null) return 0;
  const index = photos.findIndex(({ id }) => id === anchor.id);
  if (index >= 0) return anchor.isAfter ? index + 1 : index;
  const later = photos.findIndex(({ day }) => day <= anchor.day);
  return later < 0 ? photos.length : later;
};

/** Drops the photos before the first of a row from memory. Rows stay as they are. */
export const withoutNewer = (window: TimelineWindow, count: number, height: number): TimelineWindow => {
  const photos = window.photos.slice(count);
  const day = window.photos[0]?.day ?? firstDay;
  return {
    ...window,
    photos,
    anchor: count > anchorIndex(window) ? anchorOf(photos[0]) : window.anchor,
    newer: { cursor: null },
    passed: [...window.passed, { day, height }],
  };
};

/** Drops the photos from the first of a row on from memory. Rows stay as they are. */
export const withoutOlder = (window: TimelineWindow, index: number): TimelineWindow => {
  const photos = window.photos.slice(0, index);
  return {
    ...window,
    photos,
    anchor: index <= anchorIndex(window) ? anchorOf(photos.at(-1), true) : window.anchor,
    older: { cursor: null },
  };
};

/** The day of photos that were dropped, at a part of the space above the window; null if none were. */
export const passedAt = (passed: readonly Passed[], part: number): string | null => {
  let left = part * passed.reduce((sum, { height }) => sum + height, 0);
  for (const { day, height } of passed) {
    left -= height;
    if (left < 0) return day;
  }
  return passed.at(-1)?.day ?? null;
};
