import { endSession, restartAsVisitor } from '../../app/session.tsx';
import { keep } from '../../data/browser-storage.ts';
import { unsubscribeBrowser } from '../../live/push.ts';

/** Milliseconds after which the page is left without an answer. The next session lookup then ends the session first. */
const answerMs = 5_000;

const endAll = async (): Promise<void> => {
  for (const end of [unsubscribeBrowser, endSession]) {
    try {
      await end();
    } catch (error) {
      console.warn(error);
    }
  }
};

/** Ends the session and reloads at `/`, leaving nothing of this member in the page or its stores. */
export const signOut = async (userId: string): Promise<void> => {
  keep('owedSignOut', 'true');
  await Promise.race([endAll(), new Promise((resolve) => setTimeout(resolve, answerMs))]);
  // Also where the session was lost meanwhile.
  await restartAsVisitor(userId);
};
