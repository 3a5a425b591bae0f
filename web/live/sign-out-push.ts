// Separate from push.ts, which other pages import: this file loads when somebody signs out.
import { clearNotifications, unsubscribeBrowser } from './push.ts';

/** Runs before the session ends: the next user of this browser must not get the member's pushes. */
export const unsubscribePush = (): Promise<void> => unsubscribeBrowser();

/** Runs after the session has ended: none of the member's notifications stays on the device. */
export const clearPushNotifications = (): Promise<void> => clearNotifications();
