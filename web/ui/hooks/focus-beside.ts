import { type RefObject, useLayoutEffect } from 'react';
import { focusReturnMs } from '../overlay/menu.tsx';

const focus = (element: Element | null): void => {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

const findTitle = (): Element | null => document.querySelector('#main h1');

export const focusTitle = (): void => focus(findTitle());

/** Moves the focus from an element that goes to the one beside it, or else to the title of the page. */
export const focusBeside = (gone: Element | null, otherwise?: () => void): void => {
  const next = gone?.nextElementSibling ?? gone?.previousElementSibling ?? null;
  // Not the title of a page that comes meanwhile.
  const title = findTitle();
  setTimeout(() => (next || !otherwise ? focus(next ?? title) : otherwise()), focusReturnMs);
};

/** Moves the focus to what is beside an element when that goes with the focus in it. */
export const useFocusBeside = (place: RefObject<Element | null>): void =>
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) focusBeside(element);
    };
  }, [place]);
