import type { FastifyRequest } from 'fastify';

/** How much of a refused body is read, and for how many milliseconds. */
const most = { bytes: 128 * 1024 * 1024, time: 30_000 };

/**
 * Reads the rest of a body that is refused, and throws it away: a client that still sends gets to read the answer only
 * if the connection stays open until it has finished. Resolves then, or when it has been too much.
 */
export const readRestOfBody = ({ raw }: FastifyRequest): Promise<void> =>
  new Promise((resolve) => {
    if (raw.complete || raw.destroyed) return resolve();
    let left = most.bytes;
    const timer = setTimeout(() => raw.destroy(), most.time).unref();
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
    });
    raw.once('end', over);
    raw.once('close', over);
    raw.resume();
  });
