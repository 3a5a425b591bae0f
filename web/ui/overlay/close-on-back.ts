// A step back in the history closes what is open before it leaves the page. Each open overlay has an entry of the history
// with the page's address. An entry of a closed overlay stays a moment, for the next overlay or page.
import { useEffect, useEffectEvent, useState } from 'react';

/** How long an entry stays. A browser skips pages that add entries unasked: a menu passes its entry to its dialog. */
const removeAfterMs = 1_000;

interface Overlay {
  close: () => void;
}

interface Place {
  /** The name of the page's entry (`web/app/navigation.ts`). */
  entry: unknown;
  /** How many entries of overlays lie between the page's entry and this one. */
  depth: number;
}

/** The top one last. */
const opened: Overlay[] = [];
let at: Place = { entry: undefined, depth: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
/** Calls that wait for a step of this module, while one is on its way. */
let afterStep: (() => void)[] | null = null;

const readPlace = (): Place => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return { entry: undefined, depth: 0 };
  const depth = 'overlays' in state && typeof state.overlays === 'number' ? state.overlays : 0;
  return { entry: 'entry' in state ? state.entry : undefined, depth };
};

const step = (by: number, then: () => void): void => {
  afterStep = [then];
  history.go(by);
};

/** An entry for each open overlay. */
const addEntries = (): void => {
  if (afterStep !== null) return;
  at = readPlace();
  while (at.depth < opened.length) {
    const state: unknown = history.state;
    history.pushState({ ...(typeof state === 'object' && state), overlays: at.depth + 1 }, '');
    at = readPlace();
  }
};

const removeEntries = (): void => {
  removeEventListener('beforeunload', keepEntries);
  if (afterStep === null && at.depth > opened.length) step(opened.length - at.depth, addEntries);
};

/** A step would call off a document that is on its way. */
const keepEntries = (): void => clearTimeout(timer);

const closeTo = (count: number): void => {
  while (opened.length > count) opened.pop()?.close();
};

/** Follows the history. Once, at the start. */
export const watchBack = (): void => {
  at = readPlace();
  addEventListener('popstate', () => {
    const from = at;
    at = readPlace();
    if (afterStep !== null) {
      const waiting = afterStep;
      afterStep = null;
      for (const act of waiting) act();
      return;
    }
    if (at.entry !== from.entry) return closeTo(0);
    if (at.depth >= from.depth) return;
    // Nothing is open there: the step was meant for the page.
    if (opened.length <= at.depth) return history.back();
    closeTo(at.depth);
  });
};

/** Closes an overlay by a step back. Returns a function for an overlay that was closed another way. */
export const closeOnBack = (close: () => void): (() => void) => {
  const overlay = { close };
  opened.push(overlay);
  addEntries();
  return () => {
    const index = opened.indexOf(overlay);
    if (index >= 0) opened.splice(index, 1);
    clearTimeout(timer);
    timer = setTimeout(removeEntries, removeAfterMs);
    // Not longer than that: Firefox keeps no page that listens for it.
    addEventListener('beforeunload', keepEntries);
  };
};

/** `closeOnBack` for a component. An overlay that refuses to close, such as one that saves, waits for the next step. */
export const useCloseOnBack = (open: boolean, onClose: () => void): void => {
  const [steps, setSteps] = useState(0);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    return closeOnBack(() => {
      close();
      setSteps(steps + 1);
    });
  }, [open, steps]);
};

/** Opens another page from an overlay: takes the place of the overlay's entry, and with `replace` of the page's, too. */
export const passOverlays = (replace: boolean, navigate: (replace: boolean) => void): void => {
  const pass = (instead: boolean) => {
    navigate(instead);
    at = readPlace();
  };
  if (afterStep !== null) afterStep.push(() => pass(replace));
  else if (at.depth === 0) pass(replace);
  else if (replace) step(-at.depth, () => pass(true));
  else pass(true);
};
