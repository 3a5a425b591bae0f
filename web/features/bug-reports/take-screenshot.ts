import type { QueryClient } from '@tanstack/react-query';
import { loadedFonts } from './fonts.ts';
import { markPinned, pinCopy } from './pin-in-screenshot.ts';
import { redactScreenshot } from './redact-screenshot.ts';

/** The milliseconds until the browser has painted the page without the dialog. */
const pauseMs = 100;
const scale = 0.8;
const quality = 0.8;
/** How long to wait for photos: those far below the window never load. */
const photosTimeoutMs = 1_500;
/** The timeout of each drawing step, enough for a slow phone. */
const drawingTimeoutMs = 20_000;

const excluded = '.scrim, .bug, .toasts, [data-radix-focus-guard], script, noscript';

// Skip content below the window: it is outside of the picture, and rendering it takes most of the time.
const isBelow = (node: Element): boolean => node.getBoundingClientRect().top > window.innerHeight;

const isPictured = (node: Node): boolean =>
  !(node instanceof HTMLElement) || !(node.matches(excluded) || isBelow(node));

/**
 * Takes a screenshot of the visible page as a PNG, without the dialog. With `blur`, photos, names and texts of
 * members are unreadable in it.
 */
export const takeScreenshot = async (client: QueryClient, { blur }: { blur: boolean }): Promise<Blob> => {
  const root = document.documentElement;
  const { createContext, destroyContext, domToBlob } = await import('modern-screenshot');
  const cssText = await loadedFonts();
  const unredact = blur ? redactScreenshot(client) : () => undefined;
  const unpin = markPinned();
  root.dataset['capturing'] = '';
  try {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const context = await createContext(root, {
      scale,
      quality,
      timeout: photosTimeoutMs,
      width: root.clientWidth,
      height: window.innerHeight,
      backgroundColor: getComputedStyle(document.body).backgroundColor,
      filter: isPictured,
      font: { cssText },
      features: { restoreScrollPosition: true },
      onCloneEachNode: pinCopy,
    });
    context.timeout = drawingTimeoutMs;
    try {
      return await domToBlob(context);
    } finally {
      destroyContext(context);
    }
  } finally {
    delete root.dataset['capturing'];
    unpin();
    unredact();
  }
};
