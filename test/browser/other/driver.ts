/** One page in a browser other than Chromium: the actions that the walk needs, independent of the protocol. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** Waits until the element is shown, and returns it. */
  press(find: Find): Promise<void>;
  type(find: Find, text: string): Promise<void>;
  choose(find: Find, files: readonly string[]): Promise<void>;
  shows(text: string): Promise<void>;
  /** The text of the found element. */
  read(find: Find): Promise<string>;
  /** Errors in the page, as far as the protocol reports them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** An element on the page: a selector, with its role or its name. */
export interface Find {
  css: string;
  /** A regular expression, case-insensitive. */
  name?: string;
  /** Whether it may be hidden, like a file input. */
  hidden?: boolean;
}

export const button = (name: string): Find => ({ css: 'button', name });
export const link = (name: string): Find => ({ css: 'a', name });
export const field = (name: string): Find => ({ css: 'input, textarea', name });

/** How long to wait for an element. */
export const patience = 15_000;

/**
 * A function for the page that returns the element once it exists and stands still, or null after the timeout. It looks
 * again whenever the page changes.
 */
export const finder = `(css, name, hidden, patience) => {
  const called = (element) => [
    element.getAttribute('aria-label'),
    ...[...(element.labels ?? [])].map((label) => label.textContent),
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
    element.textContent,
  ].filter(Boolean).join(' ').trim();
  const look = () => [...document.querySelectorAll(css)].find((element) =>
    (hidden || (element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [aria-disabled=true]'))) &&
    (name === null || new RegExp(name, 'i').test(called(element)))) ?? null;
  const still = () => Promise.all(document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => null)));
  return new Promise((resolve) => {
    const found = look();
    const end = (element) => { watcher.disconnect(); clearTimeout(timer); still().then(() => resolve(element)); };
    const watcher = new MutationObserver(() => { const element = look(); if (element) end(element); });
    let timer;
    if (found) return end(found);
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    timer = setTimeout(() => end(look()), patience);
  });
}`;

/**
 * A function for the page that scrolls the element to the middle of the window, where the page's bars do not cover it, and
 * waits until nothing else covers it, such as a message that soon goes.
 */
export const uncover = `async (element, patience) => {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const isCovered = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const until = performance.now() + patience;
  while (isCovered() && performance.now() < until) await new Promise(requestAnimationFrame);
}`;

export const told = ({ css, name }: Find): string => (name === undefined ? css : `${css} called ${name}`);
