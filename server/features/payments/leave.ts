import * as z from 'zod/mini';
import { messages } from '../../../contract/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Problem } from '../../platform/problem.ts';
import { findAct, openOf } from './acts.ts';
import { holdSeat, isRunning, releaseSeat } from './seat.ts';
import { settleActsOf } from './settle.ts';
import { Declined, findSquare } from './square.ts';
import { syncSubscription } from './sync.ts';

const notYet = (cause?: unknown): Problem =>
  new Problem('unavailable', messages.paymentOpenAtLeave, cause === undefined ? {} : { cause });

const endSubscription = async (house: House, userId: number): Promise<void> => {
  const square = findSquare(house);
  const seat = await holdSeat(house, userId);
  if (!square || !seat) throw notYet();
  try {
    const { squareId, cardId } = seat;
    if (!isRunning(seat) || squareId === null) return;
    const alreadyDone = (error: unknown): null => {
      if (error instanceof Declined) return null;
      throw error;
    };
    if (seat.endsAt === null) {
      await square
        .ask((client) => client.subscriptions.cancel({ subscriptionId: squareId }))
        .catch(alreadyDone);
    }
    await syncSubscription(house, square, squareId);
    // Disable the card, so that nothing can be charged to it, even if other steps fail.
    if (cardId !== null) await square.ask((client) => client.cards.disable({ cardId })).catch(alreadyDone);
  } catch (error) {
    throw notYet(error);
  } finally {
    await releaseSeat(house, seat);
  }
};

const owes = async (tx: Tx, userId: number): Promise<boolean> => {
  const running = await tx.q
    .selectFrom('subscriptions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['none', 'ended'])
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  return running !== undefined || (await findAct(tx.q, openOf(userId))) !== null;
};

/**
 * Cancels the subscription before an account is deleted, and requires that the outcome of every payment is known.
 * @throws Problem `unavailable` if that is not possible now
 */
export const endPayments = async (house: House, viewer: Pick<Viewer, 'id'>): Promise<void> => {
  const square = findSquare(house);
  if (!square) return;
  if (!(await settleActsOf(house, square, viewer.id))) throw notYet();
  await endSubscription(house, viewer.id);
};

/**
 * Does the same for a banned member, as a job that is retried. It cancels the subscription first: a payment whose
 * outcome is unknown must not let another one be charged meanwhile.
 */
export const handleBans = (house: House): void => {
  house.jobs.handle('end-payments', async (payload) => {
    const id = z.number().parse(payload);
    const banned = await house.db.read
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('banned_at', 'is not', null)
      .executeTakeFirst();
    if (!banned || !findSquare(house)) return;
    await endSubscription(house, id);
    await endPayments(house, { id });
  });
};

/**
 * Checks again in the transaction that deletes the account.
 * @throws Problem `unavailable` if a payment has begun meanwhile
 */
export const mustOweNothing = async (house: House, tx: Tx, userId: number): Promise<void> => {
  if (findSquare(house) && (await owes(tx, userId))) throw notYet();
};
