import type { ColumnTypes } from '../dialect.ts';

/** Letters refused in a row, and the newest post when a member chose that nothing reaches them, to undo that choice. */
export const letterRefusals = ({ int }: ColumnTypes): string[] => [
  `alter table letters add column refusals ${int} not null default 0`,
  `alter table circle_members add column stopped_post_id ${int}`,
];
