import { setTimeout as wait } from 'node:timers/promises';

const betweenMs = 20;

/**
 * Resolves when it is so, for states that tell nobody when they change. Looks again after a pause, which leaves the
 * processor to what is waited for. The test's time limit ends it otherwise.
 */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await wait(betweenMs);
};
