// Separate from feed.tsx: loads at the first touch.
import { round } from '../../../ui/pencil/ring.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { words } from '../../../words/words.ts';
import './pull.css';

/** Pull distance that triggers a refresh, and the maximum, in pixels. */
const triggerPx = 72;
const maxPx = 108;
/** The mark moves by this fraction of the finger's way, as if on a spring. */
const give = 0.5;
/** Milliseconds for which the text stays for screen readers. */
const announcementMs = 2_000;

interface Indicator {
  root: HTMLElement;
  said: HTMLElement;
}

const makeIndicator = (): Indicator => {
  const root = document.createElement('div');
  root.className = 'pull';
  root.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true"><path pathLength="1" d="${round[0]}"/></svg>`;
  const said = document.createElement('span');
  said.className = 'vh';
  said.setAttribute('role', 'status');
  // A live region must be in the DOM before its text changes, or screen readers skip it.
  root.append(said);
  document.body.append(root);
  return { root, said };
};

const follow = ({ root }: Indicator, pulled: number): void => {
  root.style.setProperty('--pulled', `${pulled}px`);
  root.style.setProperty('--drawn', String(Math.min(1, pulled / triggerPx)));
};

const refreshWith = async ({ root, said }: Indicator, refresh: () => Promise<boolean>): Promise<void> => {
  root.dataset['busy'] = '';
  said.textContent = words.pull.busy;
  // Offline, the query would pause, and the mark would stay.
  const isFresh = navigator.onLine && (await refresh());
  delete root.dataset['busy'];
  follow({ root, said }, 0);
  said.textContent = isFresh ? words.pull.done : '';
  const { failed, failedText } = words.posts.feed;
  if (!isFresh) toast({ title: failed, text: failedText, tone: 'destructive' });
  setTimeout(() => root.remove(), announcementMs);
};

// Overlays and sideways scrollers handle their own touches.
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[role=dialog], [role=alertdialog], [role=menu], .pswp') !== null;

let isRefreshing = false;
let giveUpLast = (): void => undefined;

/**
 * Pull to refresh: follows a finger that pulls the feed down from its top, and refetches past the threshold. `refresh`
 * resolves with whether it worked.
 */
export const followPull = (begin: TouchEvent, refresh: () => Promise<boolean>): void => {
  // The previous touch may have ended while this module was loading.
  giveUpLast();
  const [start] = begin.touches;
  if (isRefreshing || !start || begin.touches.length > 1 || scrollY > 0 || isInOverlay(begin.target)) return;
  const ended = new AbortController();
  const { signal } = ended;
  let mark: Indicator | null = null;
  let pulled = 0;
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    const down = touch.clientY - start.clientY;
    // A move down rather than sideways is a pull. Scrolling or a second finger cancels it.
    const isPull =
      event.touches.length === 1 && scrollY <= 0 && down > Math.abs(touch.clientX - start.clientX);
    if (!mark && !isPull) return;
    mark ??= makeIndicator();
    pulled = isPull ? Math.min(maxPx, Math.max(0, down * give)) : 0;
    follow(mark, pulled);
  };
  const end = () => {
    ended.abort();
    const shown = mark;
    giveUpLast = () => undefined;
    if (!shown) return;
    shown.root.dataset['letGo'] = '';
    if (pulled < triggerPx) {
      follow(shown, 0);
      setTimeout(() => shown.root.remove(), announcementMs);
      return;
    }
    follow(shown, triggerPx);
    isRefreshing = true;
    void refreshWith(shown, refresh).finally(() => {
      isRefreshing = false;
    });
  };
  giveUpLast = () => {
    pulled = 0;
    end();
  };
  addEventListener('touchmove', move, { signal, passive: true });
  addEventListener('touchend', end, { signal });
  addEventListener('touchcancel', giveUpLast, { signal });
};
