import type { Worker } from 'node:worker_threads';
import { createTurns, type TakeTurn } from '../turns.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { OtherThread } from './jobs.ts';

/** From the worker thread to the server's. */
export type FromWorker =
  | { says: 'write' }
  | { says: 'written' }
  | { says: 'broadcast'; message: string }
  | { says: 'ran'; kind: string; outcome: 'done' | 'failed' }
  | { says: 'letterEnded'; outcome: 'sent' | 'refused' };

/** From the server's thread: the worker thread may write now, should read its settings again, or should end. */
export type ToWorker = 'write' | 'settings' | 'end';

/** Milliseconds before another thread follows one that died. */
const restartAfterMs = 3_000;

export interface WorkerThread extends OtherThread {
  /** For everyone who writes to the embedded database in this process. */
  readonly takeTurn: TakeTurn;
  /** Calls `heard` for every broadcast of the thread that no other way brings here. */
  listen(heard: (message: string) => void): void;
  /** Has it read again what administrators set by forms. */
  rereadSettings(): void;
}

/**
 * The thread for jobs that are long or many (`lanes.ts`): it starts when one is due and ends some time after the last. It
 * is like another node: what it was doing when it died is done again once its leases have expired.
 */
export const createWorkerThread = (
  /** Starts `server/worker.ts`. */
  start: () => Worker,
  {
    log,
    metrics,
    longestTurnMs = 60_000,
  }: {
    log: Logger;
    metrics: Metrics;
    /** A thread that does not end its turn within so many milliseconds counts as hung, and is ended. */
    longestTurnMs?: number;
  },
): WorkerThread => {
  const takeTurn = createTurns();
  const listeners: ((message: string) => void)[] = [];
  let running: { worker: Worker; ended: Promise<void> } | null = null;
  let restartAt = 0;

  const failed = (error: unknown): void =>
    log.error({ err: error }, 'The worker thread failed; another one starts');

  const tryStart = (): Worker | null => {
    try {
      return start();
    } catch (error) {
      failed(error);
      restartAt = performance.now() + restartAfterMs;
      return null;
    }
  };

  const run = (): void => {
    const worker = tryStart();
    if (worker === null) return;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    running = { worker, ended };
    const say = (message: ToWorker) => worker.postMessage(message);
    /** A thread that dies while it waits to write, or writes, must not hold up the others. */
    let endTurn: (() => void) | null = null;
    let hasEnded = false;

    const mayWrite = (endThis: () => void): void => {
      if (hasEnded) return endThis();
      const hung = setTimeout(() => void worker.terminate(), longestTurnMs);
      endTurn = () => {
        clearTimeout(hung);
        endThis();
      };
      say('write');
    };
    const hear = (said: FromWorker): void => {
      switch (said.says) {
        case 'write':
          void takeTurn().then(mayWrite);
          return;
        case 'written':
          endTurn?.();
          endTurn = null;
          return;
        case 'broadcast':
          for (const heard of listeners) heard(said.message);
          return;
        case 'ran':
          metrics.jobRan(said.kind, said.outcome);
          return;
        case 'letterEnded':
          metrics.letterEnded(said.outcome);
      }
    };

    worker.on('message', hear);
    worker.on('error', failed);
    worker.once('exit', (code) => {
      hasEnded = true;
      endTurn?.();
      running = null;
      if (code !== 0) restartAt = performance.now() + restartAfterMs;
      end();
    });
  };

  return {
    takeTurn,
    listen: (heard) => {
      listeners.push(heard);
    },
    wake: () => {
      if (running === null && performance.now() >= restartAt) run();
    },
    rereadSettings: () => running?.worker.postMessage('settings' satisfies ToWorker),
    close: async () => {
      running?.worker.postMessage('end' satisfies ToWorker);
      await running?.ended;
    },
  };
};
