// A thread that reads videos at the pace of players. At the message `stop` it answers the number of bytes.
import { get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { cookieOf } from './sessions.ts';

/** A viewer reads four times as fast as a video of three minutes and 100 MB plays. */
const bytesPerSecond = (4 * 100 * 1024 * 1024) / 180;
const tick = 50;

/** Reads the video at the pace of a player, from the beginning whenever it has ended. @returns stops and counts bytes */
const watch = ({ member, url }: { member: number; url: string }): (() => number) => {
  let read = 0;
  let stopped = false;
  let stop = () => {};
  const play = (): void => {
    const request = get(
      {
        port,
        path: url,
        headers: { cookie: cookieOf(member), range: 'bytes=0-' },
        agent: false,
      },
      (response) => {
        if (response.statusCode !== 206) throw new Error(`The video answered ${response.statusCode}`);
        let allowed = 0;
        const timer = setInterval(() => {
          allowed = Math.min(allowed + (bytesPerSecond * tick) / 1_000, bytesPerSecond);
          if (allowed > 0) response.resume();
        }, tick);
        response.on('data', (chunk: Buffer) => {
          read += chunk.length;
          allowed -= chunk.length;
          if (allowed <= 0) response.pause();
        });
        response.on('close', () => {
          clearInterval(timer);
          if (!stopped) play();
        });
      },
    );
    request.on('error', (error) => {
      if (!stopped) throw error;
    });
    stop = () => request.destroy();
  };
  play();
  return () => {
    stopped = true;
    stop();
    return read;
  };
};

const Order = z.object({
  port: z.number(),
  videos: z.array(z.object({ member: z.number(), url: z.string() })),
  viewers: z.number(),
});
const { port, videos, viewers } = Order.parse(workerData);
const stops = Array.from({ length: viewers }, (_, at) => videos[at % videos.length]).flatMap((video) =>
  video ? [watch(video)] : [],
);
parentPort?.once('message', () => {
  parentPort?.postMessage(stops.reduce((sum, stop) => sum + stop(), 0));
});
