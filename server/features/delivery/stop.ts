import { findMailboxViewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { Problem } from '../../platform/problem.ts';
import type { Cursors } from '../../platform/text/cursor.ts';
import { stopAll } from './choices.ts';
import { pauseLetters } from './pause.ts';

const stopList = 'stop letters';

/** The data of a letter's unsubscribe link: the member, encrypted by this installation. */
export const deliveryStopToken = (cursors: Cursors, userId: number): string => cursors.seal(stopList, userId);

/**
 * Sets every choice of the member in the token to 'only when I look', or pauses the letters of a mailbox member
 * (RFC 8058).
 * @throws invalid for any other token
 */
export const stopByToken = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  token: string,
): Promise<void> => {
  const [userId] = cursors.open(stopList, token);
  if (userId === undefined) return;
  await db.write(async (tx) => {
    if (await pauseLetters(tx, userId)) return;
    // A letter outlives the account of its reader.
    const reader = await tx.q.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (reader) await stopAll(tx, userId);
  });
};

const memberIn = (cursors: Cursors, token: string): number | undefined => {
  try {
    return cursors.open(stopList, token)[0];
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};

/** The page where the member in the token stops letters, or chooses when they come. */
export const stopPage = async (
  { db, cursors, replyKeys }: Pick<AppContext, 'db' | 'cursors' | 'replyKeys'>,
  token: string,
): Promise<string> => {
  const userId = memberIn(cursors, token);
  const viewer = userId === undefined ? null : await findMailboxViewer(db.read, userId);
  if (!viewer) return '/my-account/reach';
  return `/letter/${replyKeys.seal({ kind: 'letter', user: viewer.id, object: 0 })}/stop`;
};
