import { type TouchEvent, useRef, useState } from 'react';

/** A swipe to the left goes at least this far (px), and further than it goes up or down. */
const least = 48;

/** Counts the swipes to the left over an element. */
export const useSwipe = () => {
  const [count, setCount] = useState(0);
  const began = useRef<{ x: number; y: number } | null>(null);
  const onTouchStart = ({ touches }: TouchEvent) => {
    const one = touches.item(0);
    began.current = touches.length === 1 ? { x: one.clientX, y: one.clientY } : null;
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const one = changedTouches.item(0);
    const from = began.current;
    if (!from) return;
    const [left, down] = [from.x - one.clientX, Math.abs(one.clientY - from.y)];
    if (left >= least && left > down * 2) setCount((former) => former + 1);
  };
  return [count, { onTouchStart, onTouchEnd }] as const;
};
