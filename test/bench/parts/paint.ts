import type { CDPSession, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { openBrowser, screens } from '../../browser/browser.ts';
import { digits, type Figure, median, time } from '../figures.ts';
import { Program } from '../programs.ts';

/** A member of `npm run demo`'s community who is in most circles and whose feed has photos. */
const somebody = { email: 'ines.duarte@example.org', password: 'eleven-lemons' };

/** Slow 4G, as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s down, 0.75 up. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};
const rounds = 5;

const Seen = z.object({ largest: z.number(), visible: z.number(), shift: z.number(), slowest: z.number() });

/**
 * Injected before the page's own scripts: collects the browser's entries on paint, layout shift and interactions, and
 * when the first moment was painted. The splash is no paint of the page.
 */
const watch = (): void => {
  const seen = { largest: 0, visible: 0, shift: 0, slowest: 0 };
  Reflect.set(globalThis, 'benchSeen', seen);
  const on = (type: string, look: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({
      type,
      buffered: true,
      ...more,
    });
  on('largest-contentful-paint', (entry) => {
    // React removes the splash, and an entry of a removed element names none.
    const element: unknown = Reflect.get(entry, 'element');
    if (element instanceof Element && !element.closest('.splash')) seen.largest = entry.startTime;
  });
  const article = new MutationObserver(() => {
    if (!document.querySelector('article')) return;
    article.disconnect();
    // The next task after a frame runs when that frame was painted.
    requestAnimationFrame(() => setTimeout(() => (seen.visible = performance.now())));
  });
  article.observe(document, { childList: true, subtree: true });
  on('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Number(Reflect.get(entry, 'value'));
  });
  on(
    'event',
    (entry) => {
      if (Reflect.get(entry, 'interactionId')) seen.slowest = Math.max(seen.slowest, entry.duration);
    },
    { durationThreshold: 16 },
  );
};

const seenOn = async (page: Page) =>
  Seen.parse(await page.evaluate((): unknown => Reflect.get(globalThis, 'benchSeen')));

const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let at = 0; at < left; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

/** A member's typical session in a feed: scroll, like, open a menu, open the comments and write one. */
const handleFeed = async (page: Page): Promise<void> => {
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, 700);
    await frames(page, 20);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: /like/i }).first().tap();
  await frames(page, 20);
  await page
    .locator('article')
    .getByRole('button', { name: /More|Options|menu/i })
    .first()
    .tap();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await frames(page, 20);
  await page
    .getByRole('button', { name: /^Comments/ })
    .first()
    .tap();
  const box = page.getByRole('textbox', { name: 'Add a comment' }).first();
  await box.waitFor();
  await box.tap();
  await page.keyboard.type('What a day that was');
  await frames(page, 20);
};

/** The paint times of a phone with empty caches: of the feed, and of the public home page. */
export const paint = async (): Promise<Figure[]> => {
  const server = await Program.start(['dist/server/demo.js'], { probed: false, health: '/healthz' });
  const browser = await openBrowser();
  const url = `http://localhost:${server.port}`;
  const visit = async (isSlow: boolean, isSignedIn = true) => {
    const context = await browser.newContext({ ...screens.phone, baseURL: url, serviceWorkers: 'block' });
    try {
      if (isSignedIn) {
        const answer = await context.request.post('/api/auth/login', { data: somebody });
        if (!answer.ok()) throw new Error(`${answer.status()} at the sign-in`);
      }
      const page = await context.newPage();
      const devtools: CDPSession = await context.newCDPSession(page);
      if (isSlow) {
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', slow4g);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      }
      await page.addInitScript(watch);
      await page.goto(isSignedIn ? '/home' : '/');
      await page.locator('article').first().waitFor();
      // The browser reports the largest paint after a quiet time; visible photos count.
      await page.waitForLoadState('load');
      await page.waitForTimeout(isSlow ? 4_000 : 1_500);
      const { largest, visible, shift } = await seenOn(page);
      if (!isSlow) await handleFeed(page);
      const { shift: inAll, slowest } = await seenOn(page);
      return { largest, visible, shift: Math.max(shift, inAll), slowest };
    } finally {
      await context.close();
    }
  };
  try {
    const slow = [];
    const signedOut = [];
    const plain = [];
    for (let round = 0; round < rounds; round++) {
      slow.push(await visit(true));
      signedOut.push(await visit(true, false));
      plain.push(await visit(false));
    }
    const all = [...slow, ...signedOut, ...plain];
    const shift = Math.max(...all.map((seen) => seen.shift));
    const onSlowLine = (what: string, milliseconds: number[]): Figure => ({
      what: `${what}, slow 4G, processor ÷ 4, empty cache`,
      floor: '',
      value: time(median(milliseconds) * 1_000),
      judged: median(milliseconds) / 1_000,
      budget: { atMost: 2.2, unit: 's' },
    });
    const slowest = median(plain.map((seen) => seen.slowest));
    return [
      onSlowLine(
        'Largest contentful paint of the feed',
        slow.map((seen) => seen.largest),
      ),
      onSlowLine(
        'First moment of the feed visible',
        slow.map((seen) => seen.visible),
      ),
      onSlowLine(
        'Largest contentful paint of the signed-out home page',
        signedOut.map((seen) => seen.largest),
      ),
      {
        what: `Layout shift, loading, and reading down the feed (the worst of ${all.length} visits)`,
        floor: '',
        value: digits(shift),
        judged: shift,
        budget: { atMost: 0.05 },
      },
      {
        what: 'Slowest of like, menu, comments and typing, to the next paint (per visit, median)',
        floor: '',
        value: `${digits(slowest)} ms`,
        judged: slowest,
        budget: { atMost: 100, unit: 'ms' },
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
};
