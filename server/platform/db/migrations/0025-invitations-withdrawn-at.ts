import type { ColumnTypes } from '../dialect.ts';

/**
 * Stores when an invitation was withdrawn. Until now the text 'withdrawn ' and the public id replaced the hash of its
 * code; that text stays, because the hash is lost and no code hashes to it. The time is lost too: `created_at`
 * replaces it.
 */
export const invitationsWithdrawnAt = ({ int }: ColumnTypes): string[] => [
  `alter table invitations add column withdrawn_at ${int}`,
  `update invitations set withdrawn_at = created_at where code_hash like 'withdrawn %'`,
];
