import { clearShown, forgetPush } from './push.ts';

// Apart from `push.ts`, which other pages import: this chunk is fetched when somebody signs out.

/** Runs before the session ends: the next user of this browser must not get the member's pushes. */
export const endPush = (): Promise<void> => forgetPush();

/** After it has ended: nothing of the member's notifications stays on the device. */
export const endShown = (): Promise<void> => clearShown();
