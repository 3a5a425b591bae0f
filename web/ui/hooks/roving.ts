import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';

const narrow = '(max-width: 768px)';

const watch = (watcher: () => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
};

/** Whether the page is laid out as on a phone, for what is too large to be drawn in both layouts. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watch, () => matchMedia(narrow).matches);

/** Whether a value has ever changed since the component was first drawn: nothing moves without a cause. */
export const useChanged = (value: unknown): boolean => {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (!changed && value !== first) setChanged(true);
  return changed;
};

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Arrow keys, Home and End within a group that is one tab stop (tabs, radio groups). Moves the focus to the
 * neighbour that the selector matches and answers which one it is, or null where the key means nothing here.
 */
export const rove = (
  event: KeyboardEvent<HTMLElement>,
  selector: '[role="tab"]' | '[role="radio"]' | 'a' | 'button',
): number | null => {
  const members = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = members.findIndex((member) => member === document.activeElement);
  const step = steps[event.key];
  let next: number | null = null;
  if (step !== undefined && at >= 0) next = (at + step + members.length) % members.length;
  else if (event.key === 'Home') next = 0;
  else if (event.key === 'End') next = members.length - 1;
  if (next === null) return null;
  event.preventDefault();
  members[next]?.focus();
  return next;
};
