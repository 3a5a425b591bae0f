import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createFileStorage } from '../../../server/platform/storage/files.ts';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure, median, quantile, time } from '../figures.ts';
import { startServer } from '../programs.ts';
import { timesOfFeeds } from './photos.ts';

const viewerCount = 20;
const pieceBytes = 8 * 1024 * 1024;
const videoBytes = 100 * 1024 * 1024;
/** Makes the picture of a member the poster of a video of 100 MB. @returns the video's path */
const addVideo = async (dataDir: string, member: number): Promise<string> => {
  const database = new DatabaseSync(path.join(dataDir, 'circle.db'));
  const row = database
    .prepare(`select id, public_id as name from images where owner_id = ${member} and kind = 'avatar'`)
    .get();
  const name = `${String(row?.['name'])}-video.mp4`;
  database.exec(`update images set video_type = 'video/mp4', video_ms = 180000, video_bytes = ${videoBytes}
    where id = ${Number(row?.['id'])}`);
  database.close();
  const storage = createFileStorage(path.join(dataDir, 'photos'));
  for (let piece = 0; piece * pieceBytes < videoBytes; piece += 1) {
    const bytes = Math.min(pieceBytes, videoBytes - piece * pieceBytes);
    await storage.put(`${name}.${piece}`, randomBytes(bytes));
  }
  return `/uploads/${name}`;
};

/** Twenty viewers of videos beside the feed. */
export const viewers = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(100_000);
  // A member may watch twelve at a time.
  const videos: { member: number; url: string }[] = [];
  for (const member of [1, 2]) videos.push({ member, url: await addVideo(folder.dataDir, member) });
  const server = await startServer(folder);
  try {
    const rounds: { quiet: number[]; busy: number[] }[] = [];
    let seconds = 0;
    let read = 0;
    await timesOfFeeds(server);
    for (let round = 0; round < 4; round++) {
      const quiet = await timesOfFeeds(server);
      const started = performance.now();
      // The viewers need a thread, because reading takes time in which the answers of feeds would wait.
      const watching = new Worker(new URL('../watch.ts', import.meta.url), {
        workerData: { port: server.port, videos, viewers: viewerCount },
      });
      await wait(500);
      rounds.push({ quiet, busy: await timesOfFeeds(server) });
      seconds += (performance.now() - started) / 1_000;
      watching.postMessage('stop');
      read += await new Promise<number>((resolve) => watching.once('message', resolve));
    }
    const p99 = (pick: (round: (typeof rounds)[number]) => number[]) =>
      median(rounds.map((round) => quantile(pick(round), 0.99)));
    return [
      {
        what: `Feed while ${viewerCount} viewers read a video of 100 MB, p99 (${digits(read / seconds / 1024 / 1024)} MB/s together)`,
        floor: `without viewers: ${time(p99(({ quiet }) => quiet))}`,
        value: time(p99(({ busy }) => busy)),
        judged: median(rounds.map(({ quiet, busy }) => quantile(busy, 0.99) / quantile(quiet, 0.99))),
        budget: { atMost: 2, unit: '×' },
      },
    ];
  } finally {
    await server.stop();
    folder.remove();
  }
};
