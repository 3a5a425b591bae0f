import type { ColumnTypes } from '../dialect.ts';

/**
 * Records whom an entry of the audit log is about, so that administrators do not read about reports on themselves.
 */
export const actsAbout = ({ int }: ColumnTypes): string[] => [
  `alter table audit add column about_id ${int}`,
  `update audit set about_id = (select r.member_id from reports r where r.public_id = audit.target)
    where act in ('report.read', 'report.opened', 'report.resolved', 'report.dismissed')`,
];
