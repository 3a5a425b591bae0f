import { forget, keep, recall } from '../../../data/browser-storage.ts';

// contract/text/look-script.ts applies both before the first paint of the next page.

export const textSizes = ['100', '115', '130', '150'] as const;
export type TextSize = (typeof textSizes)[number];

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const papers = { light: '#f3f5f4', dark: '#16110d' };

/** In percent of the browser's own size. */
export const textSize = (): TextSize => textSizes.find((size) => size === recall('textSize')) ?? '100';

export const theme = (): Theme => themes.find((name) => name === recall('theme')) ?? 'system';

export const setTextSize = (size: TextSize): void => {
  if (size === '100') forget('textSize');
  else keep('textSize', size);
  document.documentElement.style.fontSize = size === '100' ? '' : `${size}%`;
};

export const setTheme = (name: Theme): void => {
  const { dataset } = document.documentElement;
  if (name === 'system') {
    forget('theme');
    delete dataset['theme'];
  } else {
    keep('theme', name);
    dataset['theme'] = name;
  }
  // The colour of the browser's own bars.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = papers[name === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : name];
};
