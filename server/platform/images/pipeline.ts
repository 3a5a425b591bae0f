import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { messages } from '../../../contract/errors/errors.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problem.ts';
import { programFile } from '../programs.ts';
import { Answer, type Made } from './answer.ts';
import type { Order, PhotoKind } from './order.ts';
import { createPool, PoolError } from './pool.ts';
import { isUpload } from './receive.ts';
import { PhotoRefused } from './refused.ts';
import { sniff, sniffBytes } from './sniff.ts';

/** The variants of one photo or avatar, ready to be stored, smallest first. */
export type Processed = Made;

export interface ProcessOptions {
  kind: PhotoKind;
  /** The member or network whose photo it is; parties take turns. */
  party: string;
  /** Called with the decoded megapixels, whether the photo was accepted or refused. */
  charge?: (megapixels: number) => Promise<void>;
}

/** The value of `Retry-After` in seconds. */
const retryAfter = { full: 10, late: 60 };
/** The cost in megapixels that is charged for a photo whose process was killed. */
const maxMegapixels = 48;

export interface ImagePipeline {
  /**
   * Makes the variants of the photo in a file, all without metadata: WebP in widths of 480, 1080 and 2048 pixels
   * for a photo, squares of 96 and 512 for an avatar, none larger than the photo, so a small one has fewer; or one
   * JPEG: in its own size (`full`), or at most 800 pixels wide and high (`letter`). The file is left where it is.
   * @throws PhotoRefused when it is no photo that is taken (400, 413 or 415).
   * @throws Problem `unavailable` when it took too long, too many photos of the party wait, no process could do it, or
   *   the pipeline is closed.
   */
  process(sourcePath: string, options: ProcessOptions): Promise<Processed>;
  /** The process ids of the image processes that run now; none in quiet times. */
  readonly pids: number[];
  close(): Promise<void>;
}

/**
 * Makes the pipeline that turns uploaded files into variants, through a pool of image processes at low priority. It
 * deletes what an earlier run of the server left in `tmpDir`, because uploads contain the place where a photo was
 * taken.
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
    module: programFile('images'),
    // The processes get no setting and no secret of the server, because they decode untrusted bytes. One arena and a
    // small heap keep them at 150 MB instead of 290 after many photos of 12 megapixels, in the same time.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: ['--enable-source-maps', '--max-semi-space-size=1', '--max-old-space-size=64'],
    // One process more than a party may use, so that nobody waits for one other member's photos alone.
    size: Math.max(3, availableParallelism() - 1),
    perParty: { running: 2, waiting: 20 },
    timeLimit: 180_000,
    idleTime: 60_000,
  });

  const ask = async (order: Order, { party, charge }: ProcessOptions): Promise<unknown> => {
    try {
      return await pool.run(order, { party, isLast: order.kind === 'full' || order.kind === 'letter' });
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      const { reason } = error;
      if (reason !== 'closed') log?.warn({ reason, detail: error.message }, 'image process');
      if (reason === 'late' || reason === 'died') await charge?.(maxMegapixels);
      if (reason === 'died') throw new PhotoRefused('photoBroken', error);
      if (reason === 'late' || reason === 'full')
        throw new Problem('unavailable', messages.serverBusy, { retryAfter: retryAfter[reason] });
      throw new Problem('unavailable', messages.unavailable, { cause: error });
    }
  };

  return {
    async process(sourcePath, options) {
      const { kind, charge } = options;
      const type = sniff(await firstBytes(sourcePath));
      if (!type) throw new PhotoRefused('photoType');
      const answer = Answer.parse(await ask({ path: sourcePath, type, kind }, options));
      if ('pixels' in answer) await charge?.(Math.ceil(answer.pixels / 1_000_000));
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
