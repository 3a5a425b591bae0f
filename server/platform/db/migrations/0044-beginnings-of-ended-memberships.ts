/**
 * When a membership that ended had begun: it never showed posts that its circle had lost before. Null if unknown.
 */
export const beginningsOfEndedMemberships = ({ int }: { int: string }): string[] => [
  `alter table ended_memberships add column added_at ${int}`,
];
