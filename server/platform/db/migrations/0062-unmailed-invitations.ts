import type { Dialect } from '../dialect.ts';

/** Invitations whose sender got the code, because no mail could be sent. Of earlier ones nobody knows. */
export const unmailedInvitations = ({ columns: { int } }: Dialect): string[] => [
  `alter table invitations add column unmailed ${int} not null default 0`,
];
