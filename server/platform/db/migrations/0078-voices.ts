import type { Dialect } from '../dialect.ts';

/** The recording of a moment or comment. A voice belongs to one of them. */
export const voices = ({ columns: { int, text } }: Dialect): string[] => [
  `alter table images add column wave ${text}`,
  `alter table posts add column voice_id ${int}`,
  'create unique index posts_by_voice on posts (voice_id) where voice_id is not null',
  `alter table comments add column voice_id ${int} references images(id) on delete set null`,
  'create unique index comments_by_voice on comments (voice_id) where voice_id is not null',
];
