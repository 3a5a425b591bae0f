import type { ColumnTypes } from '../dialect.ts';

/** Tables of photos and videos, picture frames and downloads of circles. */
export const photos = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `create table images (
    id ${key},
    public_id ${text} not null unique,
    owner_id ${int} not null references users(id) on delete cascade,
    kind ${text} not null,
    post_id ${int} references posts(id) on delete cascade,
    position ${int} not null,
    alt ${text},
    width ${int} not null,
    height ${int} not null,
    placeholder ${text} not null,
    variants ${text} not null,
    full_bytes ${int},
    bytes ${int} not null,
    created_at ${int} not null,
    video_type ${text},
    video_ms ${int},
    video_bytes ${int},
    taken_day ${int},
    day_key ${int},
    added_at ${int},
    content_hash ${text},
    addition_id ${int}
  )`,
  'create index images_of_post on images (post_id, position)',
  'create index images_unattached on images (created_at) where post_id is null',
  'create index storage_of_owner on images (owner_id, kind, bytes, full_bytes)',
  'create index own_photos_by_day on images (owner_id, day_key) where day_key is not null',
  'create index images_by_content on images (owner_id, content_hash) where content_hash is not null',
  'create index photos_by_adder on images (post_id, owner_id)',

  `create table circle_photos (
    circle_id ${int} not null,
    day_key ${int} not null,
    image_id ${int} not null references images(id) on delete cascade,
    post_id ${int} not null,
    primary key (circle_id, day_key),
    foreign key (circle_id, post_id) references post_circles(circle_id, post_id) on delete cascade
  )${clustered}`,
  'create index circle_photos_of_post on circle_photos (circle_id, post_id)',
  'create index circle_photos_of_image on circle_photos (image_id)',

  `create table not_again (
    user_id ${int} not null references users(id) on delete cascade,
    scope ${text} not null,
    target ${int} not null,
    primary key (user_id, scope, target)
  )${clustered}`,

  `create table video_uploads (
    id ${key},
    public_id ${text} not null unique,
    owner_id ${int} not null references users(id) on delete cascade,
    bytes ${int} not null,
    created_at ${int} not null,
    image_id ${int} references images(id) on delete cascade,
    taken_day ${int},
    is_import ${int} not null default 0
  )`,
  'create index video_uploads_of_member on video_uploads (owner_id)',
  'create index video_uploads_by_created_at on video_uploads (created_at)',
  'create index video_uploads_of_image on video_uploads (image_id)',

  `create table video_parts (
    upload_id ${int} not null references video_uploads(id) on delete cascade,
    position ${int} not null,
    digest ${text} not null,
    primary key (upload_id, position)
  )${clustered}`,

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

  `create table archives (
    id ${key},
    public_id ${text} not null unique,
    user_id ${int} not null references users(id) on delete cascade,
    circle_id ${int} not null references circles(id) on delete cascade,
    status ${text} not null,
    photos_total ${int} not null,
    photos_done ${int} not null,
    part_bytes ${text} not null,
    is_complete ${int} not null,
    created_at ${int} not null,
    expires_at ${int} not null
  )`,
  "create unique index archives_of_member on archives (user_id, circle_id) where status <> 'ended'",
  'create index archives_of_circle on archives (circle_id)',

  `create table archive_posts (
    archive_id ${int} not null references archives(id) on delete cascade,
    circle_id ${int} not null,
    post_id ${int} not null,
    primary key (archive_id, post_id),
    foreign key (circle_id, post_id) references post_circles(circle_id, post_id) on delete cascade
  )${clustered}`,
  'create index archives_with_post on archive_posts (circle_id, post_id)',

  `create table archive_photos (
    archive_id ${int} not null references archives(id) on delete cascade,
    circle_id ${int} not null,
    day_key ${int} not null,
    primary key (archive_id, day_key),
    foreign key (circle_id, day_key) references circle_photos(circle_id, day_key) on delete cascade
  )${clustered}`,
  'create index archives_with_photo on archive_photos (circle_id, day_key)',

  `create table archive_people (
    archive_id ${int} not null references archives(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    primary key (archive_id, user_id)
  )${clustered}`,
  'create index archives_with_person on archive_people (user_id)',

  `create table archive_leftovers (
    public_id ${text} primary key
  )`,
];
