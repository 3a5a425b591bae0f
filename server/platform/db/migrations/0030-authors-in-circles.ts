/** The author of each post beside its circle, so that counting leaves hidden authors out without reading the posts. */
export const authorsInCircles = ({ int }: { int: string }): string[] => [
  `alter table post_circles add column author_id ${int} not null default 0`,
  `update post_circles set author_id = (select author_id from posts p where p.id = post_circles.post_id)`,
];
