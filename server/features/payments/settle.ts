import type { House } from '../../house.ts';
import { type Act, findAct, findActs, holdAct, openOf } from './acts.ts';
import { settleDonation } from './charges.ts';
import { holdSeat, releaseSeat } from './seat.ts';
import type { Square } from './square.ts';
import { settleSubscribing } from './subscribe.ts';

const settle = async (house: House, square: Square, act: Act): Promise<void> => {
  if (act.kind === 'donation') return settleDonation(house, square, act);
  const seat = await holdSeat(house, act.userId);
  if (!seat) return;
  try {
    await settleSubscribing(house, square, act);
  } finally {
    await releaseSeat(house, seat);
  }
};

/** Settles the payment requests that a crash or a lost answer left open; calls the provider only if there are any. */
export const settleOpenActs = async (house: House, square: Square): Promise<void> => {
  const open = await findActs(house.db.read, (e) =>
    e.and([e('state', 'in', ['created', 'unknown']), e('held_until', '<=', Date.now())]),
  );
  for (const act of open) {
    if (!(await holdAct(house, act))) continue;
    await settle(house, square, act).catch((error: unknown) => {
      house.log.warn({ err: error }, 'A payment could not be settled yet');
    });
  }
};

/**
 * Settles the open payment requests of a member whose account is about to be deleted. A subscription that waits for
 * its first payment does not count: it will be cancelled.
 * @returns whether none is left
 */
export const settleActsOf = async (house: House, square: Square, userId: number): Promise<boolean> => {
  for (const act of await findActs(house.db.read, openOf(userId))) {
    if (await holdAct(house, act)) await settle(house, square, act);
  }
  return (await findAct(house.db.read, openOf(userId))) === null;
};
