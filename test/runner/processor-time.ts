import { readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time of a process, and of its children that have ended. On systems without `/proc`, those of
 * this process alone.
 */
export const processorMsOf = (pid: number): number => {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return pid === process.pid ? (user + system) / 1_000 : 0;
  }
  // Hundredths of a second, behind the name of the program in brackets: utime, stime, cutime and cstime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, field) => sum + 10 * Number(field), 0);
};
