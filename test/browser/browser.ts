import assert from 'node:assert/strict';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import * as circles from '../../contract/circles.ts';
import type { Circle } from '../../contract/shapes.ts';
import type { Person } from '../harness/person.ts';
import { shared } from '../runner/shared.ts';
import { password } from '../harness/test-server.ts';
import { until } from '../runner/until.ts';
import { problemsOf } from './axe.ts';

/** A phone held upright and a small laptop, as in the design, and a phone held sideways. */
export const screens = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  sideways: {
    viewport: { width: 844, height: 390 },
    isMobile: true,
    hasTouch: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
  },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const;

/**
 * The Chromium that `npm test` found or installed, without requests to other hosts. Without `notifies` it may be one
 * that cannot show notifications.
 */
export const openBrowser = ({ notifies = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath:
      (notifies ? '' : process.env['CHROMIUM_SHELL_PATH']) || (process.env['CHROMIUM_PATH'] ?? ''),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A microphone that beeps, and that pages may use.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      // A process for each window would take most of the time of opening one.
      '--renderer-process-limit=1',
    ],
  });

const browser = shared(openBrowser, (opened) => opened.close());
const notifyingBrowser = shared(
  () => openBrowser({ notifies: true }),
  (opened) => opened.close(),
);

/** From now on the page is drawn late after a change, as on a slow phone. */
export const drawsLate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const real = globalThis.setTimeout;
    const late = (act: () => void, ms = 0) => real(act, ms === 0 ? 100 : ms);
    Object.assign(globalThis, { setTimeout: late });
  });

/** Resolves when the page has this many, which may be a moment after its text says so. */
export const areThere = async (shown: Locator, count: number): Promise<void> => {
  await shown.nth(count - 1).waitFor();
  assert.equal(await shown.count(), count);
};

/** Resolves when the field has the value: a form shows the server's version of it after saving. */
export const holds = async (page: Page, field: Locator, value: string): Promise<void> => {
  await page.waitForFunction(
    ([input, wanted]) =>
      (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.value === wanted,
    [await field.elementHandle(), value] as const,
  );
};

/** A button of exactly this name, or of one that matches. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });

/**
 * Reads the responses of a page for which `read` returns a promise. The returned function ends that and resolves to what
 * was read: a response cannot be read any more once its page is gone.
 */
export const readResponses = <T>(
  page: Page,
  read: (response: Response) => Promise<T> | null,
): (() => Promise<T[]>) => {
  const reading: Promise<T>[] = [];
  const listen = (response: Response) => {
    const one = read(response);
    if (one) reading.push(one);
  };
  page.on('response', listen);
  return () => {
    page.off('response', listen);
    return Promise.all(reading);
  };
};

/** Signs in by the form of the shown page. */
export const signInByForm = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** They show their name only, so that the circle's page does not ask. */
export const hideFaces = async (circle: Pick<Circle, 'id'>, ...people: Person[]): Promise<void> => {
  for (const who of people) await who.ask(circles.setFace, { id: circle.id, shown: false });
};

/** Chooses these circles, and no others, for what is being written. */
export const chooseAudience = async (page: Page, ...names: (string | RegExp)[]): Promise<void> => {
  await page.getByRole('button', { name: /Who is it for\?|Change who it is for/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Who is it for?' });
  // The sheet's code may still be on its way.
  await sheet.getByRole('checkbox').first().waitFor();
  const chosen = sheet.getByRole('checkbox', { checked: true });
  while ((await chosen.count()) > 0) await chosen.first().click();
  // The last ones are offered twice.
  for (const name of names) await sheet.getByRole('checkbox', { name }).first().check();
  await sheet.getByRole('button', { name: /^Done/ }).click();
  await sheet.waitFor({ state: 'detached' });
};

/** How many feeds, or unfinished moments, the site has stored in this browser. */
export const countKept = (page: Page, room: 'feed' | 'photos'): Promise<number> =>
  page.evaluate(async (store) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'circle')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('circle');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const asked = database.transaction(store).objectStore(store).count();
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          database.close();
          resolve(asked.result);
        };
      };
    });
  }, room);

/** Whether it has stored the shown feed. */
export const keptFeed = async (page: Page): Promise<boolean> =>
  (await countKept(page, 'feed')) > 0 &&
  page.evaluate(() => localStorage.getItem('circle_kept_feed') !== null);

/** Resolves when the page has stored the shown feed. */
export const isKept = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => localStorage.getItem('circle_kept_feed') !== null);
  await until(() => keptFeed(page));
};

/** One person's browser. It remembers all errors and all requests to other hosts. */
export class Window {
  page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;
  readonly #alsoAsks: string | undefined;
  readonly #complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page, url: string, alsoAsks: string | undefined) {
    this.#context = context;
    this.page = page;
    this.#url = url;
    this.#alsoAsks = alsoAsks;
    this.#watch(page);
  }

  #watch(page: Page): void {
    const [url, alsoAsks] = [this.#url, this.#alsoAsks];
    page.on('pageerror', (error) => this.#complaints.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      // Chromium reports each 4xx automatically; only the page's own messages count.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.#complaints.push(`console: ${message.text()}`);
      }
    });
    page.on('request', (request) => {
      const target = request.url();
      const isExpected = alsoAsks !== undefined && target.startsWith(alsoAsks);
      if (!target.startsWith(url) && !isExpected && !/^(?:data|blob):/.test(target))
        this.#complaints.push(`asked ${target}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) this.#complaints.push(`${response.status()} from ${response.url()}`);
    });
  }

  static async open(
    url: string,
    // `alsoAsks` is the one other host that a page may call. The service worker takes four seconds of processor time
    // to cache the app, so only tests that need it set `worker`.
    options: {
      screen?: keyof typeof screens;
      colorScheme?: 'light' | 'dark';
      alsoAsks?: string;
      worker?: boolean;
      /** The browser can show notifications. */
      notifies?: boolean;
      locale?: string;
      /** False for pages that work without scripts. */
      scripts?: boolean;
    } = {},
  ): Promise<Window> {
    const opened = await (options.notifies ? notifyingBrowser() : browser());
    const context = await opened.newContext({
      ...screens[options.screen ?? 'desktop'],
      baseURL: url,
      colorScheme: options.colorScheme ?? 'light',
      locale: options.locale ?? 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: options.worker ? 'allow' : 'block',
      javaScriptEnabled: options.scripts ?? true,
    });
    // Fail after this time; a busy machine is slower.
    context.setDefaultTimeout(30_000);
    return new Window(context, await context.newPage(), url, options.alsoAsks);
  }

  /** Closes the page as its member does, in the middle of whatever it does, and opens an empty one. */
  async reopen(): Promise<Page> {
    const page = await this.#context.newPage();
    this.#watch(page);
    await this.page.close();
    this.page = page;
    return page;
  }

  /** Allows the page to show notifications. */
  allowNotifications(): Promise<void> {
    return this.#context.grantPermissions(['notifications'], { origin: this.#url });
  }

  /** Continues the session of a person who has signed in by HTTP. */
  async signIn({ cookie }: Person): Promise<void> {
    const cookies = (cookie ?? '').split('; ').map((pair) => pair.split('='));
    await this.#context.addCookies(
      cookies.map(([name = '', value = '']) => ({ name, value, url: this.#url })),
    );
  }

  /** Signs out, and answers the question that comes first. */
  async signOut(page = this.page): Promise<void> {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  }

  /** Fails if axe finds a problem in the shown page (WCAG 2.2 AA and best practices). */
  async isAccessible(where: string): Promise<void> {
    // Every page has a heading; before it, the page is still loading.
    await this.page.locator('h1').first().waitFor({ state: 'attached' });
    const found = await problemsOf(this.page);
    assert.deepEqual(
      found.map(({ rule, elements }) => `${rule}: ${elements.join(' | ')}`),
      [],
      `axe on ${where}`,
    );
  }

  /** Fails if the page scrolls sideways. */
  async fits(where: string): Promise<void> {
    const { scrollWidth: needed, clientWidth: given } = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    assert.ok(needed <= given, `${where} is ${needed} wide on a screen of ${given}`);
  }

  /**
   * Signs out and deletes what the site stored except its service worker, which takes seconds of processor time to
   * install. Fails if errors were remembered.
   */
  async reset(): Promise<void> {
    assert.deepEqual(this.#complaints, []);
    for (const page of this.#context.pages()) if (page !== this.page) await page.close();
    await this.#context.setOffline(false);
    await this.#context.unrouteAll();
    await this.#context.clearCookies();
    await this.page.evaluate(async () => {
      for (const name of await caches.keys()) if (!name.includes('precache')) await caches.delete(name);
    });
    await this.page.goto('about:blank');
    await this.deleteStored('local_storage,indexeddb');
  }

  /** Deletes what the browser has stored, as a person or a browser without room does. */
  async deleteStored(storageTypes: string): Promise<void> {
    const session = await this.#context.newCDPSession(this.page);
    await session.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes });
    await session.detach();
  }

  /** Closes the window, and fails if errors were remembered. */
  async close(): Promise<void> {
    await this.#context.close();
    assert.deepEqual(this.#complaints, []);
  }
}

/**
 * Windows with a service worker for the tests of one file, which share them, one after another: installing the worker
 * takes two seconds of processor time.
 */
export class WorkerWindows {
  readonly #spare: Window[] = [];

  async open(url: string, person: Person): Promise<Window> {
    const window = this.#spare.pop() ?? (await Window.open(url, { screen: 'phone', worker: true }));
    await window.signIn(person);
    return window;
  }

  /** Fails if errors were remembered. */
  async putBack(window: Window): Promise<void> {
    await window.reset();
    this.#spare.push(window);
  }
}
