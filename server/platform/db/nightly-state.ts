import * as z from 'zod/mini';
import type { Queries, Tx } from './database.ts';

const State = z.object({
  /** When the last try began, whether or not it succeeded. */
  triedAt: z.nullable(z.number()),
  /** The number of tries in that night. */
  tries: z._default(z.number(), 1),
  /** Whether administrators were notified that every try failed. */
  told: z._default(z.boolean(), false),
  backupAt: z.nullable(z.number()),
  backupTrouble: z.nullable(z.string()),
  rehearsedAt: z.nullable(z.number()),
  rehearsalTrouble: z.nullable(z.string()),
  /** How many backups a good night keeps, and the times of those in the folder after the last try. */
  keep: z._default(z.number(), 0),
  kept: z._default(z.array(z.number()), []),
});
export type NightlyState = z.infer<typeof State>;

export const noNights: NightlyState = {
  triedAt: null,
  tries: 0,
  told: false,
  backupAt: null,
  backupTrouble: null,
  rehearsedAt: null,
  rehearsalTrouble: null,
  keep: 0,
  kept: [],
};

const row = 'nightly-backup';

/** Whether the last try made a backup that could be restored. */
export const isSuccessful = ({ triedAt, backupAt, rehearsedAt }: NightlyState): boolean =>
  triedAt !== null && (backupAt ?? 0) >= triedAt && (rehearsedAt ?? 0) >= triedAt;

/** How the nightly backups of this installation went, whichever node made them. */
export const nightlyState = async (q: Queries): Promise<NightlyState> => {
  const kept = await q.selectFrom('meta').select('value').where('key', '=', row).executeTakeFirst();
  return kept ? State.parse(JSON.parse(kept.value)) : noNights;
};

export const noteNightly = async ({ q }: Tx, news: Partial<NightlyState>): Promise<void> => {
  const value = JSON.stringify({ ...(await nightlyState(q)), ...news });
  await q
    .insertInto('meta')
    .values({ key: row, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute();
};

/** After a restore: the rows describe the backups of another installation, or of an earlier time. */
export const forgetNightly = async ({ q }: Tx): Promise<void> => {
  await q.deleteFrom('meta').where('key', '=', row).execute();
};

const day = 24 * 60 * 60_000;
// The longest time from a night's hour to the start of its backup, which reads rows up to a minute after the time in its name.
const [late, minute] = [2 * 60 * 60_000, 60_000];

export interface HeldByBackups {
  isHeld: boolean;
  /** Until when (epoch ms), if every night from now on goes well; null if no later backup replaces those that hold it. */
  until: number | null;
}

/**
 * Whether a kept backup may hold what was there from `since` to `until` (epoch ms), and until when. `keep` is this node's
 * setting, which may be newer than the last backup; null without nightly backups.
 */
export const heldByBackups = (
  { kept, keep: keptThen, backupAt, triedAt }: NightlyState,
  {
    since,
    until,
    keep,
    now = Date.now(),
  }: { since: number; until: number; keep: number | null; now?: number },
): HeldByBackups => {
  // The folder may also hold a backup that is being written.
  const made = [...kept, backupAt ?? 0, triedAt ?? 0].filter((at) => at > 0);
  const isHeld = made.some((at) => at >= since - minute && at <= until + minute);
  if (!isHeld || keep === null) return { isHeld, until: null };
  // Only a good night deletes backups, even if enough newer ones lie in the folder.
  const missing = Math.max(1, Math.max(keep, keptThen) - kept.filter((at) => at > until + minute).length);
  const newest = Math.max(...kept, backupAt ?? 0);
  return { isHeld, until: (now - newest > day + late ? now : newest) + missing * day };
};
