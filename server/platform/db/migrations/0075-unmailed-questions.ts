import type { Dialect } from '../dialect.ts';

/** Whether a question to somebody who only has e-mail went into a file, because no mail can be sent. */
export const unmailedQuestions = ({ columns: { int } }: Dialect): string[] => [
  `alter table mailbox_invitations add column unmailed ${int} not null default 0`,
];
