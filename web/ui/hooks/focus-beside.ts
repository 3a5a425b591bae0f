import { type RefObject, useLayoutEffect } from 'react';

/** Menus and dialogs. */
const overlays = '[role="menu"], [role="dialog"], [role="alertdialog"]';

export const isOverlayOpen = (): boolean => document.querySelector(overlays) !== null;

const focusOn = (element: HTMLElement): void => {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/**
 * Moves the focus once no menu or dialog is open before the element. One that closes returns the focus to what opened it,
 * which may be gone by then.
 */
export const focusAfterOverlays = (find: () => Element | null | undefined): void => {
  const isDone = (): boolean => {
    const next = find();
    if (!(next instanceof HTMLElement)) return true;
    const isHeld = [...document.querySelectorAll(overlays)].some((one) => !one.contains(next));
    if (!isHeld) focusOn(next);
    return !isHeld;
  };
  // React first draws a change that was made just before.
  setTimeout(() => {
    if (isDone()) return;
    const watcher = new MutationObserver(() => (isDone() ? watcher.disconnect() : undefined));
    watcher.observe(document.body, { childList: true, subtree: true });
  });
};

const findTitle = (): Element | null => document.querySelector('#main h1');

export const focusTitle = (): void => focusAfterOverlays(findTitle);

/** Moves the focus from an element that goes to the one beside it, or else to the title of the page. */
export const focusBeside = (gone: Element | null, otherwise = findTitle): void => {
  // Not the title of a page that comes meanwhile.
  const next = gone?.nextElementSibling ?? gone?.previousElementSibling ?? otherwise();
  focusAfterOverlays(() => next);
};

/** Moves the focus to what is beside an element when that goes with the focus in it, or else to its dialog or the title. */
export const useFocusBeside = (place: RefObject<Element | null>): void =>
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement))
        focusBeside(element, () => element.closest('[role="dialog"]') ?? findTitle());
    };
  }, [place]);
