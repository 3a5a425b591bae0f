import type { Dialect } from '../dialect.ts';

/**
 * When a moment or comment was last edited, and the descriptions of photos as a report keeps them. The revision of a
 * post is renewed with `edited_at` too.
 */
export const editedAt = ({ columns: { int, text }, pick }: Dialect): string[] => {
  const shown = 'public_id, content, created_at, edited_at';
  return [
    `alter table posts add column edited_at ${int}`,
    `alter table comments add column edited_at ${int}`,
    `alter table report_photos add column alt ${text}`,
    'update report_photos set alt = (select alt from images i where i.id = report_photos.image_id)',
    pick({ sqlite: 'drop trigger posts_revised', postgres: 'drop trigger posts_revised on posts' }),
    pick({
      sqlite: `create trigger posts_revised after update of ${shown} on posts
        begin update posts set revision = random() & 9007199254740991 where id = new.id; end`,
      postgres: `create trigger posts_revised before update of ${shown} on posts
        for each row execute function renew_revision()`,
    }),
  ];
};
