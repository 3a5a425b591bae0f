import type { Dialect } from '../dialect.ts';

/**
 * Albums are posts with a title. Each photo of a post has a day: when it was taken, or else when it was shared.
 * `day_key` is `day * 2^32 + id`, with days counted from 0001-01-01, so that one number orders a circle's photos.
 * `circle_photos` follows `post_circles` and `images` by foreign keys: whatever takes a post out of a circle takes its
 * photos out too.
 */
export const albumsAndDays = ({ columns: { int, text, clustered }, pick }: Dialect): string[] => {
  const shownOfPosts = 'public_id, content, created_at, edited_at, title, adds, has_others_photos';
  const shownOfImages =
    'public_id, post_id, position, alt, width, height, placeholder, variants, full_bytes, taken_day';
  const renewOnSqlite = (id: string) =>
    `update posts set revision = random() & 9007199254740991 where id = ${id};`;
  return [
    `alter table posts add column kind ${text} not null default 'post'`,
    `alter table posts add column title ${text}`,
    `alter table posts add column adds ${text} not null default 'author'`,
    `alter table posts add column has_others_photos ${int} not null default 0`,
    "create index albums_of_author on posts (author_id, id) where kind = 'album'",
    'create index posts_by_time on posts (created_at, id)',
    `alter table images add column taken_day ${int}`,
    `alter table images add column day_key ${int}`,
    `alter table images add column added_at ${int}`,
    `alter table images add column content_hash ${text}`,
    `update images set added_at = created_at, day_key = (created_at / 86400000 + 719162) * 4294967296 + id
      where post_id is not null`,
    'create index own_photos_by_day on images (owner_id, day_key) where day_key is not null',
    'create index images_by_content on images (owner_id, content_hash) where content_hash is not null',
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
    `insert into circle_photos (circle_id, day_key, image_id, post_id)
      select pc.circle_id, i.day_key, i.id, pc.post_id from images i join post_circles pc on pc.post_id = i.post_id`,
    `create table not_again (
      user_id ${int} not null references users(id) on delete cascade,
      scope ${text} not null,
      target ${int} not null,
      primary key (user_id, scope, target)
    )${clustered}`,
    ...pick({
      sqlite: [
        'drop trigger posts_revised',
        `create trigger posts_revised after update of ${shownOfPosts} on posts begin ${renewOnSqlite('new.id')} end`,
        'drop trigger image_changed',
        `create trigger image_changed after update of ${shownOfImages} on images
          begin ${renewOnSqlite('old.post_id')} ${renewOnSqlite('new.post_id')} end`,
      ],
      postgres: [
        'drop trigger posts_revised on posts',
        `create trigger posts_revised before update of ${shownOfPosts} on posts
          for each row execute function renew_revision()`,
        'drop trigger image_revised on images',
        `create trigger image_revised after insert or delete or update of ${shownOfImages} on images
          for each row execute function renew_revision_of_post()`,
      ],
    }),
  ];
};
