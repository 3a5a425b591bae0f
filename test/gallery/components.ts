import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { views } from './components/views.ts';

const folder = '/components/';

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  woff2: 'font/woff2',
};

/** The URLs of the page that shows the components of web/ui, one for each view. */
export const componentPages = views.map((view) => `${folder}?show=${view}`);

/** Builds the page of components in memory; the result serves it to a browser's pages, beside the app. */
export const buildComponentPage = async () => {
  const built = await build({
    configFile: fileURLToPath(new URL('./components/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { write: false },
  });
  const results = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const files = new Map(
    results.map((file) => [file.fileName, file.type === 'chunk' ? file.code : Buffer.from(file.source)]),
  );
  return (context: BrowserContext): Promise<unknown> =>
    context.route(
      ({ pathname }) => pathname.startsWith(folder),
      (route) => {
        const name = new URL(route.request().url()).pathname.slice(folder.length) || 'index.html';
        const body = files.get(name);
        if (body === undefined) return route.fulfill({ status: 404 });
        return route.fulfill({ body, contentType: types[name.split('.').at(-1) ?? ''] ?? '' });
      },
    );
};
