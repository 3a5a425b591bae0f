import type { ColumnTypes } from '../dialect.ts';

/** Records which administrators opened which report: only they see the photos that it keeps. */
export const reportReviewers = ({ int, clustered }: ColumnTypes): string[] => [
  `create table report_reviewers (
    report_id ${int} not null references reports(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    opened_at ${int} not null,
    primary key (report_id, user_id)
  )${clustered}`,
  `create index reports_opened_by on report_reviewers (user_id)`,
];
