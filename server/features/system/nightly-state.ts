import * as z from 'zod/mini';
import type { Queries, Tx } from '../../platform/db/database.ts';

const State = z.object({
  /** When the last one was begun, well or not. */
  triedAt: z.nullable(z.number()),
  /** How often in that night. */
  tries: z._default(z.number(), 1),
  /** Whether administrators have heard that none of them went well. */
  told: z._default(z.boolean(), false),
  backupAt: z.nullable(z.number()),
  backupTrouble: z.nullable(z.string()),
  rehearsedAt: z.nullable(z.number()),
  rehearsalTrouble: z.nullable(z.string()),
});
export type NightlyState = z.infer<typeof State>;

const never: NightlyState = {
  triedAt: null,
  tries: 0,
  told: false,
  backupAt: null,
  backupTrouble: null,
  rehearsedAt: null,
  rehearsalTrouble: null,
};

const row = 'nightly-backup';

/** Whether the last try made a backup that could be restored. */
export const isSuccessful = ({ triedAt, backupAt, rehearsedAt }: NightlyState): boolean =>
  triedAt !== null && (backupAt ?? 0) >= triedAt && (rehearsedAt ?? 0) >= triedAt;

/** How the nightly backups of this installation went, whichever node made them. */
export const nightlyState = async (q: Queries): Promise<NightlyState> => {
  const kept = await q.selectFrom('meta').select('value').where('key', '=', row).executeTakeFirst();
  return kept ? State.parse(JSON.parse(kept.value)) : never;
};

export const noteNightly = async ({ q }: Tx, news: Partial<NightlyState>): Promise<void> => {
  const value = JSON.stringify({ ...(await nightlyState(q)), ...news });
  await q
    .insertInto('meta')
    .values({ key: row, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute();
};

/** For a place that has made no backup yet, whatever the one did that its rows come from. */
export const forgetNightly = async ({ q }: Tx): Promise<void> => {
  await q.deleteFrom('meta').where('key', '=', row).execute();
};
