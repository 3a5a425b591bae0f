import type { Payment, Subscription } from '../../../contract/payments.ts';
import { time } from '../../access/show/present.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { Payments, Subscriptions } from '../../platform/db/schema/payments.ts';
import { missing } from '../../platform/problem.ts';

const day = 24 * 60 * 60_000;
/** How many payments the page My Account lists, newest first. */
const newest = 20;

type PaymentRow = Pick<
  Payments,
  'public_id' | 'kind' | 'plan' | 'amount' | 'state' | 'failure' | 'card_last4' | 'created_at'
> & { refunded: number };

const presentPayment = (row: PaymentRow): Payment => ({
  id: row.public_id,
  kind: row.kind,
  plan: row.plan,
  amount: row.amount,
  refunded: row.refunded,
  state: row.state === 'succeeded' || row.state === 'failed' ? row.state : 'processing',
  cardLast4: row.card_last4,
  createdAt: time(row.created_at),
});

const columns = [
  'public_id',
  'kind',
  'plan',
  'amount',
  'refunded',
  'state',
  'failure',
  'card_last4',
  'created_at',
] as const;

/**
 * The state of a payment request, with the provider's code if it failed.
 * @throws missing once its member is deleted
 */
export const loadPayment = async (
  db: Database,
  id: number,
): Promise<{ shown: Payment; failure: string | null }> => {
  const row = await db.read.selectFrom('payments').select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return { shown: presentPayment(row), failure: row.state === 'failed' ? row.failure : null };
};

type State = Pick<Subscriptions, 'status' | 'plan' | 'next_plan' | 'paid_until' | 'ends_at' | 'card_last4'>;

const noSubscription: State = {
  status: 'none',
  plan: null,
  next_plan: null,
  paid_until: null,
  ends_at: null,
  card_last4: null,
};

const describe = (state: State): Omit<Subscription, 'payments'> => {
  const isOver = state.status === 'none' || state.status === 'ended';
  const isCanceled = !isOver && state.ends_at !== null;
  const goesOn = !isOver && !isCanceled && state.paid_until !== null;
  return {
    plan: isOver ? null : state.plan,
    status: isCanceled ? 'canceled' : state.status,
    cardLast4: isOver ? null : state.card_last4,
    paidUntil: state.paid_until === null ? null : time(state.paid_until),
    nextBillingDate: goesOn && state.paid_until !== null ? time(state.paid_until + day) : null,
    nextPlan: goesOn ? state.next_plan : null,
  };
};

/** The viewer's subscription and last payments; an attempt that the card declined shows as failed. */
export const findBilling = async (db: Database, viewer: Viewer): Promise<Subscription> => {
  const state = await db.read
    .selectFrom('subscriptions')
    .select(['status', 'plan', 'next_plan', 'paid_until', 'ends_at', 'card_last4'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  const rows = await db.read
    .selectFrom('payments')
    .select(columns)
    .where('user_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute();
  return { ...describe(state ?? noSubscription), payments: rows.map(presentPayment) };
};

const batchSize = 500;

/** All payments of the viewer, newest first: amounts in cents, and only the last four digits of a card. */
export async function* ownPayments(q: Queries, viewer: Viewer): AsyncGenerator<Payment> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await q
      .selectFrom('payments')
      .select(['id', ...columns])
      .where('user_id', '=', viewer.id)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute();
    yield* rows.map(presentPayment);
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < batchSize) return;
  }
}
