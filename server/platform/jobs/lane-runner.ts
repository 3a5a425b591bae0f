import type { Logger } from '../log.ts';
import type { Lane } from './lanes.ts';
import type { LeasedJob, Leases } from './leases.ts';

export interface LaneRunner {
  /** Takes due jobs while the lane has room. */
  wake(): void;
  /** Null while the lane neither looks for jobs nor runs any. */
  readonly busy: Promise<unknown> | null;
}

interface RunnerNeeds {
  lane: Lane;
  leases: Leases;
  log: Logger;
  kinds(): string[];
  isRunning(): boolean;
  doJob(job: LeasedJob): Promise<void>;
}

/** Runs the jobs of one lane, several at a time. */
export const createLaneRunner = ({
  lane: { concurrency, perMember },
  leases,
  log,
  kinds,
  isRunning,
  doJob,
}: RunnerNeeds): LaneRunner => {
  const underWay = new Map<LeasedJob, Promise<void>>();
  let filling: Promise<void> | null = null;
  let wanted = false;
  /** Whether the lane left due jobs where they were, because it had no room for them. */
  let leftSome = false;
  let lastMember = 0;

  const stumbled = (error: unknown) => log.error({ err: error }, 'The job worker stumbled');

  /** Members who already have as many running jobs as allowed; 0 for nobody. */
  const membersAtLimit = (max: number): number[] => {
    const counts = new Map<number, number>();
    for (const { userId } of underWay.keys()) counts.set(userId ?? 0, (counts.get(userId ?? 0) ?? 0) + 1);
    return [...counts].flatMap(([userId, count]) => (count >= max ? [userId] : []));
  };

  const take = async (): Promise<LeasedJob[]> => {
    const room = concurrency - underWay.size;
    if (perMember === undefined) {
      const jobs = await leases.take(kinds(), room);
      leftSome = jobs.length === room;
      return jobs;
    }
    const except = membersAtLimit(perMember);
    // One at a time, so that each taken job counts before the next is taken.
    const jobs = await leases.take(kinds(), 1, { after: lastMember, except });
    leftSome = jobs.length > 0 || except.length > 0;
    return jobs;
  };

  const begin = (job: LeasedJob): void => {
    lastMember = job.userId ?? 0;
    const work = doJob(job)
      .catch(stumbled)
      .finally(() => {
        leases.letGo([job]);
        underWay.delete(job);
        if (leftSome || wanted) wake();
      });
    underWay.set(job, work);
  };

  const fill = async (): Promise<void> => {
    while (wanted && isRunning() && underWay.size < concurrency) {
      wanted = false;
      for (const job of await take()) {
        wanted ||= leftSome;
        if (isRunning()) {
          begin(job);
        } else {
          await leases.giveBack(job);
          leases.letGo([job]);
        }
      }
    }
  };

  const wake = (): void => {
    if (!isRunning()) return;
    wanted = true;
    filling ??= fill()
      .catch(stumbled)
      .finally(() => {
        filling = null;
        // A job that has just ended may have woken this lane while it was busy looking.
        if (wanted && underWay.size < concurrency) wake();
      });
  };

  return {
    wake,
    get busy() {
      return filling ?? (underWay.size > 0 ? Promise.race(underWay.values()) : null);
    },
  };
};
