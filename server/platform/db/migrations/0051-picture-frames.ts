import type { Dialect } from '../dialect.ts';

/**
 * Frames end with the membership through which they show their circle: whatever takes the member out of the circle
 * deletes the row.
 */
export const pictureFrames = ({ columns: { key, int, text, clustered } }: Dialect): string[] => [
  `create table frames (
    id ${key},
    public_id ${text} not null unique,
    token_hash ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    circle_id ${int} not null,
    device ${text} not null,
    night_from ${int},
    night_to ${int},
    created_at ${int} not null,
    last_seen_at ${int} not null,
    foreign key (circle_id, user_id) references circle_members(circle_id, user_id) on delete cascade
  )`,
  'create index frames_of_circle on frames (circle_id, user_id)',
  'create index frames_of_member on frames (user_id)',
  'create index frames_by_last_use on frames (last_seen_at)',
  `create table frame_codes (
    code_hash ${text} not null primary key,
    token_hash ${text} not null unique,
    device ${text} not null,
    expires_at ${int} not null
  )${clustered}`,
  'create index frame_codes_by_expiry on frame_codes (expires_at)',
  `create table frame_photos (
    image_id ${int} not null primary key references images(id) on delete cascade,
    bytes ${int} not null,
    made_at ${int} not null
  )`,
  'create index frame_photos_by_age on frame_photos (made_at)',
];
