import type { ColumnTypes } from '../dialect.ts';

/**
 * When an invitation was withdrawn. Until now 'withdrawn ' and its public id replaced the hash of its code; that text
 * stays, because the hash is lost and no code hashes to it. The time is lost too: `created_at` stands in for it.
 */
export const invitationsWithdrawnAt = ({ int }: ColumnTypes): string[] => [
  `alter table invitations add column withdrawn_at ${int}`,
  `update invitations set withdrawn_at = created_at where code_hash like 'withdrawn %'`,
];
