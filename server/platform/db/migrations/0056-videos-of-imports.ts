import type { ColumnTypes } from '../dialect.ts';

/** Whether an upload is for an import: its video is copied after all others. */
export const videosOfImports = ({ int }: ColumnTypes): string[] => [
  `alter table video_uploads add column is_import ${int} not null default 0`,
];
