/** The name of a request to the service worker to send what waits. */
export const syncTag = 'circle-outbox';

/** Background Sync, which Chromium alone has. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Has the service worker send what waits once there is a connection, also after this page was closed. */
export const sendWithoutPage = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- missing in TypeScript's types of the DOM
  await (registration as WithSync | undefined)?.sync?.register(syncTag);
};
