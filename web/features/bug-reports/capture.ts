import type { QueryClient } from '@tanstack/react-query';
import { loadedFonts } from './fonts.ts';
import { notePinned, placePinned } from './pinned.ts';
import { veil } from './redact-screenshot.ts';

/** Milliseconds in which the dialog goes out of the picture. */
const pause = 100;
const scale = 0.8;
const quality = 0.8;
/** Milliseconds in which photos of the page may still arrive: those far below the window never do. */
const forPhotos = 1_500;
/** Milliseconds for each step of the drawing itself, on a slow phone. */
const forDrawing = 20_000;

const outside = '.scrim, .bug, .toasts, [data-radix-focus-guard], script, noscript';

// Skip content below the window: it is outside of the picture, and rendering it takes most of the time.
const isBelow = (node: Element): boolean => node.getBoundingClientRect().top > window.innerHeight;

const isPictured = (node: Node): boolean =>
  !(node instanceof HTMLElement) || !(node.matches(outside) || isBelow(node));

/**
 * Pictures what stands in the window now, without the dialog that asks for it, as a PNG. With `blur` the
 * photos, names and words of members cannot be read in it.
 */
export const capturePage = async (client: QueryClient, { blur }: { blur: boolean }): Promise<Blob> => {
  const root = document.documentElement;
  const { createContext, destroyContext, domToBlob } = await import('modern-screenshot');
  const cssText = await loadedFonts();
  const unveil = blur ? veil(client) : () => undefined;
  const unpin = notePinned();
  root.dataset['capturing'] = '';
  try {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const context = await createContext(root, {
      scale,
      quality,
      timeout: forPhotos,
      width: root.clientWidth,
      height: window.innerHeight,
      backgroundColor: getComputedStyle(document.body).backgroundColor,
      filter: isPictured,
      font: { cssText },
      features: { restoreScrollPosition: true },
      onCloneEachNode: placePinned,
    });
    context.timeout = forDrawing;
    try {
      return await domToBlob(context);
    } finally {
      destroyContext(context);
    }
  } finally {
    delete root.dataset['capturing'];
    unpin();
    unveil();
  }
};
