import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../server/platform/db/database.ts';
import { openPostgres } from '../../../server/platform/db/postgres.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import { dayStep } from '../../../server/platform/db/schema/photos.ts';
import { createLog } from '../../../server/platform/log.ts';
import { dayNumber } from '../../../server/platform/text/days.ts';
import { copyOfPostgres, copyOfSqlite } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { type Filler, fillPostgres, fillSqlite, type Row } from '../filler.ts';
import { get, send } from '../load.ts';
import { inFifty } from '../people.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

const posts = 10_000;
const few = 10_000;
const many = 100_000;
const photosOfAlbum = 500;
const years = 10;
const rounds = 40;
const shared = Date.UTC(2026, 5, 1);
const budget = { atMost: 1.5, unit: '×' };
/** Keys above those of the community. */
const [firstPost, firstImage] = [10_000_000, 20_000_000];

const idOf = (text: string): string => createHash('md5').update(text).digest('hex');

interface Place {
  circle: number;
  publicId: string;
  authors: number[];
}

/** A shared circle of the member who looks, and the other members, who share the photos. */
const findPlace = async (db: Database): Promise<Place> => {
  const { rows } = await sql<{ id: number; public_id: string; author: number }>`
    select c.id, c.public_id, other.user_id as author from circles c
    join circle_members m on m.circle_id = c.id and m.user_id = ${inFifty.from}
    join circle_members other on other.circle_id = c.id and other.user_id <> m.user_id
    where c.kind = 'shared' and c.owner_id <> m.user_id order by c.id limit 10`.execute(db.read);
  await db.close();
  const [first] = rows;
  if (!first) throw new Error('The member is in no shared circle');
  const authors = rows.filter(({ id }) => id === first.id).map(({ author }) => author);
  return { circle: first.id, publicId: first.public_id, authors };
};

/** Albums of 500 photos, taken over ten years. */
const fillPhotos = async (filler: Filler, { circle, authors }: Place, photos: number): Promise<void> => {
  const albums: Row[] = [];
  const places: Row[] = [];
  const images: Row[] = [];
  const days: Row[] = [];
  for (let at = 0; at < photos; at += 1) {
    const post = firstPost + Math.floor(at / photosOfAlbum);
    const author = authors[post % authors.length] ?? 0;
    if (at % photosOfAlbum === 0) {
      albums.push([post, idOf(`album ${post}`), author, '', shared, 'album', `Album ${post}`]);
      places.push([circle, post, author, post]);
    }
    const image = firstImage + at;
    const day = dayNumber('2016-01-01') + Math.floor((at * years * 365) / photos);
    const key = day * dayStep + image;
    const variants = JSON.stringify([{ name: '480', width: 480 }]);
    images.push([
      image,
      idOf(`photo ${image}`),
      author,
      'photo',
      post,
      at % photosOfAlbum,
      480,
      360,
      '',
      variants,
      1,
      shared,
      day,
      key,
      shared,
    ]);
    days.push([circle, key, image, post]);
  }
  await filler.insert('posts', 'id public_id author_id content created_at kind title', albums);
  await filler.insert('post_circles', 'circle_id post_id author_id popularity', places);
  await filler.insert(
    'images',
    'id public_id owner_id kind post_id position width height placeholder variants bytes created_at taken_day day_key added_at',
    images,
  );
  await filler.insert('circle_photos', 'circle_id day_key image_id post_id', days);
  await filler.close();
};

const pagesOf = (circle: string): Readonly<Record<string, string>> => ({
  'newest photos of a circle': `/api/photos?circleId=${circle}`,
  'photos of a circle, five years down': `/api/photos?circleId=${circle}&before=2021-01-01`,
  'newest photos of fifty circles': '/api/photos',
});

const timeOf = async (server: Program, path: string): Promise<number> => {
  const started = performance.now();
  const { status } = await send(server.port, get(path, { cookie: cookieOf(inFifty.from) }));
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return (performance.now() - started) * 1_000;
};

/** Asks both servers in turns, so that other load on the machine affects both alike. */
const compareServers = async (
  name: string,
  circle: string,
  [small, large]: readonly [Program, Program],
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(pagesOf(circle))) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      times[0].push(await timeOf(small, path));
      times[1].push(await timeOf(large, path));
    }
    const [cost, costOfMany] = [median(times[0]), median(times[1])];
    figures.push({
      what: `A page of the ${what}, 100,000 photos compared with 10,000, ${name}`,
      floor: `among 10,000: ${time(cost)}`,
      value: time(costOfMany),
      judged: costOfMany / cost,
      budget,
    });
  }
  return figures;
};

const onSqlite = async (): Promise<Figure[]> => {
  const folders = [await copyOfSqlite(posts), await copyOfSqlite(posts)] as const;
  const place = await findPlace(openSqlite(folders[0].dataDir));
  await fillPhotos(fillSqlite(folders[0].dataDir), place, few);
  await fillPhotos(fillSqlite(folders[1].dataDir), place, many);
  const servers = [await startServer(folders[0]), await startServer(folders[1])] as const;
  try {
    return await compareServers('SQLite', place.publicId, servers);
  } finally {
    for (const server of servers) await server.stop();
    for (const folder of folders) folder.remove();
  }
};

const onPostgres = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(posts);
  const small = await copyOfPostgres(posts, 'few');
  const large = await copyOfPostgres(posts, 'many');
  const place = await findPlace(openPostgres(small.url, createLog('silent')));
  await fillPhotos(await fillPostgres(small.url), place, few);
  await fillPhotos(await fillPostgres(large.url), place, many);
  const servers = [
    await startServer({ ...folder, databaseUrl: small.url }),
    await startServer({ ...folder, databaseUrl: large.url }),
  ] as const;
  try {
    return await compareServers('PostgreSQL', place.publicId, servers);
  } finally {
    for (const server of servers) await server.stop();
    for (const copy of [small, large]) await copy.remove();
    folder.remove();
  }
};

/** Pages of photos by day, by the clock of their caller: 100,000 photos in a circle must cost what 10,000 do. */
export const timeline = async (): Promise<Figure[]> => [...(await onSqlite()), ...(await onPostgres())];
