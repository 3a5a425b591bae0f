import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Post } from '../../contract/shapes.ts';
import { dayStep } from '../../server/platform/db/schema/photos.ts';
import { dayNumber } from '../../server/platform/text/days.ts';
import type { TestServer } from './test-server.ts';

const sizes = [
  [1_200, 900],
  [900, 1_200],
  [1_600, 900],
  [1_000, 1_000],
  [1_200, 800],
] as const;

/** Photos of different sizes and colours. */
export const variedPhotos = (count: number): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const [width, height] = sizes[index % sizes.length] ?? [1_200, 900];
      const hue = (index * 67) % 360;
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <rect width="100%" height="100%" fill="hsl(${hue} 45% 70%)"/>
        <circle cx="${width * 0.7}" cy="${height * 0.3}" r="${height * 0.12}" fill="hsl(${(hue + 60) % 360} 80% 75%)"/>
        <path d="M0 ${height * 0.75} Q ${width / 2} ${height * 0.4} ${width} ${height * 0.7} V ${height} H 0 Z"
          fill="hsl(${(hue + 140) % 360} 35% 38%)"/></svg>`;
      return sharp(Buffer.from(picture)).jpeg().toBuffer();
    }),
  );

const folderOf = (server: TestServer, id: string): string =>
  path.join(server.dataDir, 'photos', id.slice(0, 2), id.slice(2, 4));

const dayMs = 24 * 60 * 60_000;

/**
 * Fills a moment with copies of the photos that it has, which the image process need not see.
 * @param fill the number of copies, the last day, and the number of days over which they are spread
 */
export const multiplyPhotos = async (
  server: TestServer,
  post: Post,
  { count, lastDay, days }: { count: number; lastDay: string; days: number },
): Promise<void> => {
  const { db } = server.app.context;
  const originals = await db.read
    .selectFrom('images')
    .innerJoin('posts', 'posts.id', 'images.post_id')
    .selectAll('images')
    .where('posts.public_id', '=', post.id)
    .execute();
  const last = await db.read
    .selectFrom('images')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, index) => {
    const original = originals[index % originals.length];
    if (!original) throw new Error('The moment has no photo');
    const id = last.id + 1 + index;
    const day = new Date(Date.parse(lastDay) - Math.floor((index * days) / count) * dayMs);
    const number = dayNumber(day.toISOString().slice(0, 10));
    const publicId = randomBytes(16).toString('hex');
    mkdirSync(folderOf(server, publicId), { recursive: true });
    for (const { name } of JSON.parse(original.variants))
      linkSync(
        path.join(folderOf(server, original.public_id), `${original.public_id}-${name}.webp`),
        path.join(folderOf(server, publicId), `${publicId}-${name}.webp`),
      );
    return {
      ...original,
      id,
      public_id: publicId,
      position: originals.length + index,
      taken_day: number,
      day_key: number * dayStep + id,
    };
  });
  for (let from = 0; from < copies.length; from += 500) {
    const some = copies.slice(from, from + 500);
    await db.write(async ({ q }) => {
      await q.insertInto('images').values(some).execute();
      await sql`insert into circle_photos (circle_id, day_key, image_id, post_id)
        select pc.circle_id, i.day_key, i.id, pc.post_id from images i join post_circles pc on pc.post_id = i.post_id
        where i.id >= ${some[0]?.id ?? 0} and i.id <= ${some.at(-1)?.id ?? 0}`.execute(q);
    });
  }
};
