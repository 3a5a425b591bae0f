import type { Dialect } from '../dialect.ts';

/**
 * Triggers record the kind and id of every deleted row, cascades included. Members are not recorded here: deletion
 * replaces their id first, and the audit log has the one they were known by.
 */
const recorded = { circles: 'circle', posts: 'post', comments: 'comment', images: 'photo' };

/** Creates the table of running nodes, and the table of deletions that a restore must repeat. */
export const operating = ({ columns: { key, int, text }, recordDeletion }: Dialect): string[] => [
  `create table nodes (
    id ${text} primary key,
    version ${text} not null,
    started_at ${int} not null,
    seen_at ${int} not null
  )`,
  `create table deletions (
    id ${key},
    kind ${text} not null,
    public_id ${text} not null,
    at ${int} not null
  )`,
  ...Object.entries(recorded).flatMap(([table, kind]) => recordDeletion(table, kind)),
];
