// The processor time of `npm test`: how much each folder took, and whether that is within its budget.
import { createHash } from 'node:crypto';

/** Seconds of processor time, in the proportions of 2026-11-30; a thousand in all, where `yardstick` takes `referenceMs`. */
const budgets: Readonly<Record<string, number>> = {
  'test/operations': 136,
  PostgreSQL: 136,
  'shared by files': 120,
  'test/browser': 106,
  'test/access': 70,
  server: 68,
  'test/mailbox': 58,
  'test/trust': 39,
  'test/moments': 32,
  'test/platform': 31,
  'test/endpoints': 30,
  'test/accounts': 28,
  'test/nodes': 28,
  'test/notifications': 18,
  'test/scenarios': 18,
  'test/timeline': 14,
  'test/moderation': 12,
  'test/payments': 12,
  'test/albums': 10,
  'test/imports': 9,
  'test/mail': 9,
  'test/frames': 8,
  'test/archives': 8,
};
const whole = Object.values(budgets).reduce((sum, each) => sum + each, 0);
const referenceMs = 16.5;
/** The whole may take this many times its budget, and a folder this many times its share of the whole. */
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
 * Says how many seconds of processor time went into which folder. On a busy host the same work takes up to half more in
 * all folders, of which `yardstick` notices half at most. A folder is therefore judged by its share of the whole.
 * @returns a sentence for each folder that took more than its budget allows, and for the whole
 */
export const reportUsage = (used: readonly Used[], yardsticks: readonly number[]): string[] => {
  const folders = new Map<string, number>();
  for (const { file, processorMs } of used)
    folders.set(folderOf(file), (folders.get(folderOf(file)) ?? 0) + processorMs / 1_000);
  const all = [...folders.values()].reduce((sum, each) => sum + each, 0);
  const slowness = median(yardsticks) / referenceMs;
  console.log(
    `ℹ processor time in seconds (this machine takes ${slowness.toFixed(2)} times as long as the budgets' one)`,
  );
  const rows = [...folders].toSorted(([, a], [, b]) => b - a);
  for (const [folder, seconds] of [...rows, ['all', all] as const]) {
    const budget = folder === 'all' ? whole : budgets[folder];
    console.log(`  ${seconds.toFixed(0).padStart(5)}  ${folder}${budget ? ` (budget ${budget})` : ''}`);
  }
  const complaint = (name: string, seconds: number, most: number): string[] =>
    seconds > most
      ? [`${name} took ${seconds.toFixed(0)} s of processor time; at most ${most.toFixed(0)} s are allowed.`]
      : [];
  return [
    ...complaint('The whole', all, whole * allowance * Math.max(1, slowness)),
    ...rows.flatMap(([folder, seconds]) =>
      complaint(
        folder,
        seconds,
        Math.max(leastSeconds, (budgets[folder] ?? 0) * allowance) * Math.max(1, all / whole),
      ),
    ),
  ];
};
