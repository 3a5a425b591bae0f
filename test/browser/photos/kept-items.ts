import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { countKept } from '../browser.ts';
import { until } from '../../runner/until.ts';

/** Milliseconds after which what a browser still has counts as left there. */
const leftAfter = 30_000;

/** Everything that a browser has of an outbox, and who holds its locks, as text. */
export const left = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    const opening = indexedDB.open('circle');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('photos').objectStore('photos').getAll();
      reading.onsuccess = () => resolve(reading.result);
    };
    const items = (await promise).filter((value) => !(value instanceof Blob));
    const { held, pending } = await navigator.locks.query();
    const shown = { mark: localStorage.getItem('circle_outbox'), text: document.body.innerText };
    return JSON.stringify({ now: Date.now(), items, held, pending, ...shown }, null, 1);
  });

/** Resolves when nothing is left in the browser's outbox. */
export const isEmptied = async (page: Page): Promise<void> => {
  const end = Date.now() + leftAfter;
  await until(async () => {
    if (Date.now() > end) throw new Error(await left(page));
    return (await countKept(page, 'photos')) === 0;
  });
};

/** Resolves when the browser's outbox has no item of this kind: a page that closes at the press keeps what is over. */
export const isForgotten = (page: Page, kind: string): Promise<void> =>
  until(async () => !(await left(page)).includes(`"kind": "${kind}"`));

/** Until the page closes, or hears `store-on`, the browser stores no further change. */
export const storesNothing = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let isHeld = true;
        addEventListener('store-on', () => {
          isHeld = false;
        });
        const opening = indexedDB.open('circle');
        opening.onsuccess = () => {
          const store = opening.result.transaction('photos', 'readwrite').objectStore('photos');
          const goOn = () => {
            resolve();
            if (isHeld) store.count().onsuccess = goOn;
          };
          store.count().onsuccess = goOn;
        };
      }),
  );

/** Whether the page asks before it closes. */
export const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Chosen files are read once the page hears `read-on`. */
export const holdReading = (): void => {
  const read = Blob.prototype.arrayBuffer;
  const { promise, resolve } = Promise.withResolvers<void>();
  addEventListener('read-on', () => resolve());
  Blob.prototype.arrayBuffer = async function () {
    await promise;
    return read.call(this);
  };
};

/**
 * Everything that was chosen is stored: only then may the page close. The entries of closed sheets have left its history,
 * since that step calls off a page that begins.
 */
export const isStored = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !Reflect.get(Object(history.state), 'overlays') &&
      dispatchEvent(new Event('beforeunload', { cancelable: true })),
  );
};

/** Presses a button. The page asks before it closes, until the browser stores again. */
export const asksUntilStored = async (page: Page, name: string | RegExp): Promise<void> => {
  await storesNothing(page);
  await page.getByRole('button', { name }).click();
  assert.equal(await asksBeforeLeaving(page), true);
  await page.evaluate(() => dispatchEvent(new Event('store-on')));
  await isStored(page);
};
