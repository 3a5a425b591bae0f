import { useEffect } from 'react';

/** Brings a section of the page into view and puts the focus on its heading. */
export const showSection = (id: string): void => {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
};

const settleMs = 1_500;

/**
 * Scrolls to the section that the URL names (`#sessions`), also when a notification on this page links to it. Content
 * above may still be loading, so the section is held in place until the page has settled or the reader scrolls.
 */
export const useNamedSection = (): void => {
  useEffect(() => {
    let stop = () => {};
    const open = () => {
      stop();
      const id = location.hash.slice(1);
      if (id === '' || !document.getElementById(id)) return;
      const show = () => showSection(id);
      const observer = new ResizeObserver(show);
      const moved = new AbortController();
      stop = () => {
        observer.disconnect();
        moved.abort();
      };
      // Wait for the navigation to finish, because it scrolls the page to its top.
      requestAnimationFrame(() => {
        show();
        observer.observe(document.body);
      });
      for (const act of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
        addEventListener(act, stop, { signal: moved.signal, passive: true });
      }
      setTimeout(stop, settleMs);
    };
    open();
    // wouter reports its own navigation by this event.
    addEventListener('pushState', open);
    addEventListener('hashchange', open);
    return () => {
      stop();
      removeEventListener('pushState', open);
      removeEventListener('hashchange', open);
    };
  }, []);
};
