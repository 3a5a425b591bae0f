import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/**
 * Has this process work only while the server and those who measure it rest, as if it were on another machine. Linux may group
 * processes by session (`sched_autogroup_enabled`), and then a priority counts within the session alone: this lowers the
 * session's, too. For a process that was started `detached`.
 */
export const standElsewhere = async (): Promise<void> => {
  setPriority(constants.priority.PRIORITY_LOW);
  await writeFile('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW)).catch(console.warn);
};
