import { messages } from '../../../contract/errors/errors.ts';
import { Problem } from '../../platform/problem.ts';
import { FairQueue } from '../../platform/processes/fair-queue.ts';

/** Runs work of a member when its turn has come. @throws Problem `unavailable` if too much of theirs runs or waits */
export type Turns = <T>(memberId: number, work: () => Promise<T>) => Promise<T>;

export interface TurnsOptions {
  /** How much runs at the same time. */
  running: number;
  perMember: { running: number; waiting: number };
}

/** Limits work that needs memory or disk space. Members take turns. */
export const createTurns = ({ running: size, perMember }: TurnsOptions): Turns => {
  const running: string[] = [];
  const waiting = new FairQueue<() => void>();
  const mayGoOn = (member: string) => running.filter((one) => one === member).length < perMember.running;

  const startNext = (): void => {
    while (running.length < size) {
      const member = waiting.next(mayGoOn);
      if (member === undefined) return;
      running.push(member);
      waiting.take(member)?.();
    }
  };

  return async (memberId, work) => {
    const member = String(memberId);
    if (waiting.countOf(member) >= perMember.waiting)
      throw new Problem('unavailable', messages.serverBusy, { retryAfter: 5 });
    await new Promise<void>((resolve) => {
      waiting.add(member, resolve);
      startNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(member), 1);
      startNext();
    }
  };
};
