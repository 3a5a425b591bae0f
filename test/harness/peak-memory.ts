import { readFileSync } from 'node:fs';

/** Kilobytes of memory that a process had at most; 0 where the system does not tell, or the process has ended. */
export const peakMemory = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
