/** The space between photos, in pixels: `--gap-sheet`. */
export const gap = 3;
/** Wider photos, such as panoramas, are cut at their sides, and narrower ones at top and bottom. */
const ratios = { least: 0.5, most: 2.5 };

export interface Size {
  width: number;
  height: number;
}

const ratioOf = ({ width, height }: Size): number =>
  Math.min(ratios.most, Math.max(ratios.least, width / height));

/** One row: whole pixels that fill the width together. */
const fill = (row: readonly number[], width: number, most: number): Size[] => {
  const room = width - gap * (row.length - 1);
  const ratio = row.reduce((sum, one) => sum + one, 0);
  const isFull = room / ratio <= most;
  const height = Math.floor(Math.min(most, room / ratio));
  const boxes = row.map((one) => ({ width: Math.floor(one * height), height }));
  const last = boxes.at(-1);
  if (last && isFull) last.width += room - boxes.reduce((sum, box) => sum + box.width, 0);
  return boxes;
};

/**
 * The boxes of photos in rows that fill the width, in order. The last row is not enlarged.
 * @param rowHeight the height in pixels that rows come close to
 */
export const justify = (
  photos: readonly Size[],
  { width, rowHeight }: { width: number; rowHeight: number },
): Size[][] => {
  const rows: Size[][] = [];
  let row: number[] = [];
  const heightOf = (ratiosOfRow: readonly number[]) =>
    (width - gap * (ratiosOfRow.length - 1)) / ratiosOfRow.reduce((sum, one) => sum + one, 0);
  for (const photo of photos) {
    const ratio = ratioOf(photo);
    const longer = [...row, ratio];
    const isCloserWithout =
      row.length > 0 &&
      heightOf(longer) < rowHeight &&
      heightOf(row) - rowHeight < rowHeight - heightOf(longer);
    if (isCloserWithout) {
      rows.push(fill(row, width, Number.POSITIVE_INFINITY));
      row = [ratio];
    } else if (heightOf(longer) <= rowHeight) {
      rows.push(fill(longer, width, Number.POSITIVE_INFINITY));
      row = [];
    } else row = longer;
  }
  if (row.length > 0) rows.push(fill(row, width, rowHeight));
  return rows;
};

/** The boxes of photos in rows, as one list. */
export const rowsOf = (...input: Parameters<typeof justify>): Size[] => justify(...input).flat();
