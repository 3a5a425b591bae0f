import * as z from 'zod/mini';
import { messages } from '../../../contract/errors/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { insertJob } from '../../platform/jobs/insert.ts';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';
import { findPaymentRequest, openRequestsOf } from './payment-requests.ts';
import { leaseSubscription, isRunning, releaseSubscription } from './lease-subscription.ts';
import { settleRequestsOf } from './follow-up.ts';
import { Declined, findSquare, type Square } from './square.ts';
import { syncSubscription } from './sync.ts';

const stillOpen = (cause?: unknown): Problem =>
  new Problem('unavailable', messages.paymentOpenAtLeave, cause === undefined ? {} : { cause });

const unlessDone = (error: unknown): null => {
  if (error instanceof Declined) return null;
  throw error;
};

const cancel = (square: Square, squareId: string) =>
  square.ask((client) => client.subscriptions.cancel({ subscriptionId: squareId })).catch(unlessDone);

// Nothing can be charged to the card then, even if other steps fail.
const disable = (square: Square, cardId: string) =>
  square.ask((client) => client.cards.disable({ cardId })).catch(unlessDone);

const endSubscription = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  userId: number,
): Promise<void> => {
  const square = findSquare(context.settings);
  const leased = await leaseSubscription(context.db, userId);
  if (!square || !leased) throw stillOpen();
  try {
    const { squareId, cardId } = leased;
    if (!isRunning(leased) || squareId === null) return;
    if (leased.endsAt === null) await cancel(square, squareId);
    await syncSubscription(context.db, square, squareId);
    if (cardId !== null) await disable(square, cardId);
  } catch (error) {
    throw stillOpen(error);
  } finally {
    await releaseSubscription(context.db, leased);
  }
};

// A leased subscription is being changed: a cancelled one may be taken up again.
const hasOpenPayments = async (tx: Tx, userId: number): Promise<boolean> => {
  const running = await tx.q
    .selectFrom('subscriptions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([
        e('held_until', '>', Date.now()),
        e.and([e('status', 'not in', ['none', 'ended']), e('ends_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
  return running !== undefined || (await findPaymentRequest(tx.q, openRequestsOf(userId))) !== null;
};

/**
 * Cancels the subscription before an account is deleted, and requires that the outcome of every payment is known.
 * @throws Problem `unavailable` if that is not possible now
 */
export const endPayments = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<void> => {
  const square = findSquare(context.settings);
  if (!square) return;
  if (!(await settleRequestsOf(context.db, square, viewer.id))) throw stillOpen();
  await endSubscription(context, viewer.id);
};

/**
 * Does the same for a member who is still banned when the job runs. It cancels the subscription first: a payment whose
 * outcome is unknown must not let another one be charged meanwhile.
 */
export const endPaymentsOfBanned = async (
  context: Pick<AppContext, 'db' | 'settings'>,
  userId: number,
): Promise<void> => {
  const banned = await context.db.read
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('banned_at', 'is not', null)
    .executeTakeFirst();
  if (!banned || !findSquare(context.settings)) return;
  await endSubscription(context, userId);
  await endPayments(context, { id: userId });
};

/**
 * Checks again in the transaction that deletes the account.
 * @throws Problem `unavailable` if a payment has begun meanwhile
 */
export const assertNoOpenPayments = async (settings: Settings, tx: Tx, userId: number): Promise<void> => {
  if (findSquare(settings) && (await hasOpenPayments(tx, userId))) throw stillOpen();
};

const Former = z.object({ squareId: z.string(), cardId: z.nullable(z.string()) });

/**
 * Deletes the payments of an account that passes to the owner of its address. They were made by its former holder, whose card
 * is charged no more.
 */
export const forgetPaymentsOf = async (tx: Tx, userId: number): Promise<void> => {
  const former = await tx.q
    .deleteFrom('subscriptions')
    .where('user_id', '=', userId)
    .returning(['square_id as squareId', 'card_id as cardId'])
    .executeTakeFirst();
  await tx.q.deleteFrom('payments').where('user_id', '=', userId).execute();
  await tx.q.updateTable('users').set({ account_status: 'trial' }).where('id', '=', userId).execute();
  const { data } = Former.safeParse(former);
  // The card provider is called after the commit, also once the account is deleted.
  if (data) await insertJob(tx, { kind: 'end-former-payments', payload: data });
};

/** Cancels a subscription that belongs to no account any more. */
export const endFormerPayments = async (
  { settings }: Pick<AppContext, 'settings'>,
  payload: unknown,
): Promise<void> => {
  const square = findSquare(settings);
  if (!square) throw stillOpen();
  const { squareId, cardId } = Former.parse(payload);
  await cancel(square, squareId);
  if (cardId !== null) await disable(square, cardId);
  // Fails where the provider refuses everything: then nothing was cancelled.
  await square.ask((client) => client.subscriptions.get({ subscriptionId: squareId }));
};
