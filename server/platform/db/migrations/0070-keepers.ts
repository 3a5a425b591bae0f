import type { Dialect } from '../dialect.ts';

/** Up to three members keep a circle with its owner. */
export const keepers = ({ columns: { int } }: Dialect): string[] => [
  `alter table circle_members add column kept_since ${int}`,
];
