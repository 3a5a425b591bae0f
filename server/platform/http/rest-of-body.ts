import type { FastifyRequest } from 'fastify';

/** How many bytes of a refused body are read, and for how many milliseconds. */
const limit = { bytes: 128 * 1024 * 1024, timeMs: 30_000 };

/** How many bytes of all refused bodies are read in one window: 20 MB a second, so that refusals cost little time. */
const perWindow = { bytes: 1024 * 1024, timeMs: 50 };

let windowBegan = 0;
let spare = 0;
const paused = new Set<FastifyRequest['raw']>();

const resumeAll = (): void => {
  for (const raw of paused) raw.resume();
  paused.clear();
};

/** Counts bytes of the current window. @returns false once the window is used up */
const takeFromWindow = (bytes: number): boolean => {
  const now = performance.now();
  if (now - windowBegan >= perWindow.timeMs) {
    windowBegan = now;
    spare = perWindow.bytes;
  }
  spare -= bytes;
  return spare > 0;
};

const waitForWindow = (raw: FastifyRequest['raw']): void => {
  raw.pause();
  if (paused.size === 0) setTimeout(resumeAll, perWindow.timeMs).unref();
  paused.add(raw);
};

/**
 * Reads and discards the rest of a refused body: a client that still sends can read the answer only if the connection
 * stays open until it has finished. Resolves then, or at a limit.
 */
export const readRestOfBody = ({ raw }: FastifyRequest): Promise<void> =>
  new Promise((resolve) => {
    if (raw.complete || raw.destroyed) return resolve();
    let left = limit.bytes;
    const timer = setTimeout(() => raw.destroy(), limit.timeMs).unref();
    const over = () => {
      clearTimeout(timer);
      paused.delete(raw);
      resolve();
    };
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
      else if (!takeFromWindow(chunk.length)) waitForWindow(raw);
    });
    raw.once('end', over);
    raw.once('close', over);
    raw.resume();
  });
