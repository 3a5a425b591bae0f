import type { Square as Api } from 'square';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type PaymentRequest,
  clockSkewMs,
  failPaymentRequest,
  markUnknown,
  unknownOutcome,
} from './payment-requests.ts';
import { replaceSubscription } from './lease-subscription.ts';
import { Declined, nothingFound, type Square } from './square.ts';
import { syncSubscription } from './sync.ts';

const findPayer = async (db: Database, userId: number) =>
  db.read
    .selectFrom('users as u')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .select(['u.public_id', 'u.email', 'u.first_name', 'u.last_name', 's.customer_id', 's.square_id'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();

const findCustomer = (square: Square, publicId: string): Promise<string | null> =>
  square.ask(async (client) => {
    const { customers } = await client.customers.search({
      query: { filter: { referenceId: { exact: publicId } } },
    });
    return customers?.[0]?.id ?? null;
  });

/** The member's customer record at the provider, created with their first card. */
export const customerOf = async (
  db: Database,
  square: Square,
  userId: number,
  key: string,
): Promise<string> => {
  const payer = await findPayer(db, userId);
  if (payer.customer_id !== null) return payer.customer_id;
  const found = await findCustomer(square, payer.public_id);
  const customerId =
    found ??
    (await square.ask(async (client) => {
      const { customer } = await client.customers.create({
        idempotencyKey: `${key}-customer`,
        givenName: payer.first_name,
        familyName: payer.last_name,
        ...(payer.email !== '' && { emailAddress: payer.email }),
        referenceId: payer.public_id,
      });
      if (!customer?.id) throw new Error('A customer without an id');
      return customer.id;
    }));
  await db.write(({ q }) =>
    q.updateTable('subscriptions').set({ customer_id: customerId }).where('user_id', '=', userId).execute(),
  );
  return customerId;
};

/** Puts a card on file. @throws Declined if the bank refuses it */
export const saveCard = (square: Square, token: string, customerId: string, key: string): Promise<Api.Card> =>
  square.ask(async (client) => {
    const { card } = await client.cards.create({
      idempotencyKey: `${key}-card`,
      sourceId: token,
      card: { customerId },
    });
    if (!card?.id) throw new Error('A card without an id');
    return card;
  });

const startAtSquare = async (db: Database, square: Square, request: PaymentRequest, token: string) => {
  const customerId = await customerOf(db, square, request.userId, request.key);
  const card = await saveCard(square, token, customerId, request.key);
  const made = await square.ask(async (client) => {
    const { subscription } = await client.subscriptions.create({
      idempotencyKey: `${request.key}-plan`,
      locationId: square.settings.locationId,
      planVariationId: square.settings.plans[request.plan ?? 'basic'],
      customerId,
      ...(card.id !== undefined && { cardId: card.id }),
      source: { name: 'Circle' },
    });
    if (!subscription?.id) throw new Error('A subscription without an id');
    return subscription.id;
  });
  return { squareId: made, cardId: card.id ?? null, last4: card.last4 ?? null };
};

/**
 * Token → customer → card on file → subscription, each step with an idempotency key, so a repeated request creates
 * nothing twice. The resulting state is then synced from the provider as usual.
 */
export const startSubscription = async (
  context: Pick<AppContext, 'db' | 'log'>,
  square: Square,
  request: PaymentRequest,
  token: string,
): Promise<void> => {
  try {
    const made = await startAtSquare(context.db, square, request, token);
    if (!(await replaceSubscription(context.db, request, made))) {
      // The account was deleted meanwhile.
      await square.ask((client) => client.subscriptions.cancel({ subscriptionId: made.squareId }));
      return;
    }
    await syncSubscription(context.db, square, made.squareId).catch((error: unknown) => {
      context.log.warn({ err: error }, 'A new subscription was not looked at yet');
    });
  } catch (error) {
    if (error instanceof Declined) {
      await context.db.write((tx) => failPaymentRequest(tx, request, error.code, { tell: false }));
      return;
    }
    await markUnknown(context.db, request);
    throw unknownOutcome(error);
  }
};

/**
 * Finds the outcome of a subscription whose answer was lost. Requires the leases on the payment request and on the
 * member's seat.
 * @throws Problem `unavailable` while the outcome stays unknown
 */
export const settleSubscribing = async (
  db: Database,
  square: Square,
  request: PaymentRequest,
): Promise<void> => {
  try {
    if (request.squareSubscriptionId !== null) {
      await syncSubscription(db, square, request.squareSubscriptionId);
      return;
    }
    const payer = await findPayer(db, request.userId);
    const customerId = payer.customer_id ?? (await findCustomer(square, payer.public_id));
    const made =
      customerId === null ? null : await findMadeAtSquare(square, request, customerId, payer.square_id);
    if (!made?.id) {
      await db.write((tx) => failPaymentRequest(tx, request, nothingFound, { tell: true }));
      return;
    }
    const card = made.cardId
      ? await square.ask((client) => client.cards.get({ cardId: made.cardId ?? '' }))
      : null;
    const last4 = card?.card?.last4 ?? null;
    await replaceSubscription(db, request, { squareId: made.id, cardId: made.cardId ?? null, last4 });
    await syncSubscription(db, square, made.id);
  } catch (error) {
    await markUnknown(db, request);
    throw unknownOutcome(error);
  }
};

const findMadeAtSquare = (
  square: Square,
  request: PaymentRequest,
  customerId: string,
  known: string | null,
) =>
  square.ask(async (client) => {
    const { subscriptions = [] } = await client.subscriptions.search({
      query: { filter: { customerIds: [customerId], locationIds: [square.settings.locationId] } },
    });
    const isOfAct = (one: Api.Subscription) =>
      one.id !== known &&
      one.status !== 'CANCELED' &&
      // One that was given up unpaid goes on until its month ends.
      !one.canceledDate &&
      one.planVariationId === square.settings.plans[request.plan ?? 'basic'] &&
      Date.parse(one.createdAt ?? '') >= request.createdAt - clockSkewMs;
    return subscriptions.find(isOfAct) ?? null;
  });
