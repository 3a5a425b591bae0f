import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { messages } from '../../../contract/errors/errors.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problem.ts';
import { programFile } from '../programs.ts';
import { Answer, type Failed, HeicAnswer, type Made, type Refused } from './answer.ts';
import { createHeicPool } from './heic/pool.ts';
import type { Order, PhotoKind } from './order.ts';
import { createPool, type Pool, PoolError, type Turn } from '../processes/pool.ts';
import { isUpload, temporaryFile } from './receive.ts';
import { PhotoRefused } from './refused.ts';
import { sniff, sniffBytes } from './sniff.ts';

/** The variants of one photo or avatar, ready to be stored, smallest first. */
export type Processed = Made;

export interface ProcessOptions {
  kind: PhotoKind;
  /** The member or network whose photo it is; parties take turns. */
  party: string;
  /** The photo waits for all others; default for copies that nobody waits for. */
  isLast?: boolean;
  /** Called with the decoded megapixels, whether the photo was accepted or refused. */
  charge?: (megapixels: number) => Promise<void>;
}

/** The value of `Retry-After` in seconds. */
const retryAfter = { full: 10, late: 60 };
/** The cost in megapixels that is charged for a photo whose process died, and for one that took too long. */
const charges = { died: 48, late: 480 };

export interface ImagePipeline {
  /**
   * Makes the variants of the photo in a file, all without metadata: WebP in widths of 480, 1080 and 2048 pixels
   * for a photo, squares of 96 and 512 for an avatar, none larger than the photo, so a small one has fewer; or one
   * JPEG: in its own size (`full`), at most 800 pixels
   * wide and high (`letter`), or at most 1600 (`frame`). The file is left where it is.
   * @throws PhotoRefused when it is no photo that is taken (400, 413 or 415).
   * @throws Problem `unavailable` when it took too long, too many photos of the party wait, no process could do it, or
   *   the pipeline is closed.
   */
  process(sourcePath: string, options: ProcessOptions): Promise<Processed>;
  /** The process ids of the image processes that run now; none in quiet times. */
  readonly pids: number[];
  close(): Promise<void>;
}

/** The processes that make the variants of photos. */
export const createPhotoPool = (): Pool =>
  createPool({
    module: programFile('images'),
    // The processes get no setting and no secret of the server, because they decode untrusted bytes. One arena and a
    // small heap keep them at 150 MB instead of 290 after many photos of 12 megapixels, in the same time.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: ['--enable-source-maps', '--max-semi-space-size=1', '--max-old-space-size=64'],
    // One process more than a party may use, so that nobody waits for one other member's photos alone.
    size: Math.max(3, availableParallelism() - 1),
    perParty: { running: 2, waiting: 20 },
    timeLimit: 180_000,
    usage: { processorMs: 20_000 },
    idleTime: 60_000,
  });

/**
 * Makes the pipeline that turns uploaded files into variants, through a pool of image processes at low priority. It
 * deletes what an earlier run of the server left in `tmpDir`, because uploads contain the place where a photo was
 * taken.
 */
export const createImagePipeline = ({
  tmpDir,
  log,
  pool: given,
}: {
  tmpDir: string;
  log?: Pick<Logger, 'warn'>;
  /** A pool that others use too, and that is not closed with the pipeline. */
  pool?: Pool | undefined;
}): ImagePipeline => {
  deleteLeftOvers(tmpDir);
  const folder = realpathSync(tmpDir);
  const heicPool = createHeicPool(folder);
  const pool = given ?? createPhotoPool();

  const translating = async <T>(work: Promise<T>, { charge }: ProcessOptions): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      const { reason } = error;
      if (reason !== 'closed') log?.warn({ reason, detail: error.message }, 'image process');
      if (reason === 'late' || reason === 'died') await charge?.(charges[reason]);
      if (reason === 'died' && !error.isKilled) throw new PhotoRefused('photoBroken', error);
      if (reason === 'late' || reason === 'full')
        throw new Problem('unavailable', messages.serverBusy, { retryAfter: retryAfter[reason] });
      throw new Problem('unavailable', messages.unavailable, { cause: error });
    }
  };

  const makeVariants = async (order: Order, options: ProcessOptions, turn: Turn): Promise<Processed> => {
    const answer = await accept(Answer.parse(await translating(pool.run(order, turn), options)), options);
    return answer.made;
  };

  // The next HEIC waits until the variants of this one are made, so that there is one decoded photo on the disk at a
  // time. Its variants therefore come first: the HEICs of all members would wait for the other photos of its member.
  const makeFromHeic = async (source: string, options: ProcessOptions, turn: Turn): Promise<Processed> => {
    const target = temporaryFile(folder);
    const { kind, party } = options;
    const order = { source: path.join(folder, path.basename(source)), target: target.path };
    try {
      const run = heicPool.runThen(order, turn, async (message) => {
        const answer = HeicAnswer.parse(message);
        // A failure that is not the photo's is one of the disk, where the process writes the PNG.
        if ('failed' in answer)
          throw new Problem('unavailable', messages.unavailable, { cause: new Error(answer.failed) });
        const { takenOn } = await accept<Exclude<typeof answer, Refused>>(answer, options);
        const variants = { path: target.path, type: 'heic', kind } as const;
        const made = await makeVariants(variants, { kind, party }, { party, isFirst: true });
        return { ...made, takenOn };
      });
      return await translating(run, options);
    } finally {
      await target.remove();
    }
  };

  return {
    async process(sourcePath, options) {
      const { kind, party, isLast = kind !== 'photo' && kind !== 'avatar' } = options;
      const turn = { party, isLast };
      const type = sniff(await firstBytes(sourcePath));
      if (!type) throw new PhotoRefused('photoType');
      if (type === 'heic') return makeFromHeic(sourcePath, options, turn);
      return makeVariants({ path: sourcePath, type, kind }, options, turn);
    },

    get pids() {
      return [...heicPool.pids, ...pool.pids];
    },

    async close() {
      await Promise.all([heicPool.close(), given ? undefined : pool.close()]);
    },
  };
};

/** Charges for the decoded pixels. @throws PhotoRefused, or an error when the process failed */
const accept = async <T extends { pixels: number }>(
  answer: T | Refused | Failed,
  { charge }: ProcessOptions,
): Promise<T> => {
  if ('failed' in answer) throw new Error(`An image process failed: ${answer.failed}`);
  await charge?.(Math.ceil(answer.pixels / 1_000_000));
  if ('refused' in answer) throw new PhotoRefused(answer.refused, answer.detail);
  return answer;
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
