import { readFile } from 'node:fs/promises';

/** The limits of one order. Its process also limits itself, but its timers stand still while it computes. */
export interface UsageLimits {
  /** Milliseconds of processor time. */
  processorMs: number;
  /** Resident bytes, whatever they are used for. */
  memoryBytes?: number;
}

/** Milliseconds between two looks. */
const intervalMs = 100;
/** Linux tells programs processor time in hundredths of a second, on every machine. */
const tickMs = 10;

/** The usage of a process; null where the system does not tell, and once it has ended. */
const readUsage = async (pid: number): Promise<{ processorMs: number; memoryBytes: number } | null> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    // The name of the program stands in parentheses, and may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, kilobytes = '0'] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      memoryBytes: Number(kilobytes) * 1024,
    };
  } catch {
    return null;
  }
};

/**
 * Watches what a process uses from now on, also while it computes without a pause, and calls `onOver` once.
 * @returns stops watching
 */
export const watchUsage = (
  pid: number,
  { processorMs, memoryBytes = Number.POSITIVE_INFINITY }: UsageLimits,
  onOver: (what: 'processor time' | 'memory') => void,
): (() => void) => {
  let before: number | undefined;
  let isLooking = false;
  let isOver = false;
  const look = async (): Promise<void> => {
    const usage = await readUsage(pid);
    if (!usage || isOver) return;
    before ??= usage.processorMs;
    if (usage.memoryBytes > memoryBytes) end('memory');
    else if (usage.processorMs - before > processorMs) end('processor time');
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, intervalMs);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
  };
  const end = (what: Parameters<typeof onOver>[0]) => {
    stop();
    onOver(what);
  };
  return stop;
};
