import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import * as z from 'zod/mini';
import { forgetPhotos, isKeepingPhotos, isVoice, keepPhotosFor, photoName } from './offline/kept-photos.ts';
import { letGoTogether } from './offline/let-go-together.ts';
import { letGo } from './offline/let-go.ts';
import { writeOffline, readOffline } from './offline/offline-db.ts';
import { servePhoto, serveVoice } from './offline/serve-photo.ts';
import type { FromWorker, ToWorker } from './offline/worker-messages.ts';
import { backgroundKinds } from './app/waiting/background-kinds.ts';
import { syncTag } from './outbox/background-sync.ts';
import { sendInBackground } from './outbox/send-in-background.ts';
import { push as words } from '../dist/words/en/push.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
  /** The page of this worker's language. */
  __SHELL: string;
};

const warn = (error: unknown) => console.warn(error);

// The shell of one language alone: pages, styles and code of this version. The worker also keeps photos (kept-photos.ts);
// the page keeps the top of the feed, and what was not shared yet (offline-db.ts).
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const showShell = createHandlerBoundToURL(self.__SHELL);
/** The answer is usually there before the page requests its first photo. */
const letGoAtStart = async (): Promise<void> => {
  if (await isKeepingPhotos()) await letGo([], false);
};
const openShell: typeof showShell = (options) => {
  options.event.waitUntil(letGoAtStart().catch(warn));
  return showShell(options);
};
registerRoute(
  new NavigationRoute(openShell, {
    // A page that is requested in another language comes from the server.
    denylist: [
      /[?&]language=/,
      /^\/(?:api|uploads|letter)\//,
      /^\/frame(?:\/|$)/,
      /^\/square-/,
      /^\/(?:healthz|readyz|metrics)$/,
    ],
  }),
);

registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin &&
    photoName(url.pathname) !== null &&
    request.mode !== 'navigate' &&
    (isVoice(url.pathname) || !request.headers.has('range')),
  ({ url, request, event }) =>
    isVoice(url.pathname) ? serveVoice({ request, event }) : servePhoto({ request, event }),
);

const FromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('keep-photos'), owner: z.string() }),
  z.object({ type: z.literal('forget-photos') }),
  z.object({
    type: z.literal('let-go'),
    posts: z.array(z.string()),
    when: z.enum(['now', 'soon', 'answer']),
  }),
]) satisfies z.ZodMiniType<ToWorker>;

const handle = async (message: ToWorker, page: string): Promise<FromWorker> => {
  if (message.type === 'let-go') return letGoTogether(message, page);
  await (message.type === 'keep-photos' ? keepPhotosFor(message.owner) : forgetPhotos());
  return null;
};

self.addEventListener('message', (event) => {
  const message = FromPage.safeParse(event.data);
  if (!message.success) return;
  const answer = (dropped: FromWorker) => event.ports[0]?.postMessage(dropped);
  const page = event.source instanceof Client ? event.source.id : '';
  event.waitUntil(
    handle(message.data, page).then(answer, (error: unknown) => {
      warn(error);
      answer(null);
    }),
  );
});

const Owner = z.object({ id: z.string() });
const KeptFeed = z.object({ user: Owner });

/** The id of the member who is signed in; without an answer of the server, of the one whose feed is kept. */
const whoIsHere = async (): Promise<string | null> => {
  try {
    const response = await fetch('/api/user', { headers: { accept: 'application/json' } });
    if (response.ok) return Owner.parse(await response.json()).id;
    if (response.status === 401) return null;
  } catch (error) {
    warn(error);
  }
  const kept = KeptFeed.safeParse(await readOffline('feed', 'last'));
  return kept.success ? kept.data.user.id : null;
};

// A share from another app waits in the browser until its member's page takes it into a moment. Without a signed-in
// member nothing is kept: somebody else may sign in next.
const takeShared = async (request: Request): Promise<Response> => {
  const owner = await whoIsHere();
  if (owner === null) return Response.redirect('/create-post?shared', 303);
  const form = await request.formData();
  const files = form.getAll('photos').filter((file) => file instanceof File);
  const text = ['title', 'text', 'url'].flatMap((name) => {
    const said = form.get(name);
    return typeof said === 'string' && said.trim() !== '' ? [said.trim()] : [];
  });
  await writeOffline('photos', 'shared', { owner, at: Date.now(), files, text: text.join('\n') });
  return Response.redirect('/create-post?shared', 303);
};
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/create-post',
  ({ request }) => takeShared(request),
  'POST',
);

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const Item = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  actionUrl: z.nullable(z.string()),
});
const News = z.object({ items: z.array(Item) });
const Unread = z.object({ count: z.number() });

/** Browsers count a push that shows nothing, and iPhones end pushes after three: later answers come too late. */
const answersWithinMs = 4_000;

const ask = async <T extends z.ZodMiniType>(path: string, shape: T): Promise<z.output<T> | null> => {
  try {
    const response = await fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(answersWithinMs),
    });
    return response.ok ? shape.parse(await response.json()) : null;
  } catch {
    // Without a connection, or signed out since: then there is only the general sentence.
    return null;
  }
};

// Push messages are empty: the worker asks the server for the news with its session. It must show some notification,
// or the browser shows a generic one.
const tell = async (): Promise<void> => {
  const [news, unread] = await Promise.all([
    ask('/api/notifications?limit=1', News),
    ask('/api/notifications/unread', Unread),
  ]);
  const latest = news?.items.find(({ isRead }) => !isRead);
  await self.registration.showNotification(latest?.title ?? words.title, {
    body: latest?.message ?? words.text,
    icon: '/icons/icon-192.png',
    tag: latest?.id ?? 'circle',
    data: latest?.actionUrl ?? '/notifications',
  });
  if (unread && 'setAppBadge' in self.navigator) await self.navigator.setAppBadge(unread.count);
};
self.addEventListener('push', (event) => event.waitUntil(tell()));

/** Whether somebody looks at a page of Circle. */
const isSeen = async (): Promise<boolean> => {
  const pages = await self.clients.matchAll({ type: 'window' });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
};

// The browser repeats it later if it fails: without an answer nobody knows who is signed in.
const sendOutbox = async (): Promise<void> => {
  if (await isSeen()) return;
  const member = await ask('/api/user', Owner);
  if (!member) throw new Error('nobody is signed in, or there is no connection');
  await sendInBackground(member.id, backgroundKinds, isSeen);
};
self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent && 'tag' in event && event.tag === syncTag)
    event.waitUntil(sendOutbox());
});

const openPage = async (path: string): Promise<void> => {
  // A page that was reloaded past this worker cannot be led anywhere by it.
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  await page.focus();
  await page.navigate(path);
};
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path: unknown = event.notification.data;
  event.waitUntil(openPage(typeof path === 'string' ? path : '/notifications'));
});

// A push service may give a browser another address at any time.
const renew = async (old: PushSubscription | null, given: PushSubscription | null): Promise<void> => {
  const fresh = given ?? (old && (await self.registration.pushManager.subscribe(old.options)));
  if (!fresh) return;
  const { endpoint, keys } = fresh.toJSON();
  await fetch('/api/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
};
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription ?? null, event.newSubscription ?? null));
});
