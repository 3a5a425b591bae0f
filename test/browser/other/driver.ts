/** One page in a browser that is not Chromium: what the walk needs of it, whichever protocol it speaks. */
export interface Driver {
  goto(url: string): Promise<void>;
  /** Waits until the page shows it, and takes hold of it. */
  press(find: Find): Promise<void>;
  type(find: Find, text: string): Promise<void>;
  choose(find: Find, files: readonly string[]): Promise<void>;
  shows(text: string): Promise<void>;
  /** The text of what is found. */
  read(find: Find): Promise<string>;
  /** Errors in the page, as far as the protocol reports them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** Something on the page: by a selector, and by what it is called or says. */
export interface Find {
  css: string;
  /** A regular expression, without case. */
  name?: string;
  /** Whether it may be out of sight, as a field for files is. */
  hidden?: boolean;
}

export const button = (name: string): Find => ({ css: 'button', name });
export const link = (name: string): Find => ({ css: 'a', name });
export const field = (name: string): Find => ({ css: 'input, textarea', name });

/** How long the page is given to show something. */
export const patience = 15_000;

/**
 * A function of the page that answers with the element once it is there, and null where it never came. It looks again
 * whenever the page changes.
 */
export const finder = `(css, name, hidden, patience) => {
  const called = (element) => [
    element.getAttribute('aria-label'),
    ...[...(element.labels ?? [])].map((label) => label.textContent),
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
    element.textContent,
  ].filter(Boolean).join(' ').trim();
  const look = () => [...document.querySelectorAll(css)].find((element) =>
    (hidden || (element.checkVisibility({ visibilityProperty: true }) && !element.disabled)) &&
    (name === null || new RegExp(name, 'i').test(called(element)))) ?? null;
  return new Promise((resolve) => {
    const found = look();
    if (found) return resolve(found);
    const end = (element) => { watcher.disconnect(); clearTimeout(timer); resolve(element); };
    const watcher = new MutationObserver(() => { const element = look(); if (element) end(element); });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const timer = setTimeout(() => end(look()), patience);
  });
}`;

export const told = ({ css, name }: Find): string => (name === undefined ? css : `${css} called ${name}`);
