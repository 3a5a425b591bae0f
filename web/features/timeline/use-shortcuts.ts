import { useEffect, useRef } from 'react';
import { isOverlayOpen } from '../../ui/hooks/focus-beside.ts';
import type { Place } from './window.ts';

interface Shortcuts {
  go: (place: Place) => void;
  /** Asks for a day. */
  ask: () => void;
  /** Makes photos larger or smaller. */
  step: (by: -1 | 1) => void;
}

/** Somebody writes, chooses, or looks at something over the page. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  defaultPrevented ||
  isOverlayOpen() ||
  (target instanceof Element && target.closest('input, select, textarea') !== null);

/** Home, End, G, plus and minus, wherever the focus is on the page. */
export const useShortcuts = (isOn: boolean, shortcuts: Shortcuts): void => {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const { go, ask, step } = latest.current;
      const acts: Record<string, () => void> = {
        Home: () => go('newest'),
        End: () => go('oldest'),
        g: ask,
        '+': () => step(1),
        '-': () => step(-1),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
};
