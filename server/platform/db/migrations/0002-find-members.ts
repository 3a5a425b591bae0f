import type { Dialect } from '../dialect.ts';

/** The directory's order, with all that decides who is listed in it; and the index that the search goes by. */
export const findMembers = ({ memberIndex }: Dialect): string[] => [
  `create index members_by_name on users (search_text, id, suspended_until, banned_at)`,
  ...memberIndex.make,
];
