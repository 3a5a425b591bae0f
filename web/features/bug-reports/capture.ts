import type { QueryClient } from '@tanstack/react-query';
import { veil } from './veil.ts';

/** Milliseconds in which the dialog goes out of the picture. */
const pause = 100;
const scale = 0.8;
const quality = 0.8;
/** Milliseconds for each photo of the page. */
const patience = 10_000;

const outside = '.scrim, .bug, .toasts, [data-radix-focus-guard], script, noscript';

/**
 * Pictures what stands in the window now, without the dialog that asks for it, as a PNG in a data URL. With `blur` the
 * photos, names and words of members cannot be read in it.
 */
export const capturePage = async (client: QueryClient, { blur }: { blur: boolean }): Promise<string> => {
  const root = document.documentElement;
  const { domToPng } = await import('modern-screenshot');
  const unveil = blur ? veil(client) : () => undefined;
  root.dataset['capturing'] = '';
  try {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return await domToPng(root, {
      scale,
      quality,
      timeout: patience,
      width: root.clientWidth,
      height: window.innerHeight,
      backgroundColor: getComputedStyle(document.body).backgroundColor,
      filter: (node) => !(node instanceof Element && node.matches(outside)),
      features: { restoreScrollPosition: true },
    });
  } finally {
    delete root.dataset['capturing'];
    unveil();
  }
};
