import { type Card, type Invoice, type Json, locationId, type Payment, type Subscription } from './store.ts';

// Objects as the REST interface writes them (field names of the SDK's serialization/types).

const money = (amount: number) => ({ amount, currency: 'USD' });

export const writeCard = (card: Card): Json => ({
  id: card.id,
  card_brand: 'VISA',
  last_4: card.last4,
  customer_id: card.customerId,
  enabled: card.enabled,
  version: 1,
});

export const writePayment = (payment: Payment): Json => ({
  id: payment.id,
  created_at: payment.createdAt,
  updated_at: new Date().toISOString(),
  amount_money: money(payment.amount),
  total_money: money(payment.amount),
  ...(payment.refunded > 0 && { refunded_money: money(payment.refunded) }),
  status: payment.status,
  source_type: 'CARD',
  card_details: {
    status: payment.status === 'COMPLETED' ? 'CAPTURED' : 'FAILED',
    card: { card_brand: 'VISA', last_4: payment.last4 },
  },
  location_id: locationId,
  order_id: payment.orderId,
  ...(payment.referenceId !== null && { reference_id: payment.referenceId }),
});

export const writeInvoice = (invoice: Invoice): Json => ({
  id: invoice.id,
  version: invoice.version,
  location_id: locationId,
  order_id: invoice.orderId,
  subscription_id: invoice.subscriptionId,
  status: invoice.status,
  payment_requests: [
    {
      uid: invoice.id,
      request_type: 'BALANCE',
      automatic_payment_source: 'CARD_ON_FILE',
      computed_amount_money: money(invoice.amount),
      total_completed_amount_money: money(invoice.status === 'UNPAID' ? 0 : invoice.amount),
    },
  ],
  created_at: invoice.createdAt,
});

export const writeSubscription = (subscription: Subscription, withActions = false): Json => ({
  id: subscription.id,
  location_id: locationId,
  customer_id: subscription.customerId,
  card_id: subscription.cardId,
  plan_variation_id: subscription.plan,
  status: subscription.status,
  start_date: subscription.startDate,
  charged_through_date: subscription.chargedThrough,
  ...(subscription.canceledDate !== null && { canceled_date: subscription.canceledDate }),
  invoice_ids: subscription.invoiceIds,
  version: subscription.version,
  created_at: subscription.createdAt,
  timezone: 'America/New_York',
  ...(withActions && {
    actions: subscription.actions.map((action) => ({
      id: action.id,
      type: action.type,
      effective_date: action.effectiveDate,
      ...(action.plan !== null && { new_plan_variation_id: action.plan }),
    })),
  }),
});
