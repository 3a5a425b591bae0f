// The processor time of `npm test`: how much each folder took, and whether that is within its budget.
import { createHash } from 'node:crypto';

/** Seconds of processor time, as measured on a machine whose `yardstick` takes `referenceMs`. */
const budgets: Readonly<Record<string, number>> = {
  'test/browser': 245,
  PostgreSQL: 100,
  'test/operations': 115,
  'test/trust': 55,
  server: 45,
  'test/access': 66,
  'test/platform': 35,
  'test/moments': 29,
  'test/albums': 18,
  'test/notifications': 16,
  'test/accounts': 25,
  'test/endpoints': 25,
  'test/nodes': 25,
  'test/mailbox': 44,
  'test/scenarios': 15,
  'test/moderation': 15,
  'test/mail': 15,
  'test/payments': 15,
  'test/imports': 14,
  'test/archives': 10,
  'test/timeline': 12,
  'test/frames': 10,
};
const referenceMs = 16.5;
/** A folder may take this many times its budget. */
const allowance = 1.5;
/** A folder of small tests varies by more than its budget. */
const leastSeconds = 10;

/** Milliseconds of processor time for a fixed piece of work, which tell how fast this machine is now. */
export const yardstick = (): number => {
  const before = process.cpuUsage();
  let text = 'circle';
  for (let round = 0; round < 20_000; round += 1) text = createHash('sha256').update(text).digest('hex');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

export interface Used {
  /** The path of a test file, or the name of something else that took time. */
  file: string;
  processorMs: number;
}

const folderOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('test/') ? 2 : 1)
    .join('/');

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? referenceMs;

/**
 * Says how many seconds of processor time went into which folder.
 * @returns a sentence for each folder that took more than its budget allows
 */
export const reportUsage = (used: readonly Used[], yardsticks: readonly number[]): string[] => {
  const folders = new Map<string, number>();
  for (const { file, processorMs } of used)
    folders.set(folderOf(file), (folders.get(folderOf(file)) ?? 0) + processorMs / 1_000);
  // A slow or busy machine takes longer for the same work.
  const slowness = median(yardsticks) / referenceMs;
  console.log(
    `ℹ processor time in seconds (this machine takes ${slowness.toFixed(2)} times as long as the budgets' one)`,
  );
  const rows = [...folders].toSorted(([, a], [, b]) => b - a);
  for (const [folder, seconds] of [...rows, ['all', rows.reduce((sum, [, each]) => sum + each, 0)] as const])
    console.log(
      `  ${seconds.toFixed(0).padStart(5)}  ${folder}${budgets[folder] ? ` (budget ${budgets[folder]})` : ''}`,
    );
  return rows.flatMap(([folder, seconds]) => {
    const most = Math.max(leastSeconds, (budgets[folder] ?? 0) * allowance) * slowness;
    return seconds > most
      ? [
          `${folder} took ${seconds.toFixed(0)} s of processor time; at most ${most.toFixed(0)} s are allowed.`,
        ]
      : [];
  });
};
