import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../../platform/problem.ts';

/** Runs work of a member when its turn has come. @throws Problem `unavailable` if too much of theirs runs or waits */
export type Turns = <T>(memberId: number, work: () => Promise<T>) => Promise<T>;

export interface TurnsOptions {
  /** How much runs at the same time. */
  running: number;
  perMember: { running: number; waiting: number };
}

/** Limits work that needs memory or disk space. Members take turns. */
export const createTurns = ({ running: size, perMember }: TurnsOptions): Turns => {
  const running = new Map<number, number>();
  /** The waiting work by member; the member whose turn is next comes first. */
  const waiting = new Map<number, (() => void)[]>();
  let busy = 0;

  const runningOf = (memberId: number): number => running.get(memberId) ?? 0;

  const startNext = (): void => {
    while (busy < size) {
      const [memberId, queue] = [...waiting].find(([id]) => runningOf(id) < perMember.running) ?? [];
      if (memberId === undefined || !queue) return;
      const start = queue.shift();
      waiting.delete(memberId);
      if (queue.length > 0) waiting.set(memberId, queue);
      busy += 1;
      running.set(memberId, runningOf(memberId) + 1);
      start?.();
    }
  };

  const end = (memberId: number): void => {
    busy -= 1;
    if (runningOf(memberId) > 1) running.set(memberId, runningOf(memberId) - 1);
    else running.delete(memberId);
    startNext();
  };

  return async (memberId, work) => {
    const queue = waiting.get(memberId) ?? [];
    if (queue.length >= perMember.waiting)
      throw new Problem('unavailable', messages.serverBusy, { retryAfter: 5 });
    await new Promise<void>((resolve) => {
      waiting.set(memberId, [...queue, resolve]);
      startNext();
    });
    try {
      return await work();
    } finally {
      end(memberId);
    }
  };
};
