import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Route, Router, useLocation, useSearch } from 'wouter';
import { BugButton } from './bug-button.tsx';
import { Shell, OfflineNote } from './shell.tsx';
import { noteFailedCall, watchConnection } from '../offline/connection.ts';
import { arrive, arriveFirst, arriveWithin, go, watchScroll } from './navigation.ts';
import { NotFound, usePageTitle } from './not-found.tsx';
import type { Answers } from '../data/embedded.ts';
import { makeQueryClient, seed } from '../data/query.ts';
import { RouteExistsProvider } from './route-exists.ts';
import { memberData } from './member-data.ts';
import { matchesPath, resolveRoute, type Who } from './resolve-route.ts';
import { rememberReturn, takeReturn } from './device.ts';
import { type Page, pages, reviewPage, unreachedPage } from './routes.tsx';
import {
  followSignOut,
  clearSessionLost,
  isSessionLost,
  loseSession,
  SessionProvider,
  userQuery,
  useSession,
} from './session.tsx';
import { showStartUpFailure } from './start/start-up-failure.ts';
import { recall } from '../data/browser-storage.ts';
import { BrokenPage, ErrorBoundary } from './error-boundary.tsx';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { Splash } from '../ui/feedback/splash.tsx';
import { toastStore } from '../ui/overlay/toast.ts';
import { words } from '../words/words.ts';

const warn = (error: unknown) => console.warn(error);

/** Without a connection its code may not come; the page works without it. */
const BackgroundWork = lazyComponent(() =>
  import('./background-work.tsx').catch((error: unknown) => {
    warn(error);
    return { default: () => null };
  }),
);

const Toaster = lazyComponent(() => import('../ui/overlay/toaster.tsx'));

const routeExists = (path: string) =>
  pages.some((page) => matchesPath(page.path, path.split(/[?#]/)[0] ?? path));

/** Toasts tell of failures, when a fetch may not work any more: their code comes once the page has loaded. */
function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => toastStore.subscribe(() => setWanted(true)), []);
  useEffect(() => {
    const afterLoad = () => {
      Toaster.preload();
      OfflineNote.preload();
      BrokenPage.preload();
      // Not earlier: on a slow line its time would be over before the page can be read.
      import('./start/after-load.ts').then((begun) => begun.afterLoad(), warn);
    };
    // Not in this task: the first screen may have been drawn in it, and is painted after it.
    if (document.readyState === 'complete') {
      const timer = setTimeout(afterLoad);
      return () => clearTimeout(timer);
    }
    addEventListener('load', afterLoad, { once: true });
    return () => removeEventListener('load', afterLoad);
  }, []);
  return wanted ? <Toaster /> : null;
}

/** The page that a member or a visitor sees at this path. */
export const findPage = (path: string, who: Who): Page | undefined =>
  pages.find((page) => page.who === who && matchesPath(page.path, path));

/** Comes together with the page's code, so its effect runs when the page has really been drawn. */
function Arrival({ path, drawnRef }: { path: string; drawnRef: RefObject<string | null> }) {
  const search = useSearch();
  useEffect(() => {
    if (drawnRef.current === null) arriveFirst();
    else if (drawnRef.current === path) arriveWithin();
    else arrive();
    drawnRef.current = path;
  }, [path, search, drawnRef]);
  return null;
}

function Shown({ page, path }: { page: Page; path: string }) {
  usePageTitle(page.title);
  const drawnRef = useRef<string | null>(null);
  return (
    <Shell kind={page.frame}>
      <ErrorBoundary at={path}>
        <Route path={page.path}>
          <page.Content
            fallback={<main id="main" aria-busy="true" className="min-h-screen" />}
            beside={<Arrival path={path} drawnRef={drawnRef} />}
          />
        </Route>
      </ErrorBoundary>
    </Shell>
  );
}

function Pages() {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session.state === 'loading') {
    const waiting = pages.find((page) => page.waiting !== undefined && matchesPath(page.path, path))?.waiting;
    return <Splash text={session.offline ? words.shell.offline : (waiting ?? words.shell.splash)} />;
  }
  const { hash } = location;
  const isUnknown = session.state === 'unknown';
  const signedIn = session.state === 'in';
  const at = {
    path,
    search: search === '' ? '' : `?${search}`,
    hash,
    signedIn,
    // A session lost on a page for anyone counts as lost until the next sign-in.
    sessionLost: !signedIn && (isSessionLost() || isUnknown),
  };
  const resolved = resolveRoute(pages, at);
  if (resolved.kind === 'page' && resolved.page.who === 'member' && session.user?.review)
    return <Shown page={reviewPage} path={path} />;
  if (resolved.kind === 'page') return <Shown page={resolved.page} path={path} />;
  if (resolved.kind === 'not-found') return <NotFound path={path} signedIn={at.signedIn} />;
  if (isUnknown) return <Shown page={unreachedPage} path={path} />;
  if (resolved.kind === 'enter') return <Enter to={resolved.to} />;
  return <SignInFirst remember={resolved.remember} />;
}

function Enter({ to }: { to: string | null }) {
  useEffect(() => go(to ?? takeReturn(), { replace: true }), [to]);
  return null;
}

function SignInFirst({ remember }: { remember: string | null }) {
  useEffect(() => {
    if (remember !== null) rememberReturn(remember);
    clearSessionLost();
    go('/auth', { replace: true });
  }, [remember]);
  return null;
}

/** The whole app. The build gives `ssrPath`, the path of the page to render. */
export function App({ client, ssrPath }: { client: QueryClient; ssrPath?: string }) {
  const restoreOffline = useCallback(async () => {
    if (recall('keptFeed') === null) return;
    const { restoreFeed } = await import('../features/posts/feed/restore-feed.ts');
    await restoreFeed(client);
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      <Router
        {...(ssrPath !== undefined && { ssrPath })}
        aroundNav={(_, to, options) => go(to, { replace: options?.replace === true })}
      >
        <RouteExistsProvider value={routeExists}>
          <SessionProvider restoreOffline={restoreOffline}>
            <BackgroundWork />
            <Pages />
            <BugButton />
          </SessionProvider>
          <Toasts />
        </RouteExistsProvider>
      </Router>
    </QueryClientProvider>
  );
}

// The bottom bar makes room for the keyboard while a field has the focus, and comes back once the form is sent.
const leaveSentField = ({ target }: Event): void => {
  const { activeElement } = document;
  const isWithin = target instanceof HTMLFormElement && target.contains(activeElement);
  if (isWithin && activeElement instanceof HTMLElement && matchMedia('(pointer: coarse)').matches)
    activeElement.blur();
};

/** Whether the document rightly shows a visitor's page. Loads the code of that page. */
const isVisitor = async (client: QueryClient): Promise<boolean> => {
  const user = await client.query(userQuery).catch(() => undefined);
  if (user !== null) return false;
  await findPage(location.pathname, 'visitor')?.Content.load();
  return true;
};

/** Starts Circle in the element, with the answers that came inside the document. Resolves when it has been drawn. */
export const start = async (root: HTMLElement, answers: Answers | null): Promise<void> => {
  watchScroll();
  addEventListener('submit', leaveSentField, { capture: true });
  followSignOut(memberData);
  watchConnection();
  const client = makeQueryClient((error, begunAt) => {
    noteFailedCall(error);
    loseSession(client, error, 'auth', begunAt);
  });
  const app = <App client={client} />;
  const options = { onUncaughtError: showStartUpFailure };
  if ('visitor' in root.dataset && (await isVisitor(client))) {
    hydrateRoot(root, app, options);
    return;
  }
  if (answers) {
    seed(client, answers);
    // The first screen is then drawn once, without a splash before it.
    await findPage(location.pathname, 'member')?.Content.load();
  }
  const drawn = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(root, { childList: true });
  });
  createRoot(root, options).render(app);
  await drawn;
};
