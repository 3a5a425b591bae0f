/** The Web Lock of the tab, or the service worker, that sends. */
export const outboxLock = 'circle-outbox';
