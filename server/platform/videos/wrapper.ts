import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { messages } from '../../../contract/errors/errors.ts';
import { type TemporaryFile, temporaryFile } from '../images/receive.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problem.ts';
import { caged } from '../processes/cage.ts';
import { createPool, PoolError, type Turn } from '../processes/pool.ts';
import { programFile } from '../programs.ts';
import { Answer, type Copied, type Made } from './answer.ts';
import type { Order } from './order.ts';
import { VideoRefused } from './refused.ts';

/** A copy of a video in a temporary file: one track of video, at most one of sound, and no metadata. */
export interface Rewrapped extends Made, TemporaryFile {
  bytes: number;
}

/** A copy of a voice in a temporary file: one track of sound, and nothing else. */
export interface RewrappedVoice extends Copied, TemporaryFile {
  bytes: number;
}

/** The value of `Retry-After` in seconds. */
const retryAfter = { full: 30, late: 60 };

export interface VideoWrapper {
  /**
   * Copies the frames and the sound of a video, an uploaded file in `tmpDir`, into a new file beside it. The uploaded
   * file is left where it is.
   * @param options.party the member whose video it is; parties take turns.
   * @param options.isLast whether the video waits for all others.
   * @throws VideoRefused when the video is not accepted (413 or 415).
   * @throws Problem `unavailable` when it took too long, too many videos of the party wait, no process could do it, or
   *   the wrapper is closed.
   */
  rewrap(source: string, options: Pick<Turn, 'party' | 'isLast'>): Promise<Rewrapped>;
  /** Copies the sound of a file, as `rewrap` copies a video. @throws VideoRefused, Problem */
  rewrapVoice(source: string, options: Pick<Turn, 'party' | 'isLast'>): Promise<RewrappedVoice>;
  /** The process ids of the video processes that run now; none in quiet times. */
  readonly pids: number[];
  close(): Promise<void>;
}

/**
 * Makes the wrapper that copies uploaded videos, through a pool of caged video processes. The image pipeline deletes
 * what an earlier run of the server left in `tmpDir`: the copies have names like uploads.
 */
export const createVideoWrapper = ({
  tmpDir,
  log,
}: {
  tmpDir: string;
  log?: Pick<Logger, 'warn'>;
}): VideoWrapper => {
  const folder = realpathSync(tmpDir);
  const pool = createPool({
    module: programFile('videos'),
    ...caged(folder),
    size: 2,
    perParty: { running: 1, waiting: 4 },
  });

  const ask = async (order: Order, turn: Turn): Promise<unknown> => {
    try {
      return await pool.run(order, turn);
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      const { reason } = error;
      if (reason !== 'closed') log?.warn({ reason, detail: error.message }, 'video process');
      if (reason === 'died' && !error.isKilled)
        throw new VideoRefused(order.as === 'voice' ? 'voiceType' : 'videoType', error);
      if (reason === 'late' || reason === 'full')
        throw new Problem('unavailable', messages.serverBusy, { retryAfter: retryAfter[reason] });
      throw new Problem('unavailable', messages.unavailable, { cause: error });
    }
  };

  /** Has a copy made, and returns it with the part of the answer that `read` takes. */
  const copyOf = async <T>(
    { source, as }: Pick<Order, 'source' | 'as'>,
    turn: Turn,
    read: (answer: Answer) => T | null,
  ): Promise<T & TemporaryFile & { bytes: number }> => {
    const [copy, scratch] = [temporaryFile(folder), temporaryFile(folder)];
    try {
      const order = {
        source: path.join(folder, path.basename(source)),
        target: copy.path,
        scratch: scratch.path,
        as,
      };
      const answer = Answer.parse(await ask(order, turn));
      if ('refused' in answer) throw new VideoRefused(answer.refused, new Error(answer.detail));
      // Its disk was full, or its file gone: nothing that another video would change.
      const made = read(answer);
      if (made === null) {
        const detail = 'failed' in answer ? answer.failed : 'an answer to another order';
        throw new Problem('unavailable', messages.unavailable, { cause: new Error(detail) });
      }
      return { ...made, ...copy, bytes: (await stat(copy.path)).size };
    } catch (error) {
      await copy.remove();
      throw error;
    } finally {
      await scratch.remove();
    }
  };

  return {
    rewrap: (source, turn) =>
      copyOf({ source, as: 'video' }, turn, (answer) => ('made' in answer ? answer.made : null)),

    rewrapVoice: (source, turn) =>
      copyOf({ source, as: 'voice' }, turn, (answer) => ('voice' in answer ? answer.voice : null)),

    get pids() {
      return pool.pids;
    },

    close: () => pool.close(),
  };
};
