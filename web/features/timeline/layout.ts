import { gap, justify, type Size } from '../media/justify.ts';

/** A photo of the wall, as far as its place is concerned. */
export type Placed = Size & { day: string };

/** Photos side by side. Places are in pixels below the top of the wall. */
export interface Row {
  top: number;
  height: number;
  /** The index of its first photo. */
  first: number;
  widths: readonly number[];
  /** The index of its month. */
  month: number;
}

/** The place of a month's photos, newest day first. */
export interface Month {
  /** `YYYY-MM` */
  month: string;
  top: number;
  height: number;
  /** False where newer photos of this month are not loaded. */
  hasHeading: boolean;
}

export interface Layout {
  months: readonly Month[];
  rows: readonly Row[];
  height: number;
}

export interface LayoutOptions {
  /** Rows are filled downwards from this photo on, and upwards before it, so that adding photos moves none. */
  anchor: number;
  width: number;
  /** The height in pixels that rows come close to. */
  rowHeight: number;
  /** The height of a month's heading, in pixels. */
  headingPx: number;
  /** Whether there are no newer photos than the first, no older ones than the last. */
  isStart: boolean;
  isEnd: boolean;
}

const monthGapPx = 12;

const monthOf = ({ day }: Placed): string => day.slice(0, 7);

interface Run {
  month: string;
  first: number;
  photos: Placed[];
}

const runsOf = (photos: readonly Placed[]): Run[] => {
  const runs: Run[] = [];
  for (const [index, photo] of photos.entries()) {
    const last = runs.at(-1);
    const month = monthOf(photo);
    if (last?.month === month) last.photos.push(photo);
    else runs.push({ month, first: index, photos: [photo] });
  }
  return runs;
};

type Boxes = readonly Size[];

const widthOf = (row: Boxes): number =>
  row.reduce((sum, { width }) => sum + width, 0) + gap * (row.length - 1);

/** Rows that are filled from the bottom to the top. */
const justifyUpwards = (photos: readonly Placed[], size: { width: number; rowHeight: number }): Size[][] =>
  justify(photos.toReversed(), size)
    .map((row) => row.toReversed())
    .toReversed();

/** The rows of one month. A row that further photos would change is left out until they are there. */
const boxesOf = (
  { photos, first }: Run,
  options: LayoutOptions,
  edges: { top: boolean; bottom: boolean },
) => {
  const { anchor, width } = options;
  const split = Math.min(Math.max(anchor - first, 0), photos.length);
  const above = justifyUpwards(photos.slice(0, split), options);
  const below = justify(photos.slice(split), options);
  let skipped = 0;
  const [top] = above;
  if (edges.top && top && widthOf(top) < width) {
    above.shift();
    skipped = top.length;
  }
  const bottom = below.at(-1);
  if (edges.bottom && bottom && widthOf(bottom) < width) below.pop();
  return { boxes: [...above, ...below], first: first + skipped };
};

/** The places of photos, by month. */
export const layOut = (photos: readonly Placed[], options: LayoutOptions): Layout => {
  const months: Month[] = [];
  const rows: Row[] = [];
  const runs = runsOf(photos);
  let height = 0;
  for (const [index, run] of runs.entries()) {
    const isFirst = index === 0 && !options.isStart;
    const { boxes, first } = boxesOf(run, options, {
      top: isFirst,
      bottom: index === runs.length - 1 && !options.isEnd,
    });
    if (boxes.length === 0) continue;
    const top = height;
    let at = first;
    height += isFirst ? 0 : options.headingPx;
    for (const row of boxes) {
      const [{ height: rowHeight } = { height: 0 }] = row;
      const widths = row.map(({ width }) => width);
      rows.push({ top: height, height: rowHeight, first: at, widths, month: months.length });
      height += rowHeight + gap;
      at += row.length;
    }
    height += monthGapPx;
    months.push({ month: run.month, top, height: height - top, hasHeading: !isFirst });
  }
  return { months, rows, height };
};

/** The index of the row at `y` pixels below the top of the wall, or the closest one above; 0 if there is none. */
export const rowAt = ({ rows }: Layout, y: number): number => {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};

/** The index of the row that has the photo with this index; -1 if none has it. */
export const rowOf = ({ rows }: Layout, photo: number): number =>
  rows.findIndex(({ first, widths }) => photo >= first && photo < first + widths.length);

/** The pixels between the left side and a photo of a row. */
export const leftOf = ({ widths }: Row, at: number): number =>
  widths.slice(0, at).reduce((sum, width) => sum + width + gap, 0);

/** The index of the photo some rows further down, the closest by its middle. Stops at the first and the last row. */
export const neighbour = ({ rows, ...layout }: Layout, photo: number, steps: number): number => {
  const from = rowOf({ rows, ...layout }, photo);
  const row = rows[from];
  const next = rows[Math.min(rows.length - 1, Math.max(0, from + steps))];
  if (!row || !next || row === next) return photo;
  const middleOf = (one: Row, at: number) => leftOf(one, at) + (one.widths[at] ?? 0) / 2;
  const middle = middleOf(row, photo - row.first);
  const distance = (at: number) => Math.abs(middleOf(next, at) - middle);
  const [closest = 0] = next.widths.map((_, at) => at).toSorted((a, b) => distance(a) - distance(b));
  return next.first + closest;
};
