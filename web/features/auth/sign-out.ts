import { endSession, restartAsVisitor } from '../../app/session.tsx';
import { keep } from '../../data/browser-storage.ts';
import { unsubscribeBrowser } from '../../live/push.ts';

/** Ends the session and reloads at `/`, leaving nothing of this member in the page or its stores. */
export const signOut = async (userId: string): Promise<void> => {
  keep('owedSignOut', 'true');
  for (const end of [unsubscribeBrowser, endSession]) {
    try {
      await end();
    } catch (error) {
      console.warn(error);
    }
  }
  // Also where the session was lost meanwhile.
  await restartAsVisitor(userId);
};
