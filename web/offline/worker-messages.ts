/** The cache of the photos that the service worker keeps. */
export const photoCache = 'circle-photos';

/** Messages of a page to the service worker. */
export type ToWorker =
  | { type: 'keep-photos'; owner: string }
  | { type: 'forget-photos' }
  | { type: 'let-go'; posts: readonly string[]; when: When };

/**
 * `soon`: after an event, which the devices of all readers get at the same moment, so that they ask spread out.
 * `answer`: the worker asked for the tab's moments.
 */
type When = 'now' | 'soon' | 'answer';

/** Message of the service worker to the other tabs: it needs their moments too. */
export const tellMoments = 'tell-moments';

/** The answer to `let-go`: ids of moments to drop, or why there are none. Null to the others. */
export type FromWorker = readonly string[] | 'unreachable' | 'signed-out' | 'refused' | null;

/** Longer than the worker takes to ask: 3 s to collect, and up to three answers of 5 s. */
const timeoutMs = 20_000;

const findWorker = async (): Promise<ServiceWorker | null> => {
  if (!('serviceWorker' in navigator)) return null;
  return (
    navigator.serviceWorker.controller ?? (await navigator.serviceWorker.getRegistration())?.active ?? null
  );
};

const send = (worker: ServiceWorker | null, message: ToWorker, ports: MessagePort[] = []): void =>
  worker?.postMessage(message, ports);

/** Has the worker keep photos for this member, as soon as there is a worker. */
export const keepPhotos = async (owner: string): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  send(active, { type: 'keep-photos', owner });
};

/** Deletes all kept photos, and has the worker keep none. */
export const forgetKeptPhotos = async (): Promise<void> => {
  if (!('caches' in globalThis)) return;
  send(await findWorker(), { type: 'forget-photos' });
  await caches.delete(photoCache);
};

/**
 * Has the worker delete what this browser keeps and its member no longer sees.
 * @param posts ids of the moments that the page has in memory
 * @returns those of them to drop; null without a worker, or why there is no answer
 */
export const askToLetGo = async (posts: readonly string[], when: When): Promise<FromWorker> => {
  const worker = await findWorker();
  if (!worker) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve('refused'), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      clearTimeout(timer);
      resolve(data);
    };
    send(worker, { type: 'let-go', posts, when }, [port2]);
  });
};
