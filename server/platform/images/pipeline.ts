import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { messages } from '../../../contract/errors.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problem.ts';
import { Answer, type Made } from './answer.ts';
import type { Order, PhotoKind } from './order.ts';
import { createPool, PoolError } from './pool.ts';
import { isUpload } from './receive.ts';
import { PhotoRefused } from './refused.ts';
import { sniff, sniffBytes } from './sniff.ts';

/** The variants of one photo or avatar, ready to be stored, smallest first. */
export type Processed = Made;

export interface ImagePipeline {
  /**
   * Makes the variants of the photo in a file, all without metadata: WebP in widths of 480, 1080 and 2048 pixels
   * for a photo, squares of 96 and 512 for an avatar, none larger than the photo, so a small one has fewer; or one
   * JPEG in its own size (`full`). The file is left where it is.
   * @throws PhotoRefused when it is no photo that is taken (400, 413 or 415).
   * @throws Problem `unavailable` when no process could do it, or the pipeline is closed.
   */
  process(sourcePath: string, options: { kind: PhotoKind }): Promise<Processed>;
  /** The process ids of the image processes that run now; none in quiet times. */
  readonly pids: number[];
  close(): Promise<void>;
}

/**
 * The way of a photo from an uploaded file to its variants, through a pool of image processes at low priority
 * (performance.md, Images). What an earlier run of the server left in `tmpDir` is deleted: an upload under
 * way still holds the place where the photo was taken.
 */
export const createImagePipeline = ({
  tmpDir,
  log,
}: {
  tmpDir: string;
  log?: Pick<Logger, 'warn'>;
}): ImagePipeline => {
  deleteLeftOvers(tmpDir);
  const pool = createPool({
    module: new URL('./child.ts', import.meta.url),
    // No setting and no secret of the server comes near foreign bytes. One arena and a small heap: 150 MB
    // instead of 290 after many photos of 12 megapixels, in the same time.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=64'],
    size: Math.max(1, availableParallelism() - 1),
    timeLimit: 20_000,
    idleTime: 60_000,
  });

  const ask = async (order: Order): Promise<unknown> => {
    try {
      return await pool.run(order);
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      if (error.reason !== 'closed')
        log?.warn({ reason: error.reason, detail: error.message }, 'image process');
      if (error.reason === 'late' || error.reason === 'died') throw new PhotoRefused('photoBroken', error);
      throw new Problem('unavailable', messages.unavailable, { cause: error });
    }
  };

  return {
    async process(sourcePath, { kind }) {
      const type = sniff(await firstBytes(sourcePath));
      if (!type) throw new PhotoRefused('photoType');
      const answer = Answer.parse(await ask({ path: sourcePath, type, kind }));
      if ('made' in answer) return answer.made;
      if ('refused' in answer) throw new PhotoRefused(answer.refused, answer.detail);
      throw new Error(`An image process failed: ${answer.failed}`);
    },

    get pids() {
      return pool.pids;
    },

    close: () => pool.close(),
  };
};

const firstBytes = async (file: string): Promise<Buffer> => {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
  return buffer.subarray(0, bytesRead);
};

const deleteLeftOvers = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (isUpload(name)) rmSync(path.join(folder, name), { force: true });
  }
};
