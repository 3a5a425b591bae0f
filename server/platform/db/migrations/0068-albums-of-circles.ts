import type { Dialect } from '../dialect.ts';

/** An index of albums alone has the albums of a circle read without its other moments. */
export const albumsOfCircles = ({ columns: { int } }: Dialect): string[] => [
  `alter table post_circles add column is_album ${int} not null default 0`,
  "update post_circles set is_album = 1 where post_id in (select id from posts where kind = 'album')",
  'create index albums_of_circle on post_circles (circle_id, post_id) where is_album = 1',
];
