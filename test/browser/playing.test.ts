import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import * as posts from '../../contract/posts.ts';
import type { Person } from '../harness/person.ts';
import { onDatabase } from '../harness/test-server.ts';
import { playableVideo, uploadVideo } from '../harness/videos.ts';
import { Window } from './browser.ts';

/** The name of a downloaded video that was shared now. */
const ofToday = new RegExp(`^${new Date().toLocaleDateString('sv')} \\w{8}\\.webm$`);

/** Whether the videos on the page play. */
const playing = (page: Page): Promise<boolean[]> =>
  page
    .locator('video')
    .evaluateAll((videos) => videos.map((video) => video instanceof HTMLVideoElement && !video.paused));

const startsPlaying = (page: Page, index = 0) =>
  page.waitForFunction((at) => (document.querySelectorAll('video')[at]?.currentTime ?? 0) > 0, index);

onDatabase('sqlite', 'videos in moments', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const photoIds = [];
    for (let count = 0; count < 2; count += 1)
      photoIds.push((await uploadVideo(ana, await playableVideo())).id);
    const form = new FormData();
    form.set('circleIds', JSON.stringify([family.id]));
    form.set('photoIds', JSON.stringify(photoIds));
    form.set('alts', JSON.stringify(['Lena takes three steps', '']));
    await ana.ask(posts.create, form);
  });

  const openFeed = async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    return window;
  };

  test('a video plays in place after a tap, one at a time', async () => {
    const window = await openFeed();
    const { page } = window;
    await page.goto('/');
    const [first, second] = [/^Play video, 0:02: Lena takes three steps$/, /^Play video, 0:02: Video by Ana/];
    await page.getByRole('button', { name: second }).waitFor();
    assert.deepEqual(await playing(page), [], 'nothing plays before a tap');
    await window.isAccessible('the feed with videos');
    await page.getByRole('button', { name: first }).click();
    await startsPlaying(page);
    const video = page.locator('video');
    assert.equal(await video.getAttribute('aria-label'), 'Lena takes three steps');
    assert.ok(
      await video.evaluate((element) => document.activeElement === element),
      'the keyboard controls the video',
    );
    await page.getByRole('button', { name: second }).click();
    await startsPlaying(page, 1);
    assert.deepEqual(await playing(page), [false, true]);
    await window.close();
  });

  test('in the viewer the space bar plays, and arrow keys turn the page', async () => {
    const window = await openFeed();
    const { page } = window;
    await page.goto('/');
    await page.getByRole('button', { name: 'Full screen: Lena takes three steps' }).click();
    await page.getByText('Video 1 of 2: Lena takes three steps').waitFor({ state: 'attached' });
    await window.isAccessible('the viewer');
    const shown = page.locator('.pswp video').first();
    await page.keyboard.press('Space');
    await shown.evaluate(
      (video) =>
        new Promise((resolve) => {
          if (video instanceof HTMLVideoElement && video.currentTime > 0) resolve(null);
          else video.addEventListener('timeupdate', resolve, { once: true });
        }),
    );
    await page.keyboard.press('ArrowRight');
    await page.getByText('Video 2 of 2: Video by Ana Example').waitFor({ state: 'attached' });
    assert.deepEqual(await playing(page), [false, false], 'what is not shown does not play');
    await page.getByRole('button', { name: 'Photo options' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download this video' }).click();
    const download = await started;
    assert.match(new URL(download.url()).pathname, /^\/uploads\/\w+-video\.webm$/);
    assert.match(download.suggestedFilename(), ofToday);
    await page.keyboard.press('Escape');
    await page.locator('.pswp').waitFor({ state: 'detached' });
    await window.close();
  });

  test('a device that cannot play a video offers to download it', async () => {
    const window = await openFeed();
    const { page } = window;
    await page.goto('/');
    await page.route('**/*-video.webm', (route) => route.fulfill({ contentType: 'video/webm', body: 'x' }));
    await page
      .getByRole('button', { name: /^Play video/ })
      .first()
      .click();
    await page.getByText('This device can’t play this video.').waitFor();
    const download = page.getByRole('link', { name: 'Download' });
    assert.match((await download.getAttribute('href')) ?? '', /^\/uploads\/\w+-video\.webm$/);
    assert.match((await download.getAttribute('download')) ?? '', ofToday);
    await window.close();
  });

  test('my account and the plans say who may share videos', async () => {
    const window = await openFeed();
    const { page } = window;
    await page.goto('/my-account/data');
    await page.getByText('You can share videos of up to 3 minutes, two in each moment.').waitFor();
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      const config = z.looseObject({ payments: z.looseObject({}) }).parse(await response.json());
      const payments = { ...config.payments, enabled: true };
      await route.fulfill({ json: { ...config, payments, video: 'premium' } });
    });
    await page.reload();
    await page.getByText('You need Premium to share videos.').waitFor();
    await page.goto('/square-subscribe?plan=premium');
    await page.getByText('Video sharing, up to 3 minutes each').waitFor();
    await page.goto('/square-subscribe?plan=basic');
    await page.getByText('Unlimited photo sharing').waitFor();
    assert.equal(await page.getByText('Video sharing').count(), 0);
    await window.close();
  });
});
