import type { Square as Api } from 'square';
import { sql } from 'kysely';
import type { Plan } from '../../../contract/payments.ts';
import type { Database, Queries, Tx } from '../../platform/db/database.ts';
import type { Subscriptions } from '../../platform/db/schema/payments.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { newId } from '../../platform/text/ids.ts';
import { completePaymentRequest, failPaymentRequest, findPaymentRequest } from './payment-requests.ts';
import { centsOf, dayOf, Declined, type Square } from './square.ts';
import type { AuditAct } from '../../../contract/audit.ts';
import type { ChosenKind } from '../../../contract/notifications.ts';
import { recordAuditEntry } from '../audit/record.ts';
import { notify } from '../notifications/notify.ts';

type Change = readonly [AuditAct, ChosenKind];

const hadPaid = ({ status, paidUntil }: State): boolean => status !== 'ended' && paidUntil !== null;

const changesOf = (before: State, now: State, newlyPaid: boolean): Change[] => {
  const changes: Change[] = [];
  if (newlyPaid) {
    changes.push(
      hadPaid(before)
        ? ['subscription.renewed', 'subscription_renewed']
        : ['subscription.started', 'subscription_started'],
    );
  }
  if (now.status === 'past_due' && before.status !== 'past_due') {
    changes.push(['subscription.unpaid', 'payment_failed']);
  }
  if (now.status === 'ended') {
    if (before.status !== 'ended') changes.push(['subscription.ended', 'subscription_ended']);
    return changes;
  }
  if (now.endsAt !== null && before.endsAt === null) {
    changes.push(['subscription.canceled', 'subscription_canceled']);
    return changes;
  }
  const isOtherPlan = now.plan !== before.plan || now.nextPlan !== before.nextPlan;
  const isResumed = now.endsAt === null && before.endsAt !== null;
  if ((isOtherPlan && !newlyPaid) || isResumed) {
    changes.push(['subscription.changed', 'subscription_changed']);
  }
  return changes;
};

/** Notifies a member of changes to their subscription, and records them. */
const notifyOfChanges = async (
  tx: Tx,
  userId: number,
  before: State,
  now: State,
  newlyPaid: boolean,
): Promise<void> => {
  for (const [act, kind] of changesOf(before, now, newlyPaid)) {
    await notify(tx, { kind, to: userId, actor: null });
    await recordAuditEntry(tx, act, { actorId: null });
  }
};

const day = 24 * 60 * 60_000;
/** The time that a late renewal leaves the plan active. */
const graceMs = 3 * day;
/** A card is charged within minutes, so an unpaid invoice older than this was declined. */
const chargedWithin = 60 * 60_000;
/** Invoices come monthly, so three cover any missed message. */
const invoicesRead = 3;

export interface State {
  status: Subscriptions['status'];
  plan: Plan | null;
  nextPlan: Plan | null;
  paidUntil: number | null;
  endsAt: number | null;
  declinedInvoice: string | null;
}

interface AtSquare {
  subscription: Api.Subscription;
  /** Newest first. */
  invoices: Api.Invoice[];
}

const loadFromSquare = (square: Square, squareId: string): Promise<AtSquare | null> =>
  square
    .ask(async (client) => {
      const { subscription } = await client.subscriptions.get({
        subscriptionId: squareId,
        include: 'actions',
      });
      if (!subscription) return null;
      const invoices: Api.Invoice[] = [];
      for (const invoiceId of (subscription.invoiceIds ?? []).slice(0, invoicesRead)) {
        const { invoice } = await client.invoices.get({ invoiceId });
        if (invoice) invoices.push(invoice);
      }
      return { subscription, invoices };
    })
    .catch((error: unknown) => {
      if (error instanceof Declined && error.code === 'NOT_FOUND') return null;
      throw error;
    });

const isPaid = ({ status }: Api.Invoice) =>
  status === 'PAID' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED';

const isDeclined = (invoice: Api.Invoice, knownToFail: readonly unknown[]): boolean => {
  if (invoice.status === 'FAILED') return true;
  if (invoice.status !== 'UNPAID' && invoice.status !== 'PARTIALLY_PAID') return false;
  return knownToFail.includes(invoice.id) || Date.now() - Date.parse(invoice.createdAt ?? '') > chargedWithin;
};

const statusOf = ({ subscription }: AtSquare, isFirst: boolean, isUnpaid: boolean) => {
  const { status } = subscription;
  if (status === 'CANCELED' || status === 'DEACTIVATED' || status === 'COMPLETED') return 'ended';
  if (status === 'PAUSED') return 'paused';
  if (isUnpaid) return 'past_due';
  return isFirst ? 'pending' : 'active';
};

const read = (square: Square, seen: AtSquare, before: State, knownToFail: string | null): State => {
  const { subscription, invoices } = seen;
  const [newest] = invoices;
  const isFirst = before.paidUntil === null && !invoices.some(isPaid);
  const action = (type: Api.SubscriptionActionType) => subscription.actions?.find((one) => one.type === type);
  const swap = square.planOf(action('SWAP_PLAN')?.newPlanVariationId ?? undefined);
  const plan = square.planOf(subscription.planVariationId) ?? before.plan;
  // Once reported, the decline stays reported until that invoice is paid: later messages do not notify again.
  const declined = newest && isDeclined(newest, [knownToFail, before.declinedInvoice]) ? newest : null;
  return {
    status: statusOf(seen, isFirst, declined !== null),
    plan,
    nextPlan: swap === plan ? null : swap,
    paidUntil: newest && isPaid(newest) ? dayOf(subscription.chargedThroughDate) : before.paidUntil,
    endsAt: dayOf(subscription.canceledDate ?? action('CANCEL')?.effectiveDate),
    declinedInvoice: declined?.id ?? null,
  };
};

/**
 * The member's plan: the paid one while the subscription runs and its paid period, with the grace, lasts; else the
 * trial.
 */
const planHeld = ({ status, plan, paidUntil }: State): Plan | 'trial' => {
  const runs = status === 'active' || status === 'past_due';
  return runs && plan !== null && paidUntil !== null && Date.now() < paidUntil + day + graceMs
    ? plan
    : 'trial';
};

interface Mine {
  userId: number;
  squareId: string;
}

// The first invoice belongs to the request by which the member subscribed; the provider makes the later ones alone.
const recordPaid = async (tx: Tx, mine: Mine, plan: Plan | null, invoice: Api.Invoice): Promise<boolean> => {
  const orderId = invoice.orderId ?? invoice.id ?? '';
  const [request] = invoice.paymentRequests ?? [];
  const amount = centsOf(request?.totalCompletedAmountMoney ?? request?.computedAmountMoney);
  const known = await tx.q
    .selectFrom('payments')
    .select('id')
    .where('square_order_id', '=', orderId)
    .executeTakeFirst();
  if (known) return false;
  const open = await findOpenRequest(tx, mine);
  if (open) return completePaymentRequest(tx, open, { paymentId: null, orderId, last4: null, amount });
  const made = await tx.q
    .insertInto('payments')
    .values({
      public_id: newId(),
      user_id: mine.userId,
      kind: 'subscription',
      plan,
      amount,
      state: 'succeeded',
      failure: null,
      idempotency_key: `invoice ${invoice.id ?? orderId}`,
      act_key: null,
      token_hash: null,
      held_until: 0,
      square_payment_id: null,
      square_order_id: orderId,
      square_subscription_id: mine.squareId,
      card_last4: null,
      created_at: Date.parse(invoice.createdAt ?? '') || Date.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
};

const findOpenRequest = (tx: Tx, { squareId }: Mine) =>
  findPaymentRequest(tx.q, (e) =>
    e.and([e('square_subscription_id', '=', squareId), e('state', 'in', ['created', 'unknown'])]),
  );

const findMine = async (q: Queries, squareId: string) => {
  const row = await q
    .selectFrom('subscriptions')
    .select([
      'user_id',
      'status',
      'plan',
      'next_plan',
      'paid_until',
      'ends_at',
      'declined_invoice',
      'version',
    ])
    .where('square_id', '=', squareId)
    .executeTakeFirst();
  if (!row) return null;
  const before: State = {
    status: row.status,
    plan: row.plan,
    nextPlan: row.next_plan,
    paidUntil: row.paid_until,
    endsAt: row.ends_at,
    declinedInvoice: row.declined_invoice,
  };
  return { userId: row.user_id, squareId, version: row.version, before };
};

const write = async (tx: Tx, mine: Mine & { version: number; before: State }, seen: AtSquare, now: State) => {
  const current = await tx.q
    .updateTable('subscriptions')
    .set({
      status: now.status,
      plan: now.plan,
      next_plan: now.nextPlan,
      paid_until: now.paidUntil,
      ends_at: now.endsAt,
      declined_invoice: now.declinedInvoice,
      version: sql`version + 1`,
      synced_at: Date.now(),
    })
    .where('square_id', '=', mine.squareId)
    .where('version', '=', mine.version)
    .returning('user_id')
    .executeTakeFirst();
  if (!current) return false;
  let newlyPaid = 0;
  for (const invoice of seen.invoices.filter(isPaid).toReversed()) {
    if (await recordPaid(tx, mine, now.plan, invoice)) newlyPaid += 1;
  }
  if (now.status === 'past_due' || now.status === 'ended') {
    const request = await findOpenRequest(tx, mine);
    if (request) await failPaymentRequest(tx, request, 'GENERIC_DECLINE', { tell: false });
  }
  await tx.q
    .updateTable('users')
    .set({ account_status: planHeld(now) })
    .where('id', '=', mine.userId)
    .execute();
  await notifyOfChanges(tx, mine.userId, mine.before, now, newlyPaid > 0);
  const [newest] = seen.invoices;
  if (newest?.id && newest.status === 'UNPAID' && now.status !== 'past_due') {
    await insertJob(tx, {
      kind: 'square-subscription',
      payload: { id: mine.squareId },
      userId: mine.userId,
      uniqueKey: `invoice ${newest.id}`,
      runAt: (Date.parse(newest.createdAt ?? '') || Date.now()) + chargedWithin + 60_000,
    });
  }
  return true;
};

/**
 * Asks the provider for the state of a subscription and stores it: the only way in which a plan is given or taken. If
 * a concurrent sync stored its answer first, it asks again, so the newest answer wins.
 * @param knownToFail an invoice whose charge the provider reported as failed
 */
export const syncSubscription = async (
  db: Database,
  square: Square,
  squareId: string,
  knownToFail: string | null = null,
): Promise<void> => {
  const mine = await findMine(db.read, squareId);
  if (!mine) return;
  const seen = await loadFromSquare(square, squareId);
  if (!seen) return;
  const now = read(square, seen, mine.before, knownToFail);
  if (!(await db.write((tx) => write(tx, mine, seen, now)))) {
    await syncSubscription(db, square, squareId, knownToFail);
  }
};
