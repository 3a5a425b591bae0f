import type { Photo } from '../../../../contract/shapes.ts';

/** How many photos of a post are visible. */
export const maxTiles = 3;

// Tile widths for `sizes`, so that the browser picks the smallest sharp file: the column is 596 px wide in a card, the
// whole screen on phones.
const part = (share: number) =>
  `(min-width: 1100px) ${Math.round(596 * share)}px, (min-width: 769px) ${Math.round(62 * share)}vw, ${Math.round(100 * share)}vw`;
const tileSizes = [[part(1)], [part(1 / 2), part(1 / 2)], [part(2 / 3), part(1 / 3), part(1 / 3)]];

/** The `sizes` of the tile at `index` of a post with `total` photos. */
export const sizesOf = (total: number, index: number): string =>
  tileSizes[Math.min(total, maxTiles) - 1]?.[index] ?? part(1);

export const srcSetOf = ({ variants }: Photo): string =>
  variants.map(({ url, width }) => `${url} ${width}w`).join(', ');
