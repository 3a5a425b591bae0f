import type { Viewer } from '../../access/viewer.ts';
import type { House } from '../../house.ts';
import { hashOf } from '../../platform/text/ids.ts';
import { type Act, beginAct, busy, findMade, holdAct, isOpen, type Wish } from './acts.ts';

/** The act of this wish, to be worked on now; or as it has ended. @throws conflict while somebody else has it */
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
    // With the same card entry the same call can be made again. With another one, what became of the first has to be
    // found out before anything else is charged.
    if (isSameCard) return known;
    await settle(known);
    return openAct(house, viewer, wish, settle);
  }
  if (known && (isSameCard || known.state === 'succeeded')) return known;
  const made = await db.write((tx) => beginAct(tx, viewer, wish));
  if (made) return made;
  // Somebody wrote it at this moment, with the same token or key.
  throw busy();
};
