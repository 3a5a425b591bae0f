import type { Dialect } from '../dialect.ts';

/**
 * Indexes that yield the posts and photos of a circle in order, with all that decides about them. Without them PostgreSQL
 * reads all of a lively circle by another index and sorts them, because it expects as few as in other circles.
 */
export const postsInCircle = ({ pick }: Dialect): string[] =>
  pick({
    sqlite: [],
    postgres: [
      'create index posts_in_circle on post_circles (circle_id, post_id) include (author_id)',
      'drop index popular_in_circle',
      'create index popular_in_circle on post_circles (circle_id, popularity) include (author_id, post_id)',
      'create index photos_in_circle on circle_photos (circle_id, day_key) include (image_id, post_id)',
    ],
  });
