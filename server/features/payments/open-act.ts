import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { type Act, beginAct, busy, findMade, holdAct, isOpen, type Wish } from './acts.ts';

/**
 * Leases the payment request for this wish, or returns it as it ended.
 * @throws conflict while another worker has the lease
 */
export const openAct = async (
  house: House,
  viewer: Viewer,
  wish: Wish,
  settle: (act: Act) => Promise<void>,
): Promise<Act> => {
  const { db } = house;
  const known = await findMade(db.read, viewer, wish);
  const isSameCard = known?.tokenHash === hashOf(wish.token);
  if (known && isOpen(known)) {
    if (!(await holdAct(house, known))) throw busy();
    // The same card entry allows repeating the same call. A new entry must wait until the outcome of the first call
    // is known.
    if (isSameCard) return known;
    await settle(known);
    return openAct(house, viewer, wish, settle);
  }
  if (known && (isSameCard || known.state === 'succeeded')) return known;
  const made = await db.write((tx) => beginAct(tx, viewer, wish));
  if (made) return made;
  // A concurrent call has just written it, with the same token or key.
  throw busy();
};
