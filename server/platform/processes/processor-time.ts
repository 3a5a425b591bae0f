/** The exit code of a process that took too much processor time. */
export const lateExit = 75;

/** Milliseconds between two checks. */
const interval = 100;

/**
 * Ends this process when it has used this many more milliseconds of processor time, unless the returned function is
 * called first. On a busy machine that takes longer by the clock.
 */
export const limitProcessorTime = (limit: number): (() => void) => {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > limit) process.exit(lateExit);
  }, interval);
  return () => clearInterval(timer);
};
