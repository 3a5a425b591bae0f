import type { Dialect } from '../dialect.ts';

/** Keys of repeated calls are refused with other contents. */
export const contentsOfRepeatedCalls = ({ columns: { text } }: Dialect): string[] => [
  `alter table repeated_calls add column content_hash ${text}`,
];
