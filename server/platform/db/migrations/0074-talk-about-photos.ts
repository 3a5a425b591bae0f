import type { Dialect } from '../dialect.ts';

/** Hearts of photos, and the photo that a comment is about. */
export const talkAboutPhotos = ({ columns: { int, clustered } }: Dialect): string[] => [
  `create table photo_likes (
    image_id ${int} not null references images(id) on delete cascade,
    user_id ${int} not null references users(id) on delete cascade,
    created_at ${int} not null,
    primary key (image_id, user_id)
  )${clustered}`,
  'create index photo_likes_of_user on photo_likes (user_id)',

  `create table photo_like_circles (
    image_id ${int} not null,
    user_id ${int} not null,
    circle_id ${int} not null,
    post_id ${int} not null,
    primary key (image_id, user_id, circle_id),
    foreign key (image_id, user_id) references photo_likes (image_id, user_id) on delete cascade,
    foreign key (circle_id, post_id) references post_circles (circle_id, post_id) on delete cascade
  )${clustered}`,
  'create index photo_like_circles_of_post on photo_like_circles (circle_id, post_id)',

  `alter table comments add column image_id ${int} references images(id) on delete set null`,
  'create index comments_of_photo on comments (image_id) where image_id is not null',
];
