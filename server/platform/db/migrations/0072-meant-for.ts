import type { Dialect } from '../dialect.ts';

/** The name of the person for whom a code without an address is meant. */
export const meantFor = ({ columns: { text } }: Dialect): string[] => [
  `alter table invitations add column meant_for ${text}`,
];
