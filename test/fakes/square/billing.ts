import {
  declineCodes,
  type Invoice,
  newSquareId,
  type Payment,
  plans,
  Refusal,
  type Store,
  type Subscription,
} from './store.ts';
import type { Tell } from './webhooks.ts';
import { writeInvoice, writePayment, writeSubscription } from './written.ts';

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A month later: the same day, or the month's last day if it is shorter. */
const monthAfter = (date: string, months = 1): string => {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return dateOf(day.getTime());
};
const dayAfter = (date: string, days = 1): string =>
  dateOf(Date.parse(`${date}T00:00:00Z`) + days * 24 * 60 * 60_000);

/** Square's own billing of subscriptions: invoices, charges of cards on file, renewals and ends. */
export const createBilling = (store: Store, tell: Tell) => {
  const need = (id: string): Subscription => {
    const found = store.subscriptions.get(id);
    if (!found) throw new Refusal(404, 'NOT_FOUND');
    return found;
  };

  const changed = (subscription: Subscription) => {
    subscription.version += 1;
    tell('subscription.updated', 'subscription', subscription.id, {
      subscription: writeSubscription(subscription),
    });
  };

  const charge = (invoice: Invoice) => {
    if (invoice.status !== 'UNPAID') return;
    const card = store.cards.get(need(invoice.subscriptionId).cardId);
    const declined = !card?.enabled || store.failsCharges || card.behaviour !== 'ok';
    const payment: Payment = {
      id: newSquareId(),
      amount: invoice.amount,
      refunded: 0,
      status: declined ? 'FAILED' : 'COMPLETED',
      last4: card?.last4 ?? '0000',
      orderId: invoice.orderId,
      referenceId: null,
      idempotencyKey: newSquareId(),
      createdAt: new Date().toISOString(),
    };
    store.payments.set(payment.id, payment);
    tell('payment.updated', 'payment', payment.id, { payment: writePayment(payment) });
    if (declined) {
      tell('invoice.scheduled_charge_failed', 'invoice', invoice.id, { invoice: writeInvoice(invoice) });
      return;
    }
    invoice.status = 'PAID';
    invoice.version += 1;
    tell('invoice.payment_made', 'invoice', invoice.id, { invoice: writeInvoice(invoice) });
  };

  const bill = (subscription: Subscription) => {
    const invoice: Invoice = {
      id: newSquareId('inv:0-'),
      version: 0,
      subscriptionId: subscription.id,
      orderId: newSquareId(),
      status: 'UNPAID',
      amount: plans[subscription.plan] ?? 0,
      createdAt: new Date().toISOString(),
    };
    store.invoices.set(invoice.id, invoice);
    subscription.invoiceIds.unshift(invoice.id);
    tell('invoice.created', 'invoice', invoice.id, { invoice: writeInvoice(invoice) });
    if (!store.chargesLater) charge(invoice);
  };

  return {
    need,
    changed,
    start: (wish: { customerId: string; cardId: string; plan: string }): Subscription => {
      const today = dateOf(Date.now());
      const subscription: Subscription = {
        id: newSquareId(),
        version: 1,
        ...wish,
        status: 'ACTIVE',
        startDate: today,
        chargedThrough: dayAfter(monthAfter(today), -1),
        canceledDate: null,
        actions: [],
        invoiceIds: [],
        createdAt: new Date().toISOString(),
      };
      store.subscriptions.set(subscription.id, subscription);
      tell('subscription.created', 'subscription', subscription.id, {
        subscription: writeSubscription(subscription),
      });
      bill(subscription);
      return subscription;
    },
    cancel: (id: string): Subscription => {
      const subscription = need(id);
      if (subscription.status !== 'ACTIVE' || subscription.canceledDate !== null) {
        throw new Refusal(400, 'BAD_REQUEST');
      }
      subscription.canceledDate = dayAfter(subscription.chargedThrough);
      subscription.actions = [
        { id: newSquareId(), type: 'CANCEL', effectiveDate: subscription.canceledDate, plan: null },
      ];
      changed(subscription);
      return subscription;
    },
    swap: (id: string, plan: string): Subscription => {
      const subscription = need(id);
      if (subscription.status !== 'ACTIVE' || subscription.actions.length > 0) {
        throw new Refusal(400, 'BAD_REQUEST');
      }
      const effectiveDate = dayAfter(subscription.chargedThrough);
      subscription.actions = [{ id: newSquareId(), type: 'SWAP_PLAN', effectiveDate, plan }];
      changed(subscription);
      return subscription;
    },
    dropAction: (id: string, actionId: string): Subscription => {
      const subscription = need(id);
      const action = subscription.actions.find((one) => one.id === actionId);
      if (!action) throw new Refusal(404, 'NOT_FOUND');
      subscription.actions = subscription.actions.filter((one) => one !== action);
      if (action.type === 'CANCEL') subscription.canceledDate = null;
      changed(subscription);
      return subscription;
    },
    /** Ends the paid month of one subscription, or of all: it renews, changes its plan or ends. */
    nextMonth: (only?: Subscription) => {
      for (const subscription of only ? [only] : store.subscriptions.values()) {
        if (subscription.status !== 'ACTIVE') continue;
        if (subscription.canceledDate !== null) {
          subscription.status = 'CANCELED';
          subscription.actions = [];
        } else {
          const swap = subscription.actions.find(({ type }) => type === 'SWAP_PLAN');
          subscription.plan = swap?.plan ?? subscription.plan;
          subscription.actions = [];
          subscription.chargedThrough = dayAfter(monthAfter(dayAfter(subscription.chargedThrough)), -1);
          bill(subscription);
        }
        changed(subscription);
      }
    },
    chargeOpenInvoices: () => {
      for (const invoice of store.invoices.values()) charge(invoice);
    },
    /** Refunds a payment, as in Square's dashboard. */
    refund: (paymentId: string, amount: number) => {
      const payment = store.payments.get(paymentId);
      if (!payment) throw new Error('no such payment');
      payment.refunded += amount;
      for (const invoice of store.invoices.values()) {
        if (invoice.orderId !== payment.orderId) continue;
        invoice.status = payment.refunded === payment.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      }
      const id = newSquareId();
      const refund = { id, payment_id: paymentId, status: 'COMPLETED', order_id: payment.orderId };
      tell('refund.created', 'refund', id, { refund });
      tell('payment.updated', 'payment', paymentId, { payment: writePayment(payment) });
    },
    declineOf: (behaviour: keyof typeof declineCodes): string => declineCodes[behaviour],
  };
};

export type Billing = ReturnType<typeof createBilling>;
