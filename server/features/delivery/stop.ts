import type { AppContext } from '../../app-context.ts';
import type { Cursors } from '../../platform/text/cursor.ts';
import { stopAll } from './choices.ts';

const stopList = 'stop letters';

/** The data of a letter's unsubscribe link: the member, encrypted by this installation. */
export const deliveryStopToken = (cursors: Cursors, userId: number): string => cursors.seal(stopList, userId);

/**
 * Sets every choice of the member in the token to 'only when I look' (RFC 8058, LETTER-5).
 * @throws invalid for any other token
 */
export const stopByToken = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  token: string,
): Promise<void> => {
  const [userId] = cursors.open(stopList, token);
  if (userId !== undefined) await db.write((tx) => stopAll(tx, userId));
};
