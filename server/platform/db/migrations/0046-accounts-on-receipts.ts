import type { ColumnTypes } from '../dialect.ts';

/** Receipts count devices and letters only for enough people with accounts: mailbox members have neither number. */
export const accountsOnReceipts = ({ int }: ColumnTypes): string[] => [
  `alter table take_backs add column accounts_count ${int} not null default 0`,
];
