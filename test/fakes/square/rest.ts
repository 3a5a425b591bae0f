import type { Billing } from './billing.ts';
import {
  declineCodes,
  type Json,
  locationId,
  newSquareId,
  type Payment,
  plans,
  Refusal,
  type Store,
  type Token,
} from './store.ts';
import type { Tell } from './webhooks.ts';
import { writeCard, writeInvoice, writePayment, writeSubscription } from './written.ts';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json;
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (body: Json, field: string): string => {
  const value = body[field];
  if (typeof value !== 'string' || value === '')
    throw new Refusal(400, 'MISSING_REQUIRED_PARAMETER', { field });
  return value;
};

const part = (body: Json, field: string): Json => {
  const value = body[field];
  return isJson(value) ? value : {};
};

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The endpoints that Circle calls, and some for the tests to look inside. */
export const createRest = (store: Store, billing: Billing, tell: Tell) => {
  const spendToken = (id: string): Token => {
    const token = store.tokens.get(id);
    if (!token) throw new Refusal(404, 'NOT_FOUND', { field: 'source_id' });
    if (token.used && !token.lasting) throw new Refusal(400, 'CARD_TOKEN_USED', { field: 'source_id' });
    token.used = true;
    return token;
  };

  const pay = (body: Json): Json => {
    const { amount, currency } = part(body, 'amount_money');
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) {
      throw new Refusal(400, 'INVALID_VALUE', { field: 'amount_money.amount' });
    }
    if (currency !== 'USD') throw new Refusal(400, 'INVALID_VALUE', { field: 'amount_money.currency' });
    if (body['location_id'] !== locationId) throw new Refusal(404, 'NOT_FOUND', { field: 'location_id' });
    const token = spendToken(text(body, 'source_id'));
    const payment: Payment = {
      id: newSquareId(),
      amount,
      refunded: 0,
      status: token.behaviour === 'ok' ? 'COMPLETED' : 'FAILED',
      last4: token.last4,
      orderId: newSquareId(),
      referenceId: typeof body['reference_id'] === 'string' ? body['reference_id'] : null,
      idempotencyKey: text(body, 'idempotency_key'),
      createdAt: new Date().toISOString(),
    };
    store.payments.set(payment.id, payment);
    tell('payment.created', 'payment', payment.id, { payment: writePayment(payment) });
    const written = { payment: writePayment(payment) };
    if (token.behaviour !== 'ok') {
      throw new Refusal(402, declineCodes[token.behaviour], { beside: written });
    }
    return written;
  };

  const listPayments = (query: URLSearchParams): Json => {
    const from = Date.parse(query.get('begin_time') ?? '') || 0;
    const to = Date.parse(query.get('end_time') ?? '') || Number.POSITIVE_INFINITY;
    const size = Number(query.get('limit') ?? 100);
    const start = Number(query.get('cursor') ?? 0);
    const found = [...store.payments.values()].filter(
      ({ createdAt }) => Date.parse(createdAt) >= from && Date.parse(createdAt) < to,
    );
    const more = start + size < found.length ? { cursor: String(start + size) } : {};
    return { payments: found.slice(start, start + size).map(writePayment), ...more };
  };

  const saveCard = (body: Json): Json => {
    const customerId = text(part(body, 'card'), 'customer_id');
    if (!store.customers.has(customerId)) throw new Refusal(404, 'NOT_FOUND', { field: 'card.customer_id' });
    const token = spendToken(text(body, 'source_id'));
    if (token.behaviour !== 'ok' && token.behaviour !== 'charge-declined') {
      throw new Refusal(400, declineCodes[token.behaviour]);
    }
    const { last4, behaviour } = token;
    const card = { id: newSquareId('ccof:'), customerId, last4, behaviour, enabled: true };
    store.cards.set(card.id, card);
    return { card: writeCard(card) };
  };

  const subscribe = (body: Json): Json => {
    const customerId = text(body, 'customer_id');
    const plan = text(body, 'plan_variation_id');
    const cardId = text(body, 'card_id');
    if (body['location_id'] !== locationId) throw new Refusal(404, 'NOT_FOUND', { field: 'location_id' });
    if (!(plan in plans)) throw new Refusal(404, 'NOT_FOUND', { field: 'plan_variation_id' });
    // A token is no card: it first has to be stored as a card.
    const card = store.cards.get(cardId);
    if (card?.customerId !== customerId || !card.enabled) {
      throw new Refusal(400, 'INVALID_CARD', { field: 'card_id' });
    }
    return { subscription: writeSubscription(billing.start({ customerId, cardId, plan })) };
  };

  const searchSubscriptions = (body: Json): Json => {
    const wanted = texts(part(part(body, 'query'), 'filter')['customer_ids']);
    const found = [...store.subscriptions.values()].filter((one) => wanted.includes(one.customerId));
    return { subscriptions: found.map((one) => writeSubscription(one)) };
  };

  const searchCustomers = (body: Json): Json => {
    const wanted = part(part(part(body, 'query'), 'filter'), 'reference_id')['exact'];
    const found = [...store.customers.values()].filter(({ referenceId }) => referenceId === wanted);
    return { customers: found.map(({ id, referenceId }) => ({ id, reference_id: referenceId })) };
  };

  const makeCustomer = (body: Json): Json => {
    const id = newSquareId();
    store.customers.set(id, {
      id,
      referenceId: text(body, 'reference_id'),
      email: text(body, 'email_address'),
    });
    return { customer: { id, reference_id: body['reference_id'] } };
  };

  const needCard = (id: string) => {
    const card = store.cards.get(id);
    if (!card) throw new Refusal(404, 'NOT_FOUND');
    return card;
  };

  const needInvoice = (id: string) => {
    const invoice = store.invoices.get(id);
    if (!invoice) throw new Refusal(404, 'NOT_FOUND');
    return invoice;
  };

  const updateSubscription = (id: string, body: Json): Json => {
    const subscription = billing.need(id);
    const wanted = part(body, 'subscription');
    if (wanted['version'] !== undefined && wanted['version'] !== subscription.version) {
      throw new Refusal(409, 'VERSION_MISMATCH');
    }
    subscription.cardId = needCard(text(wanted, 'card_id')).id;
    billing.changed(subscription);
    return { subscription: writeSubscription(subscription) };
  };

  const cancelInvoice = (id: string, body: Json): Json => {
    const invoice = needInvoice(id);
    if (body['version'] !== invoice.version) throw new Refusal(409, 'VERSION_MISMATCH');
    if (invoice.status !== 'UNPAID') throw new Refusal(400, 'BAD_REQUEST');
    invoice.status = 'CANCELED';
    invoice.version += 1;
    return { invoice: writeInvoice(invoice) };
  };

  const disableCard = (id: string): Json => {
    const card = needCard(id);
    card.enabled = false;
    return { card: writeCard(card) };
  };

  const getPayment = (id: string): Json => {
    const payment = store.payments.get(id);
    if (!payment) throw new Refusal(404, 'NOT_FOUND');
    return { payment: writePayment(payment) };
  };

  const routes: readonly [string, RegExp, (call: Call, ids: string[]) => Json][] = [
    ['POST', /^\/v2\/payments$/, ({ body }) => pay(body)],
    ['GET', /^\/v2\/payments$/, ({ query }) => listPayments(query)],
    // If this key has no payment, or a completed one, nothing changes, and the answer is the same.
    ['POST', /^\/v2\/payments\/cancel$/, ({ body }) => (text(body, 'idempotency_key'), {})],
    ['GET', /^\/v2\/payments\/([^/]+)$/, (_, [id = '']) => getPayment(id)],
    ['POST', /^\/v2\/customers$/, ({ body }) => makeCustomer(body)],
    ['POST', /^\/v2\/customers\/search$/, ({ body }) => searchCustomers(body)],
    ['POST', /^\/v2\/cards$/, ({ body }) => saveCard(body)],
    ['GET', /^\/v2\/cards\/([^/]+)$/, (_, [id = '']) => ({ card: writeCard(needCard(id)) })],
    ['POST', /^\/v2\/cards\/([^/]+)\/disable$/, (_, [id = '']) => disableCard(id)],
    ['POST', /^\/v2\/subscriptions$/, ({ body }) => subscribe(body)],
    ['POST', /^\/v2\/subscriptions\/search$/, ({ body }) => searchSubscriptions(body)],
    [
      'GET',
      /^\/v2\/subscriptions\/([^/]+)$/,
      ({ query }, [id = '']) => ({
        subscription: writeSubscription(billing.need(id), query.get('include') === 'actions'),
      }),
    ],
    ['PUT', /^\/v2\/subscriptions\/([^/]+)$/, ({ body }, [id = '']) => updateSubscription(id, body)],
    [
      'POST',
      /^\/v2\/subscriptions\/([^/]+)\/cancel$/,
      (_, [id = '']) => ({ subscription: writeSubscription(billing.cancel(id), true) }),
    ],
    [
      'POST',
      /^\/v2\/subscriptions\/([^/]+)\/swap-plan$/,
      ({ body }, [id = '']) => ({
        subscription: writeSubscription(billing.swap(id, text(body, 'new_plan_variation_id')), true),
      }),
    ],
    [
      'DELETE',
      /^\/v2\/subscriptions\/([^/]+)\/actions\/([^/]+)$/,
      (_, [id = '', action = '']) => ({
        subscription: writeSubscription(billing.dropAction(id, action), true),
      }),
    ],
    ['GET', /^\/v2\/invoices\/([^/]+)$/, (_, [id = '']) => ({ invoice: writeInvoice(needInvoice(id)) })],
    ['POST', /^\/v2\/invoices\/([^/]+)\/cancel$/, ({ body }, [id = '']) => cancelInvoice(id, body)],
  ];

  /** A key has one answer. The same key with another body is an error. */
  const answered = (call: Call): { status: number; answer: Json } => {
    for (const [method, pattern, handle] of routes) {
      const match = method === call.method ? pattern.exec(call.path) : null;
      if (match) return { status: 200, answer: handle(call, match.slice(1).map(decodeURIComponent)) };
    }
    throw new Refusal(404, 'NOT_FOUND');
  };

  return (call: Call): { status: number; answer: Json } => {
    const key = call.body['idempotency_key'];
    if (typeof key !== 'string' || call.path === '/v2/payments/cancel') return answered(call);
    if (key.length > 45) throw new Refusal(400, 'VALUE_TOO_LONG', { field: 'idempotency_key' });
    const name = `${call.path} ${key}`;
    const body = JSON.stringify(call.body);
    const known = store.answers.get(name);
    if (known) {
      if (known.body !== body) throw new Refusal(400, 'IDEMPOTENCY_KEY_REUSED');
      return known;
    }
    const remember = (status: number, answer: Json) => {
      store.answers.set(name, { body, status, answer });
      return { status, answer };
    };
    try {
      const { status, answer } = answered(call);
      return remember(status, answer);
    } catch (error) {
      if (error instanceof Refusal && error.status === 402) return remember(402, error.body);
      throw error;
    }
  };
};
