import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { Window } from './browser.ts';

/** A finger that is put down and moved over the screen; `lift` takes it away. */
const finger = async (page: Page, from: { x: number; y: number }) => {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  return {
    async draw(by: { x: number; y: number }, steps = 12) {
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await send('touchMove', [{ x: from.x + by.x * part, y: from.y + by.y * part }]);
      }
    },
    lift: () => send('touchEnd', []),
  };
};

const isFeed = (url: string) => new URL(url).pathname === '/api/posts/feed';

onDatabase('sqlite', 'pulling the feed down to refresh it', (server) => {
  let window: Window;
  let asked = 0;
  before(async () => {
    const ana = await server().member('Ana');
    const circle = await ana.makesCircle('Family');
    for (let at = 1; at <= 12; at += 1) await ana.posts(`Moment ${at}`, { to: circle });
    window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    // The kept feed is shown before the server's answers, and Home asks for notifications after it.
    const answered = window.page.waitForResponse((response) => response.url().endsWith('/api/notifications'));
    await window.page.goto('/home');
    await window.page.getByText('Moment 12').waitFor();
    await answered;
    // The first touch loads the code for the next ones.
    const fetched = window.page.waitForResponse(/\/pull-.+\.js$/);
    await window.page.touchscreen.tap(200, 500);
    await fetched;
    window.page.on('request', (request) => {
      if (isFeed(request.url())) asked += 1;
    });
  });
  after(async () => {
    await window.close();
  });

  const mark = () => window.page.locator('.pull');
  const pull = async (by: { x: number; y: number }) => {
    const touch = await finger(window.page, { x: 200, y: 400 });
    await touch.draw(by);
    return touch;
  };

  test('pulling far enough reloads the feed and reports it', async () => {
    const { page } = window;
    const touch = await pull({ x: 0, y: 200 });
    await mark().waitFor();
    assert.equal(asked, 0, 'nothing is asked for while the finger is down');
    // The text stays for two seconds, so it is watched for from the start.
    const reported = page.waitForFunction(
      () => document.querySelector('.pull [role=status]')?.textContent === 'Your feed is up to date.',
    );
    await touch.lift();
    await reported;
    await mark().waitFor({ state: 'detached' });
    assert.equal(asked, 1);
  });

  longTest('pulling too little, sideways, or from further down does not reload the feed', async () => {
    const { page } = window;
    const askedBefore = asked;
    const short = await pull({ x: 0, y: 60 });
    await mark().waitFor();
    await short.lift();
    await mark().waitFor({ state: 'detached' });
    // To the left: a quick swipe to the right is the browser's own back gesture.
    await (await pull({ x: -190, y: 40 })).lift();
    assert.equal(await mark().count(), 0);
    await page.evaluate(() => scrollTo(0, 600));
    await page.waitForFunction(() => scrollY === 600);
    await (await pull({ x: 0, y: 200 })).lift();
    assert.equal(await mark().count(), 0);
    assert.equal(asked, askedBefore);
    await page.evaluate(() => scrollTo(0, 0));
  });

  test('pulling without a connection ends, and says that there was no answer', async () => {
    const { page } = window;
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await (await pull({ x: 0, y: 200 })).lift();
    await page.getByText('Your feed could not be loaded').first().waitFor();
    await mark().waitFor({ state: 'detached' });
    await page.context().setOffline(false);
  });
});
