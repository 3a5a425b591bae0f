import type { ColumnTypes } from '../dialect.ts';

/** Requests of members to have their identity verified. */
export const verification = ({ key, int, text }: ColumnTypes): string[] => [
  `create table verification_requests (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    personal_statement ${text} not null,
    linkedin_profile ${text},
    instagram_handle ${text},
    status ${text} not null,
    notes ${text},
    submitted_at ${int} not null
  )`,
  `create index verification_requests_of_user on verification_requests (user_id)`,
  `create index verification_requests_by_status on verification_requests (status, id)`,
  `create unique index one_pending_verification on verification_requests (user_id) where status = 'pending'`,
];
