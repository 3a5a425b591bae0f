import type { ColumnTypes } from '../dialect.ts';

/** Tables of reports, and of the log of actions. */
export const moderation = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table reports (
    id ${key},
    public_id ${text} not null unique,
    reporter_id ${int} references users(id) on delete set null,
    target_type ${text} not null,
    target_id ${text} not null,
    member_id ${int} not null references users(id) on delete cascade,
    post_id ${int} references posts(id) on delete set null,
    comment_id ${int} references comments(id) on delete set null,
    report_type ${text} not null,
    reason ${text} not null,
    status ${text} not null,
    moderator_notes ${text},
    action_taken ${text} not null,
    evidence ${text},
    created_at ${int} not null,
    decided_at ${int}
  )`,
  "create unique index one_open_report on reports (reporter_id, target_type, target_id) where status in ('pending', 'reviewed')",
  'create index reports_by_status on reports (status, id)',
  'create index reports_of_reporter on reports (reporter_id)',
  'create index reports_about on reports (member_id, id)',
  'create index reports_of_post on reports (post_id)',
  'create index reports_of_comment on reports (comment_id)',
  'create index evidence_by_decision on reports (decided_at) where evidence is not null',

  `create table report_photos (
    report_id ${int} not null references reports(id) on delete cascade,
    image_id ${int} not null references images(id) on delete cascade,
    position ${int} not null,
    alt ${text},
    primary key (report_id, image_id)
  )${clustered}`,
  'create index reports_of_photo on report_photos (image_id)',

  `create table report_reviewers (
    report_id ${int} not null references reports(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    opened_at ${int} not null,
    primary key (report_id, user_id)
  )${clustered}`,
  'create index reports_opened_by on report_reviewers (user_id)',

  `create table bug_reports (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} references users(id) on delete set null,
    title ${text} not null,
    description ${text} not null,
    severity ${text} not null,
    status ${text} not null,
    page_url ${text} not null,
    user_agent ${text} not null,
    browser ${text},
    console_errors ${text} not null,
    pictures ${text} not null,
    created_at ${int} not null
  )`,
  'create index bug_reports_of_user on bug_reports (user_id)',
  'create index bug_reports_by_status on bug_reports (status, id)',

  `create table audit (
    id ${key},
    public_id ${text} not null unique,
    at ${int} not null,
    actor_id ${int},
    act ${text} not null,
    target ${text},
    about_id ${int}
  )`,
  'create index audit_by_time on audit (at, id)',
  'create index audit_by_act on audit (act, at, id)',

  `create table deletions (
    id ${key},
    kind ${text} not null,
    public_id ${text} not null,
    at ${int} not null
  )`,
];
