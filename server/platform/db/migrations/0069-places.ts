import type { Dialect } from '../dialect.ts';

/**
 * The photo that leads a circle's cover, and an album's. No foreign key: queries ask whether the photo is still there, and
 * a backup restores circles before photos.
 */
export const placesOfCircles = ({ columns: { int } }: Dialect): string[] => [
  `alter table circles add column cover_photo_id ${int}`,
  `alter table posts add column cover_photo_id ${int}`,
];
