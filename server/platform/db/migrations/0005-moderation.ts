import type { ColumnTypes } from '../dialect.ts';

/** Reports with what they keep as evidence, and the audit log by act. */
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
  `create unique index one_open_report on reports (reporter_id, target_type, target_id)
    where status in ('pending', 'reviewed')`,
  `create index reports_by_status on reports (status, id)`,
  `create index reports_of_reporter on reports (reporter_id)`,
  `create index reports_about on reports (member_id, id)`,
  `create index reports_of_post on reports (post_id)`,
  `create index reports_of_comment on reports (comment_id)`,
  `create index evidence_by_decision on reports (decided_at) where evidence is not null`,

  `create table report_photos (
    report_id ${int} not null references reports(id) on delete cascade,
    image_id ${int} not null references images(id) on delete cascade,
    position ${int} not null,
    primary key (report_id, image_id)
  )${clustered}`,
  `create index reports_of_photo on report_photos (image_id)`,

  `create index audit_by_act on audit (act, at, id)`,

  `drop index storage_of_owner`,
  `create index storage_of_owner on images (owner_id, kind, bytes, full_bytes)`,
];
