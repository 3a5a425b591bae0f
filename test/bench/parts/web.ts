import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from '../../browser/browser.ts';
import { root } from '../../setup/sources.ts';
import { copyOfSqlite } from '../databases.ts';
import { digits, type Figure } from '../figures.ts';
import { askForFeed } from '../pages.ts';
import { inFifty } from '../people.ts';
import { startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

type Kind = 'js' | 'css' | 'woff2';

/** The built file of a path. What is the same in all languages lies outside of their folders. */
const builtFile = (asked: string): string | undefined =>
  [asked, asked.replace(/^\/assets\/[a-z]{2}\//, '/assets/')]
    .map((file) => path.join(root, 'dist/web', file))
    .find((file) => existsSync(file));

/** Bytes as sent: the file compressed at build, or uncompressed if compression saves too little. */
const bytesOf = (file: string): number => {
  const whole = builtFile(file) ?? '';
  return statSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).size;
};

const sum = (files: Iterable<string>, kind: Kind): number =>
  [...files].filter((file) => file.endsWith(`.${kind}`)).reduce((bytes, file) => bytes + bytesOf(file), 0) /
  1_000;

/** React alone, built and compressed like the app. */
const reactAlone = async (): Promise<number> => {
  const id = '\0react-alone';
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (source) => (source === 'react-alone' ? id : null),
        load: (source) =>
          source === id
            ? `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
               createRoot(document.body).render(createElement('p'));`
            : null,
      },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', rolldownOptions: { input: 'react-alone' } },
  });
  const results = Array.isArray(built) ? built : [built];
  const code = results
    .flatMap((result) => ('output' in result ? result.output : []))
    .map((file) => ('code' in file ? file.code : ''));
  return brotliCompressSync(code.join('')).length / 1_000;
};

/**
 * The files that a page requests in a browser with an empty cache: until its first moment is visible, and until the
 * page is quiet.
 */
const filesOf = async (
  browser: Browser,
  origin: string,
  place: string,
): Promise<{ first: Set<string>; all: Set<string> }> => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  const [name = '', value = ''] = cookieOf(inFifty.from).split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('request', (asked) => files.add(new URL(asked.url()).pathname));
  await page.addInitScript(() => {
    const article = new MutationObserver(() => {
      if (!document.querySelector('article')) return;
      article.disconnect();
      performance.mark('article');
    });
    article.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${origin}${place}`, { waitUntil: 'commit' });
  if (place === '/home') await page.locator('article').first().waitFor();
  // By the browser's clock: requests that follow the first moment may begin before it is noticed here.
  const first = new Set(
    await page.evaluate(() => {
      const visibleAt = performance.getEntriesByName('article')[0]?.startTime ?? 0;
      const requests = performance.getEntriesByType('resource');
      return requests
        .filter(({ startTime }) => startTime < visibleAt)
        .map((request) => new URL(request.name).pathname);
    }),
  );
  // The event stream never goes quiet, so wait until the list of files stays unchanged for a while.
  for (let before = -1; before !== files.size; ) {
    before = files.size;
    await page.waitForTimeout(1_000);
  }
  await context.close();
  const built = (names: Set<string>) =>
    new Set([...names].filter((file) => /\.(?:js|css|woff2)$/.test(file) && builtFile(file) !== undefined));
  return { first: built(first), all: built(files) };
};

const memberPages = (post: string): string[] => {
  const routes = readFileSync(path.join(root, 'web/app/routes.tsx'), 'utf8');
  const paths = [...routes.matchAll(/page\(\s*'([^']+)',\s*'member'/g)].map((match) => match[1] ?? '');
  return paths
    .filter((place) => place.startsWith('/') && place !== '/' && place !== '/home')
    .map((place) => place.replace(':id', post));
};

/** The files that the first screen and every other page load in a browser. */
export const web = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(10_000);
  const server = await startServer(folder, { probed: false });
  const browser = await openBrowser();
  try {
    const origin = `http://localhost:${server.port}`;
    const floor = await reactAlone();
    const home = await filesOf(browser, origin, '/home');
    const feed = await askForFeed(server.port, inFifty.from);
    const others: { place: string; js: number }[] = [];
    for (const place of memberPages(feed.items[0]?.id ?? '')) {
      const files = await filesOf(browser, origin, place);
      others.push({
        place: place.replace(/[0-9a-f]{32}/, ':id'),
        js: sum(files.all.difference(home.all), 'js'),
      });
    }
    const most = others.toSorted((a, b) => b.js - a.js)[0];
    const figure = (what: string, kilobytes: number, atMost: number, about = '', under = ''): Figure => ({
      what,
      floor: under,
      value: `${digits(kilobytes)} KB${about}`,
      judged: kilobytes,
      budget: { atMost, unit: 'KB' },
    });
    return [
      figure(
        'JavaScript of the first screen, brotli',
        sum(home.first, 'js'),
        95,
        '',
        `react + react-dom: ${digits(floor)} KB`,
      ),
      figure(
        `JavaScript that any other of ${others.length} pages adds`,
        most?.js ?? 0,
        25,
        `: \`${most?.place}\``,
      ),
      figure('CSS of the first screen', sum(home.first, 'css'), 12),
      figure('Fonts of the first screen', sum(home.all, 'woff2'), 120),
    ];
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
};
