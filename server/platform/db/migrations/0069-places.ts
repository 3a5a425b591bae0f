import type { Dialect } from '../dialect.ts';

/**
 * The photo that leads a circle's cover, and an album's. No foreign key: queries ask whether the photo is still there, and
 * a backup restores circles before photos. And when a member visited a circle last (docs/decisions/0055).
 */
export const placesOfCircles = ({ columns: { int } }: Dialect): string[] => [
  `alter table circles add column cover_photo_id ${int}`,
  `alter table posts add column cover_photo_id ${int}`,
  `alter table circle_members add column visited_at ${int}`,
  `alter table circle_members add column visited_post_id ${int}`,
];
