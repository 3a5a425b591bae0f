import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../browser/browser.ts';
import { buildComponentPage } from './components.ts';
import { serveLetters } from './letters.ts';
import { findingsOn } from './look.ts';
import { isCompared, language, openStage, type Scene, type Stage, type Who, words } from './scenes.ts';
import { contactSheet, type Picture } from './sheet.ts';
import type { Person } from '../harness/person.ts';
import { root } from '../setup/sources.ts';
import { closeShared } from '../runner/shared.ts';

/** Whether the most important pages are taken for a comparison of languages. */
const isComparison = process.argv.includes('--compared');
const folder = path.resolve(root, 'dist/gallery', isComparison ? language : '');
const tallest = 2_600;
/** Milliseconds allowed for a scene on one device. */
const patience = 180_000;
interface Look {
  width: number;
  theme: 'light' | 'dark';
  /** Text of twice the size, as a browser's setting makes it. */
  isLarge?: true;
}
const inBothThemes = (...widths: number[]): Look[] =>
  widths.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })));
/** Load each page again for touch and for mouse, because parts of it differ. */
const devices: readonly { looks: readonly Look[]; height: number; touch: boolean }[] = [
  {
    looks: isComparison
      ? [
          { width: 320, theme: 'light', isLarge: true },
          { width: 390, theme: 'light' },
        ]
      : inBothThemes(320, 390, 768),
    height: 844,
    touch: true,
  },
  {
    looks: isComparison ? [{ width: 1280, theme: 'dark' }] : inBothThemes(1280),
    height: 900,
    touch: false,
  },
];
type Device = (typeof devices)[number];

const serveComponents = await buildComponentPage();

const isQuick = process.argv.includes('--quick');
const inQuick = new Set(['390 light', '1280 dark']);

const titleOf = ({ route, at, done }: Scene): string => [at ?? route, done?.name ?? ''].join(' ').trim();
const fileOf = (scene: Scene, { width, theme, isLarge }: Look): string =>
  `${scene.who}-${titleOf(scene).replaceAll(/[^a-zA-Z0-9]+/g, '-')}-${width}-${theme}${isLarge ? '-large' : ''}.jpg`;

const openContext = async (browser: Browser, url: string, device: Device, person: Person) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: device.looks[0]?.width ?? 0, height: device.height },
    isMobile: device.touch,
    hasTouch: device.touch,
    locale: words.locale,
    reducedMotion: 'reduce',
    // Open pages of an earlier visit would receive live updates.
    serviceWorkers: 'block',
  });
  await serveComponents(context);
  await serveLetters(context);
  const pairs = (person.cookie ?? '').split('; ').filter((pair) => pair !== '');
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url };
    }),
  );
  return context;
};

const isSettled = async (page: Page): Promise<void> => {
  await page.locator('main').first().waitFor();
  // Each page has a heading, which comes with the page's code.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // On the page of components a busy button stays busy.
  await page.locator('body:not(.components) [aria-busy="true"]:visible').first().waitFor({ state: 'hidden' });
  // Wait for visible photos only; the others load when somebody scrolls near.
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
    ),
  );
};

/** Runs in the page: a toast that still moves in is outside of the window, and a resized page is drawn a frame later. */
const waitUntilStill = async (): Promise<void> => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
};

const photograph = async (context: BrowserContext, scene: Scene, device: Device): Promise<Picture[]> => {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} from ${response.url()}`);
  });
  const pictures: Picture[] = [];
  // A page that never answers would block all others. Closing it makes its scene fail.
  const timer = setTimeout(() => void page.close(), patience);
  try {
    await page.goto(scene.at ?? scene.route);
    await isSettled(page);
    await scene.done?.act(page);
    for (const look of device.looks) {
      const { width, theme, isLarge = false } = look;
      await page.setViewportSize({ width, height: device.height });
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = size;
        },
        isLarge ? '200%' : '',
      );
      await page.evaluate(waitUntilStill);
      const findings = [
        ...(await findingsOn(page, { rules: !isQuick || inQuick.has(`${width} ${theme}`) })),
        ...complaints.splice(0),
      ];
      const file = fileOf(scene, look);
      const needed = await page.evaluate(() => document.documentElement.scrollHeight);
      const height = scene.done ? device.height : Math.min(Math.max(needed, device.height), tallest);
      await page.screenshot({
        path: path.join(folder, file),
        type: 'jpeg',
        quality: 75,
        fullPage: !scene.done,
        ...(!scene.done && { clip: { x: 0, y: 0, width, height } }),
      });
      pictures.push({ file, title: titleOf(scene), who: scene.who, width, theme, findings });
    }
  } catch (error) {
    const [line = ''] = String(error).split('\n');
    const width = device.looks[0]?.width ?? 0;
    pictures.push({
      file: '',
      title: titleOf(scene),
      who: scene.who,
      width,
      theme: 'light',
      findings: [`could not be photographed: ${line}`],
    });
  } finally {
    clearTimeout(timer);
    void page.close();
  }
  return pictures;
};

const told = (pictures: readonly Picture[]): string[] => {
  const findings = pictures.flatMap(({ who, title, width, theme, findings: found }) =>
    found.map((finding) => ({ where: `${who} ${title}`, how: `${width} ${theme}`, finding })),
  );
  const same = Map.groupBy(findings, ({ where, finding }) => `${where}: ${finding}`);
  return [...same].map(([what, all]) => `${what} (${all.map(({ how }) => how).join(', ')})`);
};

/** Three scenes concurrently. */
const takeAll = async (browser: Browser, { server, people, scenes }: Stage): Promise<Picture[]> => {
  const jobs = devices.flatMap((device) => scenes.map((scene) => ({ device, scene })));
  const taken: { place: number; pictures: Picture[] }[] = [];
  const contexts = new Map<string, Promise<BrowserContext>>();
  const contextOf = (device: Device, who: Who) => {
    const key = `${device.height} ${who}`;
    const known = contexts.get(key) ?? openContext(browser, server.url, device, people[who]);
    contexts.set(key, known);
    return known;
  };
  const worker = async () => {
    for (let next = jobs.shift(); next; next = jobs.shift()) {
      const { device, scene } = next;
      const pictures = await photograph(await contextOf(device, scene.who), scene, device);
      taken.push({ place: scenes.indexOf(scene), pictures });
      for (const line of told(pictures)) process.stdout.write(`${line}\n`);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return taken.toSorted((a, b) => a.place - b.place).flatMap(({ pictures }) => pictures);
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stage = await openStage();
const browser = await openBrowser();
try {
  const scenes = stage.scenes.filter(
    (scene) =>
      (!isComparison || isCompared(scene)) &&
      (wanted.length === 0 || wanted.some((word) => `${scene.who} ${titleOf(scene)}`.includes(word))),
  );
  const pictures = await takeAll(browser, { ...stage, scenes });
  await writeFile(path.join(folder, 'index.html'), contactSheet(pictures));
  const findings = told(pictures);
  process.stdout.write(`\n${pictures.length} pictures, in ${path.relative(root, folder)}/index.html\n`);
  process.stdout.write(
    findings.length === 0 ? 'Nothing was found wrong.\n' : `${findings.length} findings.\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await stage.server.close();
  await closeShared();
}
