import type { ColumnTypes } from '../dialect.ts';

/** The day on which a video was taken arrives with its first request, and its poster with the last. */
export const videoDays = ({ int }: ColumnTypes): string[] => [
  `alter table video_uploads add column taken_day ${int}`,
];
