import { isNight, nightOf } from './night.ts';
import type { ListedPhoto } from './order.ts';
import { createStopwatch, element, show, askJson, field, texts } from './request.ts';
import { createSlides } from './slides.ts';

/** A frame that was ended goes black within 5 s: a question every 2.5 s, each answered within 2 s (FRAME-10). */
const pollMs = 2_500;
const pollTimeoutMs = 2_000;
const shortestPauseMs = 500;
/** Without an answer for this time, the frame goes black (FRAME-10). */
const awayAfterMs = 60_000;
const listMs = 15_000;
const listTimeoutMs = 10_000;
const tickMs = 500;
/** A tap wakes a dark frame for this time. */
const wakeMs = 60_000;

const listedPhotos = (value: unknown): ListedPhoto[] => {
  const photos: ListedPhoto[] = [];
  for (const entry of Array.isArray(value) ? value : []) {
    const [name, alt] = [field(entry, 'name'), field(entry, 'alt')];
    if (typeof name === 'string') photos.push({ name, alt: typeof alt === 'string' ? alt : '' });
  }
  return photos;
};

const keepScreenOn = (): void => {
  const ignore = (): void => {};
  // Browsers that know this also know promises.
  if ('wakeLock' in navigator) navigator.wakeLock.request('screen').then(ignore, ignore);
};

const goFullScreen = (): void => {
  const root = document.documentElement;
  for (const name of ['requestFullscreen', 'webkitRequestFullscreen']) {
    const request: unknown = Reflect.get(root, name);
    if (typeof request !== 'function') continue;
    Reflect.apply(request, root, []);
    return;
  }
};

const setClass = (name: string, isSet: boolean): void => {
  if (isSet) document.body.classList.add(name);
  else document.body.classList.remove(name);
};

/** Shows the photos one after the other, as long as the server confirms them. */
export const startShowing = (): void => {
  const slides = createSlides();
  const night = nightOf(document.body.dataset);
  const answered = createStopwatch();
  const tapped = createStopwatch();
  let wasTapped = false;
  let isOver = false;
  let isAway = false;
  let isListed = false;
  let mark = '';

  const forget = (): void => {
    slides.forget();
    mark = '';
    isListed = false;
    show('empty', false);
  };

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    forget();
    setClass('night', false);
    show('away', false);
    show('ended', true);
    element('again').focus();
  };

  const setAway = (isGone: boolean): void => {
    if (isAway === isGone) return;
    isAway = isGone;
    if (isAway) forget();
    show('away', isAway);
  };

  const list = (): void => {
    if (isOver || isAway) return;
    askJson(`/frame/photos?mark=${mark}`, {
      timeoutMs: listTimeoutMs,
      done: (status, body) => {
        if (isOver || isAway) return;
        if (status === 401) end();
        if (status !== 200) return;
        isListed = true;
        mark = String(field(body, 'mark'));
        slides.list(listedPhotos(field(body, 'photos')));
        show('empty', slides.isEmpty);
      },
    });
  };

  const poll = (): void => {
    if (isOver) return;
    const asked = slides.names;
    const took = createStopwatch();
    askJson(`/frame/now?photos=${asked.join(',')}`, {
      timeoutMs: pollTimeoutMs,
      done: (status, body) => {
        if (isOver) return;
        if (status === 401) {
          end();
          return;
        }
        if (status === 200 && field(body, 'state') === 'showing') {
          answered.restart();
          slides.confirm(asked, texts(field(body, 'seen')));
          setAway(false);
          setClass('covered', false);
          if (!isListed) list();
        }
        setTimeout(poll, Math.max(shortestPauseMs, pollMs - took.elapsedMs()));
      },
    });
  };

  const tick = (): void => {
    if (isOver) return;
    if (answered.elapsedMs() > awayAfterMs) setAway(true);
    const isWoken = wasTapped && tapped.elapsedMs() < wakeMs;
    setClass('night', isNight(night, new Date().getHours()) && !isWoken);
    slides.tick();
  };

  element('again').addEventListener('click', () => location.reload());
  element('stage').addEventListener('click', () => {
    wasTapped = true;
    tapped.restart();
    tick();
    goFullScreen();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    // The browser stops timers in the background: nothing is shown before the next answer.
    setClass('covered', true);
    keepScreenOn();
  });
  keepScreenOn();
  poll();
  tick();
  setInterval(tick, tickMs);
  setInterval(list, listMs);
};
