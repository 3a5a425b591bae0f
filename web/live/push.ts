import * as notifications from '../../contract/notifications.ts';
import { api } from '../data/api.ts';

/**
 * Reasons why push is unavailable: the browser lacks it (on iPhones until the app is on the home screen), the
 * connection is insecure, or the person denied the permission.
 */
export type PushObstacle = 'unknown' | 'insecure' | 'denied';

export const pushObstacle = (): PushObstacle | null => {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    return 'unknown';
  }
  return Notification.permission === 'denied' ? 'denied' : null;
};

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (pushObstacle() !== null) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const sendToServer = ({ endpoint }: PushSubscription) => api(notifications.subscribePush, { endpoint });

export const isPushOn = async (): Promise<boolean> => (await findSubscription()) !== null;

/**
 * Asks the person's permission and subscribes at the browser's push service. Returns whether push is on; the person
 * may have refused.
 */
export const turnPushOn = async (publicKey: string): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options);
  try {
    await sendToServer(subscription);
  } catch (error) {
    // A browser that has subscribed counts as one that rings.
    await subscription.unsubscribe();
    throw error;
  }
  return true;
};

/**
 * Without a connection it is enough to unsubscribe the browser: the server deletes subscriptions that the push
 * service no longer knows.
 */
export const turnPushOff = async (): Promise<void> => {
  const subscription = await findSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await api(notifications.unsubscribePush, { endpoint: subscription.endpoint }).catch(console.warn);
};

/** Register the browser's existing subscription for the new session. */
export const renewPush = async (): Promise<void> => {
  const subscription = await findSubscription();
  if (subscription) await sendToServer(subscription);
};

/** Unsubscribes before a sign-out: the next user of this browser must not get the member's pushes. */
export const unsubscribeBrowser = async (): Promise<void> => {
  await (await findSubscription())?.unsubscribe();
};

/** Clears shown notifications and the badge, which outlive the page and reveal who wrote. */
export const clearNotifications = async (): Promise<void> => {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge();
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
};
