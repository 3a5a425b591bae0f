import type { ColumnTypes } from '../dialect.ts';

/**
 * A comment may answer another. `thread_id` is the key of the first comment above it. It refers to no row, because
 * answers stay when that comment is deleted; keys are never used again. `answered_id` is the member who is answered.
 */
export const answers = ({ int }: ColumnTypes): string[] => [
  `alter table comments add column thread_id ${int}`,
  `alter table comments add column answered_id ${int} references users(id) on delete set null`,
  `create index comments_in_thread on comments (thread_id) where thread_id is not null`,
  `create index comments_answering on comments (answered_id, post_id) where answered_id is not null`,
  // Lists read whole threads, the newest first.
  `create index threads_of_post on comments (post_id, coalesce(thread_id, id), id)`,
  `drop index comments_of_post`,
];
