import type { Dialect } from '../dialect.ts';

/** The member whose photo a comment is about, also once the photo has left its moment. */
export const aboutWhosePhoto = ({ columns: { int } }: Dialect): string[] => [
  `alter table comments add column about_owner_id ${int} references users(id) on delete set null`,
  `update comments set about_owner_id = (select owner_id from images where images.id = comments.image_id)
    where image_id is not null`,
  'create index comments_about_owner on comments (about_owner_id) where about_owner_id is not null',
  `update posts set has_others_photos = 1 where has_others_photos = 0 and id in (
    select post_id from comments where about_owner_id <> posts.author_id)`,
];
