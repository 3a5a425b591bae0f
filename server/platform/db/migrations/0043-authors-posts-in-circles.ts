/** Finds the posts of one author in a circle without reading those of all others. */
export const authorsPostsInCircles = (): string[] => [
  'create index posts_of_author_in_circle on post_circles (circle_id, author_id, post_id)',
];
