import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Subscriptions } from '../../platform/db/schema/payments.ts';
import { leaseMs } from './payment-requests.ts';

type Row = Omit<Subscriptions, 'version' | 'held_until' | 'synced_at'>;

/** The lease on a member's one subscription, taken to change it at the provider. */
export interface LeasedSubscription {
  userId: number;
  heldUntil: number;
  status: Row['status'];
  plan: Row['plan'];
  nextPlan: Row['next_plan'];
  endsAt: number | null;
  customerId: string | null;
  cardId: string | null;
  squareId: string | null;
}

export const isRunning = ({ status }: Pick<LeasedSubscription, 'status'>): boolean =>
  status !== 'none' && status !== 'ended';

const columns = ['status', 'plan', 'next_plan', 'ends_at', 'customer_id', 'card_id', 'square_id'] as const;

const leasedSubscriptionOf = (
  userId: number,
  heldUntil: number,
  row: Pick<Row, (typeof columns)[number]>,
): LeasedSubscription => ({
  userId,
  heldUntil,
  status: row.status,
  plan: row.plan,
  nextPlan: row.next_plan,
  endsAt: row.ends_at,
  customerId: row.customer_id,
  cardId: row.card_id,
  squareId: row.square_id,
});

/**
 * Leases a member's subscription; null while another worker has the lease. Calls take less time than the lease, and
 * after a crash the lease expires automatically. `assertMay` checks first, in the transaction, that the caller may.
 */
export const leaseSubscription = (
  db: Database,
  userId: number,
  assertMay?: (tx: Tx) => Promise<void>,
): Promise<LeasedSubscription | null> =>
  db.write(async (tx) => {
    await assertMay?.(tx);
    const { q } = tx;
    await q
      .insertInto('subscriptions')
      .values({
        user_id: userId,
        status: 'none',
        plan: null,
        next_plan: null,
        paid_until: null,
        ends_at: null,
        customer_id: null,
        card_id: null,
        card_last4: null,
        square_id: null,
        declined_invoice: null,
      })
      .onConflict((c) => c.doNothing())
      .execute();
    const now = Date.now();
    const row = await q
      .updateTable('subscriptions')
      .set({ held_until: now + leaseMs })
      .where('user_id', '=', userId)
      .where('held_until', '<=', now)
      .returning(columns)
      .executeTakeFirst();
    if (!row) return null;
    return leasedSubscriptionOf(userId, now + leaseMs, row);
  });

/** The current state of a leased seat. */
export const reloadSubscription = async (
  db: Database,
  leased: LeasedSubscription,
): Promise<LeasedSubscription> => {
  const row = await db.read
    .selectFrom('subscriptions')
    .select(columns)
    .where('user_id', '=', leased.userId)
    .executeTakeFirstOrThrow();
  return leasedSubscriptionOf(leased.userId, leased.heldUntil, row);
};

export const releaseSubscription = async (db: Database, leased: LeasedSubscription): Promise<void> => {
  await db.write(({ q }) =>
    q
      .updateTable('subscriptions')
      .set({ held_until: 0 })
      .where('user_id', '=', leased.userId)
      .where('held_until', '=', leased.heldUntil)
      .execute(),
  );
};

/** Gives the seat another subscription of the provider, whose state is not known yet. */
export const replaceSubscription = async (
  db: Database,
  request: { id: number; userId: number; plan: Row['plan'] },
  made: { squareId: string; cardId: string | null; last4: string | null },
): Promise<boolean> =>
  db.write(async ({ q }) => {
    const taken = await q
      .updateTable('subscriptions')
      .set({
        status: 'pending',
        plan: request.plan,
        next_plan: null,
        paid_until: null,
        ends_at: null,
        square_id: made.squareId,
        declined_invoice: null,
        card_id: made.cardId,
        card_last4: made.last4,
        version: sql`version + 1`,
        synced_at: 0,
      })
      .where('user_id', '=', request.userId)
      .returning('user_id')
      .executeTakeFirst();
    if (!taken) return false;
    await q
      .updateTable('payments')
      .set({ square_subscription_id: made.squareId, card_last4: made.last4 })
      .where('id', '=', request.id)
      .execute();
    return true;
  });
