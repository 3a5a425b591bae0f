import { placeholderOf } from '../media/placeholder-image.ts';

/** Milliseconds that must be left in a frame: decoding a placeholder takes 2 on a slow phone. */
const neededMs = 4;
const withoutIdleMs = 50;

const waiting = new Map<HTMLElement, string>();
let isAsked = false;

const paint = (hasTime: () => boolean): void => {
  isAsked = false;
  for (const [element, thumbhash] of waiting) {
    if (!hasTime()) return ask();
    waiting.delete(element);
    const image = placeholderOf(thumbhash);
    if (image !== null) element.style.backgroundImage = image;
  }
};

const ask = (): void => {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback((left) => paint(() => left.timeRemaining() > neededMs));
  else {
    setTimeout(() => {
      const until = performance.now() + neededMs;
      paint(() => performance.now() < until);
    }, withoutIdleMs);
  }
};

/** Paints the blurred placeholder when the page has nothing else to do; returns how to do without. */
export const paintWhenIdle = (element: HTMLElement, thumbhash: string): (() => void) => {
  waiting.set(element, thumbhash);
  ask();
  return () => {
    waiting.delete(element);
  };
};
