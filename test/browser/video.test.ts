import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { limits } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as posts from '../../contract/posts.ts';
import * as site from '../../contract/site.ts';
import type { Person } from '../harness/person.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { until } from '../runner/until.ts';
import { button, chooseAudience, Window } from './browser.ts';
import { recordedVideo, stillVideo } from './made-videos.ts';

const partOf = (route: Route): string => new URL(route.request().url()).pathname.split('/').at(-1) ?? '';

/** Removes a video of the draft in its sheet. */
const removeVideo = async (page: Page, at: number): Promise<void> => {
  await button(page, new RegExp(`^Video ${at} of`)).click();
  await button(page, 'Remove this video').click();
};

onDatabase('sqlite', 'sharing videos from a browser', (server) => {
  let ana: Person;
  let ben: Person;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    await ana.adds(ben, await ana.makesCircle('Family'));
  });

  const openComposer = async (screen: 'phone' | 'desktop' = 'phone', person = ana) => {
    const window = await Window.open(server().url, { screen });
    await window.signIn(person);
    await window.page.goto('/create-post');
    return window;
  };
  const choose = (page: Page, buffer: Buffer, name = 'video.mp4', mimeType = 'video/mp4') =>
    page.locator('main input[type=file]').first().setInputFiles({ name, mimeType, buffer });
  const isUploaded = (page: Page) => page.getByText('Uploaded', { exact: true }).first().waitFor();
  let recorded: Promise<Buffer> | null = null;
  /** Recorded once, because it takes more than a second. */
  const recordOnce = (page: Page) => (recorded ??= recordedVideo(page));
  const share = async (page: Page) => {
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.getByText('Moment shared').first().waitFor();
  };
  const newest = async () => {
    const [moment] = (await ben.ask(posts.feed, {})).items;
    assert.ok(moment);
    return moment;
  };
  /** Runs a script before the code that converts videos. */
  const inWorker = (page: Page, script: string) =>
    page.route('**/assets/**/convert-worker-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${script}\n${await response.text()}` });
    });
  /** The files of videos in the page's private file system, and the records about them. */
  const keptVideos = (page: Page) =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('videos', { create: true });
      const files = (await Array.fromAsync(folder.keys())).length;
      if (!(await indexedDB.databases()).some(({ name }) => name === 'circle')) return files;
      const records = await new Promise<number>((resolve) => {
        const opening = indexedDB.open('circle');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('photos').objectStore('photos').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.filter((key) => typeof key === 'string' && key.endsWith('/video')).length);
          };
        };
      });
      return Math.max(files, records);
    });
  /** Conversions of this page end only after `goOn`, and after `hang` again only after the next `goOn`. */
  const hangConversions = async (page: Page) => {
    await inWorker(
      page,
      'const { flush } = VideoEncoder.prototype; VideoEncoder.prototype.flush = async function () {' +
        "await navigator.locks.request('hang', () => undefined); return flush.call(this); };",
    );
    const hang = () =>
      page.evaluate(() => {
        void navigator.locks.request(
          'hang',
          () => new Promise((resolve) => addEventListener('go-on', resolve, { once: true })),
        );
      });
    await hang();
    return { hang, goOn: () => page.evaluate(() => dispatchEvent(new Event('go-on'))) };
  };

  // VIDEO-40
  longTest('a video whose upload is cut three times and whose page is reloaded is shared once', async () => {
    const window = await openComposer();
    const { page } = window;
    const video = await stillVideo(14, { pictureBytes: 420_000 });
    assert.equal(Math.ceil(video.length / limits.videoPartBytes), 2);
    const sent: string[] = [];
    const cuts = new Set(['0', '1']);
    let hangs = true;
    let reachedSecond = (): void => undefined;
    const stuck = new Promise<void>((resolve) => {
      reachedSecond = resolve;
    });
    await page.route('**/api/videos/*/parts/*', async (route) => {
      const part = partOf(route);
      sent.push(part);
      if (cuts.delete(part)) return route.abort('internetdisconnected');
      // The second part then gets no answer until the page is reloaded.
      if (part === '0' || !hangs) return route.continue();
      reachedSecond();
    });
    let lostAnswers = 0;
    await page.route('**/api/videos/*/done', async (route) => {
      lostAnswers += 1;
      if (lostAnswers > 1) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await choose(page, video);
    await page.getByLabel('Caption').fill('The whole garden');
    await stuck;
    await window.isAccessible('the composer with a video');
    await window.fits('the composer with a video');
    hangs = false;
    sent.length = 0;
    await page.reload();
    await isUploaded(page);
    assert.deepEqual(sent, ['1'], 'only the missing part is sent after the reload');
    await button(page, /^Video 1 of 1/).click();
    await page.getByLabel('What is on it').fill('A walk along the fence');
    await page.keyboard.press('Escape');
    await share(page);

    const moment = await newest();
    assert.equal(moment.content, 'The whole garden');
    const [image, ...others] = moment.images;
    assert.deepEqual(others, []);
    assert.equal(image?.alt, 'A walk along the fence');
    assert.equal(image.video?.type, 'video/mp4');
    assert.equal(Math.round(image.video.seconds), 14);
    await until(async () => (await keptVideos(page)) === 0);
    await window.close();
  });

  longTest('a device that cannot encode H.264 makes a WebM file', async () => {
    const window = await openComposer();
    const { page } = window;
    const video = await recordOnce(page);
    const types: string[] = [];
    await page.route('**/api/videos/*/done', async (route) => {
      const response = await route.fetch();
      types.push(media.finishVideo.output.parse(await response.json()).video.type);
      await route.fulfill({ response });
    });
    for (const lacks of [
      'isConfigSupported = async (config) => ({ supported: !config.codec.startsWith("avc"), config })',
      'prototype.configure = function (config) { if (config.codec.startsWith("avc")) throw new Error("broken"); configure.call(this, config); }',
    ]) {
      await inWorker(page, `const { configure } = VideoEncoder.prototype; VideoEncoder.${lacks};`);
      await choose(page, video, 'canvas.webm', 'video/webm');
      await isUploaded(page);
      assert.equal(await keptVideos(page), 1);
      await removeVideo(page, 1);
    }
    assert.deepEqual(types, ['video/webm', 'video/webm']);
    await window.close();
  });

  test('a recording in another format is converted, and can be stopped, tried again, and moved', async () => {
    const window = await openComposer('desktop');
    const { page } = window;
    const recording = await recordOnce(page);
    let hangs = true;
    await page.route('**/api/videos/*/parts/*', (route) => (hangs ? undefined : route.continue()));
    const stuck = page.waitForRequest('**/parts/0');
    await choose(page, recording, 'canvas.webm', 'video/webm');
    const [, id = ''] = /videos\/(\w+)\//.exec((await stuck).url()) ?? [];
    await choose(page, await landscapePhoto(), 'photo.jpg', 'image/jpeg');
    await isUploaded(page);
    await button(page, 'Cancel video 1').click();
    await page.getByText('Not uploaded.').waitFor();
    await chooseAudience(page, /Family/);
    // The server has deleted the upload meanwhile: the browser uploads the file again.
    await ana.ask(media.cancelVideo, { id });
    hangs = false;
    await button(page, 'Try again: video 1').click();
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    await button(page, /^Video 1 of 2/).click();
    await button(page, 'Move video 1 later').click();
    await page.keyboard.press('Escape');
    await share(page);
    const { images } = await newest();
    assert.deepEqual(
      images.map(({ video }) => video !== null),
      [false, true],
    );
    // H.264 where this browser encodes it, VP9 otherwise: VP8 is not accepted.
    const video = images[1]?.video;
    assert.ok(video && video.seconds > 0.5 && video.seconds < 3);
    await window.close();
  });

  test('a video longer than three minutes is shared in part, chosen by two handles', async () => {
    const window = await openComposer();
    const { page } = window;
    await choose(page, await stillVideo(240, { every: 10 }));
    const dialog = page.getByRole('dialog', { name: 'Choose up to 3 minutes' });
    await dialog.getByText('3:00 chosen, from 0:00 to 3:00').waitFor();
    await window.isAccessible('choosing a part');
    await window.fits('choosing a part');
    const end = dialog.getByRole('slider', { name: 'End' });
    await end.press('End');
    await dialog.getByText('3:00 chosen, from 1:00 to 4:00').waitFor();
    assert.equal(await end.getAttribute('aria-valuetext'), '4 minutes 0 seconds');
    const start = dialog.getByRole('slider', { name: 'Start' });
    await start.press('PageUp');
    await start.press('ArrowRight');
    await dialog.getByText('2:49 chosen, from 1:11 to 4:00').waitFor();
    await start.press('Home');
    for (let press = 0; press < 12; press += 1) await end.press('PageDown');
    await dialog.getByText('1:00 chosen, from 0:00 to 1:00').waitFor();

    // Closed without a choice, the video says what it waits for.
    await page.keyboard.press('Escape');
    await page.getByText('This video is longer than 3 minutes.').waitFor();
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.getByText('Please choose which part of the video to share.').waitFor();
    await button(page, 'Choose up to 3 minutes').click();
    await end.press('Home');
    for (let press = 0; press < 3; press += 1) await end.press('PageUp');
    await dialog.getByText('0:31 chosen, from 0:00 to 0:31').waitFor();
    await end.press('ArrowLeft');
    await dialog.getByRole('button', { name: 'Use this part' }).click();
    await isUploaded(page);

    // Key frames are 10 seconds apart, so a copy would start later than the chosen part.
    await choose(page, await stillVideo(240, { every: 10, codec: 'vp9' }));
    await end.press('Home');
    for (let press = 0; press < 3; press += 1) await end.press('PageUp');
    await start.press('PageUp');
    await start.press('ArrowRight');
    await dialog.getByText('0:20 chosen, from 0:11 to 0:31').waitFor();
    await dialog.getByRole('button', { name: 'Use this part' }).click();
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    await share(page);
    assert.deepEqual(
      (await newest()).images.map(({ video }) => Math.round(video?.seconds ?? 0)),
      [30, 20],
    );
    await window.close();
  });

  // VIDEO-40
  longTest('a browser deletes its copy of a video that is not shared after a day or a sign-out', async () => {
    const window = await openComposer('desktop', await server().member('Cleo'));
    const { page } = window;
    await choose(page, await stillVideo(1));
    await isUploaded(page);
    assert.equal(await keptVideos(page), 1);
    await page.clock.setFixedTime(Date.now() + 25 * 60 * 60_000);
    await page.goto('/');
    await until(async () => (await keptVideos(page)) === 0);
    await page.goto('/create-post');
    await choose(page, await stillVideo(1));
    await page.getByText('Uploaded', { exact: true }).nth(1).waitFor();
    assert.equal(await keptVideos(page), 1);
    // A sign-out may fail to delete the video: the next visit deletes it, also without a member and a draft.
    await page.evaluate(() => localStorage.removeItem('circle_draft'));
    await page.context().clearCookies();
    await page.clock.setFixedTime(Date.now() + 50 * 60 * 60_000);
    await page.goto('/');
    await until(async () => (await keptVideos(page)) === 0);
    await window.close();
  });

  // VIDEO-40
  test('signing out stops a conversion and leaves nothing of the video in the browser', async () => {
    const window = await openComposer('desktop', await server().member('Dora'));
    const { page } = window;
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    const recording = await recordOnce(page);
    await hangConversions(page);
    await choose(page, recording, 'canvas.webm', 'video/webm');
    await page.getByText(/^Getting the video ready/).waitFor();
    await until(async () => (await keptVideos(page)) > 0);
    await window.signOut();
    await page.getByRole('link', { name: 'Login' }).waitFor();
    assert.equal(await keptVideos(page), 0);
    assert.deepEqual(questions, []);
    await window.close();
  });

  longTest('another tab waits for a video that this one prepares, and can remove it', async () => {
    const window = await openComposer();
    const { page } = window;
    const recording = await recordOnce(page);
    const { hang, goOn } = await hangConversions(page);
    await choose(page, recording, 'canvas.webm', 'video/webm');
    await page.getByText(/^Getting the video ready/).waitFor();
    const other = await page.context().newPage();
    await other.goto('/create-post');
    await other.getByText('Another tab is getting this video ready…').waitFor();
    await goOn();
    await isUploaded(other);
    await isUploaded(page);

    await hang();
    // Either tab may prepare it.
    await other.goto('about:blank');
    await choose(page, recording, 'canvas.webm', 'video/webm');
    await page.getByText(/^Getting the video ready/).waitFor();
    await other.goto('/create-post');
    await other.getByText('Another tab is getting this video ready…').waitFor();
    await until(async () => (await keptVideos(page)) >= 2);
    await removeVideo(other, 2);
    await removeVideo(page, 1);
    await page.getByText('Take a photo').waitFor();
    await until(async () => (await keptVideos(page)) === 0);
    await window.close();
  });

  longTest('a browser without WebCodecs shares an MP4 as it is, and says what else to do', async () => {
    const window = await openComposer();
    const { page } = window;
    const recording = await recordOnce(page);
    await inWorker(
      page,
      "for (const name of ['VideoDecoder', 'VideoEncoder', 'AudioDecoder', 'AudioEncoder']) delete self[name];" +
        'delete navigator.constructor.prototype.storage;',
    );
    let hangs = true;
    await page.route('**/api/videos/*/parts/*', (route) => (hangs ? undefined : route.continue()));
    const stuck = page.waitForRequest('**/parts/0');
    await choose(page, await stillVideo(5));
    await stuck;
    hangs = false;
    // Without a private file system either, the browser's database keeps the video over a reload.
    await page.reload();
    await isUploaded(page);
    await choose(page, recording, 'canvas.webm', 'video/webm');
    await page.getByText('This browser can’t prepare this video.').waitFor();
    await removeVideo(page, 2);
    await share(page);
    const [image] = (await newest()).images;
    assert.ok(image?.video);
    assert.equal(Math.round(image.video.seconds), 5);
    await window.close();
  });

  longTest('a browser that may not or cannot share a video says why', async () => {
    const window = await openComposer();
    const { page } = window;
    await choose(page, Buffer.from('This is a letter, not a video.'));
    await page.getByText('This file isn’t a video that Circle can read.').waitFor();
    await removeVideo(page, 1);
    await page.getByText('Take a photo').waitFor();

    for (const [video, sentence, links] of [
      ['off', 'Nobody can share videos here.', 0],
      ['premium', 'You need the Premium plan to share videos.', 1],
    ] as const) {
      await page.route('**/api/config', async (route) => {
        const response = await route.fetch();
        const config = site.config.output.parse(await response.json());
        await route.fulfill({ response, json: { ...config, video } });
      });
      await page.reload();
      await page.getByText('Take a photo').waitFor();
      await choose(page, await stillVideo(1));
      await page.getByText(sentence).waitFor();
      assert.equal(await page.getByRole('link', { name: 'See the plans' }).count(), links);
    }
    await window.isAccessible('a refused video');
    assert.equal(await keptVideos(page), 0);

    await page.goto('/camera');
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Take Photo').click();
    await (await chooser).setFiles({ name: 'video.mp4', mimeType: 'video/mp4', buffer: await stillVideo(1) });
    await page.getByText('This can only be a photo. You can share the video as a moment.').waitFor();
    await window.close();
  });
});
