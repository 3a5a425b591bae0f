import type { ColumnTypes } from '../dialect.ts';

/** A video belongs to the row of its poster. Uploads that are not complete yet, and their parts, have tables. */
export const videos = ({ key, int, text, clustered }: ColumnTypes): string[] => [
  `alter table images add column video_type ${text}`,
  `alter table images add column video_ms ${int}`,
  `alter table images add column video_bytes ${int}`,
  `create table video_uploads (
    id ${key},
    public_id ${text} not null unique,
    owner_id ${int} not null references users(id) on delete cascade,
    bytes ${int} not null,
    created_at ${int} not null,
    image_id ${int} references images(id) on delete cascade
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
];
