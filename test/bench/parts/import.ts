import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, median, quantile, time } from '../figures.ts';
import { Connection, request } from '../load.ts';
import { telephonePhoto } from '../photo.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';
import { timesOfFeeds } from './photos.ts';

const rounds = 4;
/** The longer side of photos that the web app sends, in pixels. */
const sidePx = 2_560;

/** Calls an endpoint and reads the id of its answer. */
const make = async (connection: Connection, member: number, path: string, input: object): Promise<string> => {
  const headers = { cookie: cookieOf(member), 'content-type': 'application/json' };
  const { status, body } = await connection.send(
    request('POST', path, headers, Buffer.from(JSON.stringify(input))),
  );
  const answer: unknown = JSON.parse(body.toString());
  if (status !== 201) throw new Error(`${status}: ${body.toString()}`);
  return String(Reflect.get(Object(answer), 'id'));
};

/** A form with a photo that counts as a new one: the server takes the hash of the original from the browser. */
const formOf = (albumId: string, position: number, photo: Buffer): Buffer => {
  const fields = {
    albumId,
    position: String(position),
    takenOn: '2019-07-14',
    contentHash: randomBytes(32).toString('hex'),
  };
  const texts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--edge\r\ncontent-disposition: form-data; name="photo"; filename="photo"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--edge--\r\n')]);
};

/** Imports photos, two at a time, until told to stop. @returns how many were added, and in how many seconds */
const importPhotos = (server: Program, photo: Buffer, member: number) => {
  let isStopped = false;
  let added = 0;
  const started = performance.now();
  const work = async (): Promise<void> => {
    const connection = await Connection.open(server.port);
    const importId = await make(connection, member, '/api/imports', { source: 'folder' });
    const album = { title: 'Bench', circleId: null };
    const albumId = await make(connection, member, `/api/imports/${importId}/albums`, album);
    const headers = { cookie: cookieOf(member), 'content-type': 'multipart/form-data; boundary=edge' };
    for (let position = 0; !isStopped; position += 1) {
      const form = formOf(albumId, position, photo);
      const path = `/api/imports/${importId}/photos`;
      const { status, body } = await connection.send(request('POST', path, headers, form));
      if (status !== 201) throw new Error(`${status}: ${body.toString()}`);
      added += 1;
    }
    connection.close();
  };
  const workers = [work(), work()];
  return async (): Promise<{ added: number; seconds: number }> => {
    isStopped = true;
    await Promise.all(workers);
    return { added, seconds: (performance.now() - started) / 1_000 };
  };
};

/** Photos of an import taken in while members read their feeds. */
export const imports = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(1_000_000);
  const server = await startServer(folder);
  try {
    const photo = await sharp(await telephonePhoto())
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'inside' })
      .jpeg({ quality: 85 })
      .toBuffer();
    const measured: { quiet: number; busy: number }[] = [];
    const rates: number[] = [];
    await timesOfFeeds(server);
    for (let round = 0; round < rounds; round += 1) {
      const quiet = quantile(await timesOfFeeds(server), 0.99);
      const stop = importPhotos(server, photo, 201);
      measured.push({ quiet, busy: quantile(await timesOfFeeds(server), 0.99) });
      const { added, seconds } = await stop();
      rates.push(added / seconds);
    }
    return [
      {
        what: `Feed while an import is taken in, p99 (${digits(median(rates))} photos of ${digits(photo.length / 1e6)} MB a second)`,
        floor: `without the import: ${time(median(measured.map(({ quiet }) => quiet)))}`,
        value: time(median(measured.map(({ busy }) => busy))),
        judged: median(measured.map(({ quiet, busy }) => busy / quiet)),
        budget: { atMost: 2, unit: '×' },
      },
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
};
