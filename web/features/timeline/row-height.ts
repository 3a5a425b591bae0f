import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The heights in pixels that rows come close to. */
const heights = [64, 92, 130, 190, 260, 350];

const first = (): number => (matchMedia('(min-width: 769px)').matches ? 3 : 2);

// Outside of the component, so that a member who comes back finds the photos as large as before.
let chosen: number | null = null;

/** Turns of the wheel, in its pixels, and the stretch of two fingers that make one step. */
const wheelStep = 60;
const pinchStep = 1.25;

export interface RowHeight {
  rowHeight: number;
  isSmallest: boolean;
  isLargest: boolean;
  step: (by: -1 | 1) => void;
}

export const useRowHeight = (): RowHeight => {
  const [at, setAt] = useState(() => chosen ?? first());
  const step = useCallback((by: -1 | 1) => {
    chosen = Math.min(heights.length - 1, Math.max(0, (chosen ?? first()) + by));
    setAt(chosen);
  }, []);
  return {
    rowHeight: heights[at] ?? 190,
    isSmallest: at === 0,
    isLargest: at === heights.length - 1,
    step,
  };
};

const distanceOf = ({ touches }: TouchEvent): number | null => {
  const [a, b] = touches;
  return touches.length === 2 && a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : null;
};

/** Steps by Ctrl and the wheel, as touchpads send when two fingers pinch, and by two fingers on a screen. */
export const usePinch = (place: RefObject<HTMLElement | null>, step: (by: -1 | 1) => void): void => {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    let turned = 0;
    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        turned += event.deltaY;
        if (Math.abs(turned) < wheelStep) return;
        step(turned < 0 ? 1 : -1);
        turned = 0;
      },
      { signal, passive: false },
    );
    // `touch-action` keeps the browser from zooming, so that no touch has to wait for this page.
    const passive = { signal, passive: true };
    let began: number | null = null;
    const begin = (event: TouchEvent) => {
      began = distanceOf(event);
    };
    const stretch = (event: TouchEvent) => {
      const distance = distanceOf(event);
      if (distance === null || began === null) return;
      const factor = distance / began;
      if (factor < pinchStep && factor > 1 / pinchStep) return;
      step(factor > 1 ? 1 : -1);
      began = distance;
    };
    element.addEventListener('touchstart', begin, passive);
    element.addEventListener('touchmove', stretch, passive);
    return () => stop.abort();
  }, [place, step]);
};
