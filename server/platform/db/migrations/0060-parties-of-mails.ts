import type { Dialect } from '../dialect.ts';

/** The parties of received mails that wait, so that none takes the places of all, and the mails that wait for DNS. */
export const partiesOfMails = ({ columns: { int, text } }: Dialect): string[] => [
  `alter table incoming_mails add column party ${int} not null default 0`,
  `alter table incoming_mails add column reply_key ${text} not null default ''`,
  `alter table incoming_mails add column network_hash ${text}`,
  `alter table incoming_mails add column waits_for_dns ${int} not null default 0`,
];
