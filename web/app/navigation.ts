import { navigate } from 'wouter/use-browser-location';
import { keep, recall } from '../data/browser-storage.ts';
import { passOverlays, watchBack } from '../ui/overlay/close-on-back.ts';

interface GoOptions {
  replace?: boolean;
}

let counter = 0;
let lastWasBack = false;
let restoring = false;
/** The address that is drawn; a step in the history that keeps it (a closed dialog) moves nothing. */
let place = '';
const positions = new Map<string, number>();

const placeNow = (): string => location.pathname + location.search;

const newEntry = (): string => `${Date.now().toString(36)}-${counter++}`;

const entryNow = (): string => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('entry' in state)) return '';
  return typeof state.entry === 'string' ? state.entry : '';
};

// The payment pages are separate documents, because the card provider's script may run there. Navigation to and from
// them loads a new document, so that their CSP applies nowhere else.
const isPaymentPage = (path: string): boolean => path.startsWith('/square-');

const goByDocument = (to: string, replace: boolean): boolean => {
  const { pathname } = new URL(to, location.href);
  if (pathname === location.pathname || (!isPaymentPage(pathname) && !isPaymentPage(location.pathname)))
    return false;
  if (replace) location.replace(to);
  else location.assign(to);
  return true;
};

/** Goes to a page of ours, from anywhere. Every page in the history has a name, so that its scroll can be kept. */
export const go = (to: string, { replace = false }: GoOptions = {}): void => {
  if (goByDocument(to, replace)) return;
  passOverlays(replace, (instead) => {
    lastWasBack = false;
    navigate(to, { replace: instead, state: { entry: newEntry() } });
    place = placeNow();
  });
};

const readPositions = () => {
  try {
    const kept: unknown = JSON.parse(recall('scroll') ?? '[]');
    if (!Array.isArray(kept)) return;
    for (const pair of kept) {
      if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number')
        positions.set(pair[0], pair[1]);
    }
  } catch {
    // Somebody else's text under our name: the page then simply starts at its top.
  }
};

/** Takes scrolling on history moves over from the browser, which acts before a page is drawn. Once, at the start. */
export const watchScroll = (): void => {
  history.scrollRestoration = 'manual';
  if (entryNow() === '') history.replaceState({ entry: newEntry() }, '');
  readPositions();
  watchBack();
  place = placeNow();
  addEventListener('popstate', () => {
    if (placeNow() === place) return;
    place = placeNow();
    lastWasBack = true;
    restoring = true;
  });
  addEventListener(
    'scroll',
    () => {
      if (!restoring) positions.set(entryNow(), scrollY);
    },
    { passive: true },
  );
  addEventListener('pagehide', () => keep('scroll', JSON.stringify([...positions].slice(-50))));
};

/** Whether the page that is being drawn starts at its top, not where somebody left it. */
export const beginsAtTop = (): boolean => !lastWasBack && (positions.get(entryNow()) ?? 0) === 0;

const restoreWithinMs = 1_000;

const restoreScroll = (): void => {
  const wanted = positions.get(entryNow()) ?? 0;
  const until = performance.now() + restoreWithinMs;
  const attempt = () => {
    scrollTo(0, wanted);
    if (Math.abs(scrollY - wanted) < 2 || performance.now() > until) restoring = false;
    else requestAnimationFrame(attempt);
  };
  attempt();
};

/** After another page was drawn: at its top with the focus on its heading, or where it was when coming back. */
export const arrive = (): void => {
  if (lastWasBack) restoreScroll();
  else scrollTo(0, 0);
  lastWasBack = false;
  focusHeading();
};

/** After the same page changed its address, such as its filter: it stays where it is, or goes back to where it was. */
export const arriveWithin = (): void => {
  if (lastWasBack) restoreScroll();
  lastWasBack = false;
};

const headingWithinMs = 2_000;

/** Puts the focus on the page's heading, also where that comes a little later than the page. */
const focusHeading = (): void => {
  const attempt = (): boolean => {
    const main = document.getElementById('main');
    if (main?.contains(document.activeElement)) return true;
    const heading = main?.querySelector<HTMLElement>('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (attempt()) return;
  const observer = new MutationObserver(() => {
    if (attempt()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), headingWithinMs);
};

/** After the first page was drawn: a reloaded page is where it was; the focus stays with the browser. */
export const arriveFirst = (): void => {
  if (positions.has(entryNow())) restoreScroll();
};
