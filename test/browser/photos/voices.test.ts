import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import * as comments from '../../../contract/comments.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { playableVideo, recording, uploadVideo, uploadVoice } from '../../harness/videos.ts';
import { button, chooseAudience, countKept, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';
import { isStored, storesNothing } from './kept-items.ts';

onDatabase('sqlite', 'voices in a browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  const openComposer = async (): Promise<Window> => {
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    await window.page.goto('/create-post');
    await button(window.page, 'Voice').click();
    return window;
  };
  const startRecording = async (page: Page) => {
    await button(page, 'Record').click();
    await page
      .getByText(/^0:0[1-9]$/)
      .first()
      .waitFor();
  };
  const share = async (page: Page) => {
    await chooseAudience(page, /Family/);
    await button(page, /^Share with/).click();
    await page.getByText('Moment shared').first().waitFor();
    const [moment] = (await ben.ask(posts.feed, {})).items;
    assert.ok(moment?.voice);
    return moment.voice;
  };

  // VOICE-30, VOICE-32
  test('a recording is made after a press, survives a reload, and is heard by others', async () => {
    const window = await openComposer();
    const { page } = window;
    await page.getByText('Nothing is sent until you press Share.').waitFor();
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (wanted) => {
        document.body.dataset['asked'] = 'yes';
        return ask(wanted);
      };
    });
    assert.equal(await page.evaluate(() => document.body.dataset['asked']), undefined);
    await button(page, 'Record').click();
    await page.getByText(/^0:(?:0[1-9]|[1-9]\d)$/).waitFor();
    assert.equal(await page.evaluate(() => document.body.dataset['asked']), 'yes');
    await window.isAccessible('recording');
    await button(page, 'Pause').click();
    await page.getByText('Paused. Go on, or stop to listen.').waitFor();
    await button(page, 'Go on').click();
    await page.getByText(/^0:(?:0[2-9]|[1-9]\d)$/).waitFor();
    await button(page, 'Stop').click();
    await page.getByText('Listen to it, or add it to the moment.').waitFor();
    await button(page, /^Play/).click();
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    await window.isAccessible('a recording that has ended');
    await button(page, 'Add to moment').click();
    await page.getByRole('group', { name: /^Your recording, 0:/ }).waitFor();
    await page.getByLabel('What is said').fill('Peep');
    await isStored(page);
    await page.reload();
    await page.getByRole('group', { name: /^Your recording, 0:/ }).waitFor();
    assert.equal(await page.getByLabel('What is said').inputValue(), 'Peep');
    assert.equal(await button(page, 'Voice').count(), 0, 'a moment has one voice');
    await window.isAccessible('a recording in the composer');

    const voice = await share(page);
    assert.equal(voice.words, 'Peep');
    assert.ok(voice.seconds > 1 && voice.seconds < 30, String(voice.seconds));
    assert.equal(voice.wave?.length, 64);
    assert.ok(Math.max(...voice.wave) > 100, 'the drawing has the tones of the microphone');

    const other = await Window.open(server().url, { screen: 'desktop' });
    await other.signIn(ben);
    await other.page.goto('/');
    await button(other.page, /^Play voice from Ana Example, 0:/).click();
    await other.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    await other.isAccessible('a voice in the feed');
    await other.close();
    await window.close();
  });

  // VOICE-32
  longTest('a recording is discarded only after a question, and kept where the dialog closes', async () => {
    const window = await openComposer();
    const { page } = window;
    await button(page, 'Record').click();
    await page.getByText(/^0:(?:0[2-9]|[1-9]\d)$/).waitFor();
    await button(page, 'Close').click();
    await page.getByRole('group', { name: /^Your recording/ }).waitFor();
    await button(page, 'Remove recording').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('group', { name: /^Your recording/ }).waitFor({ state: 'detached' });
    await button(page, 'Voice').click();
    await button(page, 'Record').click();
    await page.getByText(/^0:(?:0[2-9]|[1-9]\d)$/).waitFor();
    await button(page, 'Discard').click();
    await page.getByText('Discard this recording?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('group', { name: /^Your recording/ }).count(), 0);
    await window.close();
  });

  // VOICE-32
  longTest('a microphone that is lost has its sentence, and keeps what was recorded', async () => {
    const window = await openComposer();
    const { page } = window;
    await keepStreams(page);
    await button(page, 'Record').click();
    await page.getByText(/^0:(?:0[1-9]|[1-9]\d)$/).waitFor();
    // A track that its page stops says nothing.
    await page.evaluate(() => {
      for (const track of globalThis.tracks ?? []) track.dispatchEvent(new Event('ended'));
    });
    await page.getByText('The microphone was disconnected. Everything until then is kept.').waitFor();
    await page.getByRole('group', { name: /^Your recording, 0:/ }).waitFor();
    assert.deepEqual(await liveTracks(page), [1, 0]);
    await button(page, 'Record again').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Record again' }).click();
    await button(page, 'Stop').waitFor();
    await page
      .getByText(/^0:0[1-9]$/)
      .first()
      .waitFor();
    assert.deepEqual(await liveTracks(page), [2, 1]);
    await button(page, 'Close').click();
    await page.getByRole('group', { name: /^Your recording/ }).waitFor();
    assert.deepEqual(await liveTracks(page), [2, 0]);
    await window.close();
  });

  // VOICE-30
  longTest('a microphone that is allowed after the dialog was closed records nothing', async () => {
    const window = await openComposer();
    const { page } = window;
    await keepStreams(page, { isHeld: true });
    await button(page, 'Record').click();
    await page.waitForFunction(() => globalThis.answer !== undefined);
    await button(page, 'Close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.evaluate(() => globalThis.answer?.());
    await page.waitForFunction(() => globalThis.tracks?.length === 1);
    await page.waitForFunction(() => globalThis.tracks?.every(({ readyState }) => readyState === 'ended'));
    assert.equal(await page.evaluate(() => globalThis.recorders), 0);
    assert.equal(await page.getByRole('group', { name: /^Your recording/ }).count(), 0);
    await window.close();
  });

  longTest('a recorder that fails lets go of the microphone', async () => {
    const window = await openComposer();
    const { page } = window;
    await keepStreams(page);
    await page.evaluate(() => {
      MediaRecorder.prototype.start = () => {
        throw new DOMException('no', 'NotSupportedError');
      };
    });
    await button(page, 'Record').click();
    await page.getByText('The microphone can’t be used now').waitFor();
    assert.deepEqual(await liveTracks(page), [1, 0]);
    await window.close();
  });

  // VOICE-32
  longTest('a hidden page pauses the recording and stores all of it', async () => {
    const window = await openComposer();
    const { page } = window;
    await startRecording(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByText('Paused, because the page was hidden.').waitFor();
    await page.reload();
    await page.getByRole('group', { name: /^Your recording, 0:0[1-9]/ }).waitFor();
    await window.close();
  });

  test('a member who signs out in another tab while recording leaves nothing in the browser', async () => {
    const window = await openComposer();
    const { page } = window;
    await startRecording(page);
    const tab = await page.context().newPage();
    // A document of the same origin that stores nothing.
    await tab.goto(`${server().url}/readyz`);
    // The page lives on until the next one answers.
    const { promise: leaving, resolve: leave } = Promise.withResolvers<Route>();
    await page.route(`${server().url}/`, leave);
    const forgets = page.waitForFunction(
      () =>
        new Promise<boolean>((resolve) => {
          const remove = IDBObjectStore.prototype.delete;
          IDBObjectStore.prototype.delete = function (key) {
            resolve(true);
            return remove.call(this, key);
          };
        }),
    );
    await storesNothing(page);
    await tab.evaluate(() => new BroadcastChannel('circle-session').postMessage('signed-out'));
    await forgets;
    // The recorder has one more part before the page goes.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { requestData } = MediaRecorder.prototype;
          MediaRecorder.prototype.requestData = function () {
            this.addEventListener('dataavailable', () => resolve(), { once: true });
            requestData.call(this);
          };
          Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    );
    await page.evaluate(() => dispatchEvent(new Event('store-on')));
    const request = await leaving;
    assert.equal(await countKept(tab, 'photos'), 0);
    await request.continue();
    await window.close();
  });

  test('a microphone that is refused has its sentence, and a file can be chosen instead', async () => {
    const window = await openComposer();
    const { page } = window;
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await button(page, 'Record').click();
    await page.getByText('The microphone isn’t allowed.').waitFor();
    const file = { name: 'memo.webm', mimeType: 'audio/webm', buffer: await recording('note.webm') };
    await page.evaluate(() => {
      const { decodeAudioData } = AudioContext.prototype;
      AudioContext.prototype.decodeAudioData = async function (bytes) {
        AudioContext.prototype.decodeAudioData = decodeAudioData;
        await new Promise<void>((resolve) => (globalThis.answer = resolve));
        return this.decodeAudioData(bytes);
      };
    });
    await page.getByLabel('Choose a recording').setInputFiles(file);
    await page.getByText('Just a moment...').waitFor();
    await page.waitForFunction(() => globalThis.answer !== undefined);
    await button(page, 'Close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const read = page.waitForFunction(
      () =>
        new Promise<boolean>((resolve) => {
          AudioContext.prototype.close = async () => void setTimeout(resolve, 0, true);
        }),
    );
    await page.evaluate(() => globalThis.answer?.());
    await read;
    assert.equal(await page.getByRole('group', { name: /^Your recording/ }).count(), 0);
    await button(page, 'Voice').click();
    await page.getByLabel('Choose a recording').setInputFiles(file);
    await page.getByRole('group', { name: 'Your recording, 0:01' }).waitFor();
    const voice = await share(page);
    assert.equal(voice.type, 'audio/webm');
    await window.close();
  });

  test('a voice is sought by keyboard, heard faster, and pauses a video', async () => {
    const post = await ana.posts('', {
      to: family,
      photoIds: [(await uploadVideo(ana, await playableVideo())).id],
      more: { voiceId: (await uploadVoice(ana)).id },
    });
    await ben.ask(comments.add, { id: post.id, voiceId: (await uploadVoice(ben)).id });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    await areVoices(page, 2);
    await button(page, /^Play video/).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    await button(page, /One and a half times as fast/)
      .first()
      .click();
    await button(page, /^Play voice from Ana/).click();
    await page.waitForFunction(() => document.querySelector('audio')?.playbackRate === 1.5);
    await page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video?.paused && !video.ended;
    });
    // At its end it would go back to its start.
    await page.evaluate(() => document.querySelector('audio')?.pause());
    await page.getByRole('slider', { name: 'Position in the recording' }).first().press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) >= 0.9);
    await window.isAccessible('a moment with a voice and a spoken comment');
    await window.close();
  });

  longTest('the words beside a voice are taken away by editing them', async () => {
    const { id } = await uploadVoice(ana);
    const post = await ana.posts('Listen', { to: family, more: { voiceId: id } });
    const spoken = { id: post.id, content: 'Me too', voiceId: (await uploadVoice(ana)).id };
    await ana.ask(comments.add, spoken);
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    for (const [menu, words, item] of [
      ['Post options', 'Listen', 'Edit Post'],
      ['Comment options', 'Me too', 'Edit comment'],
    ] as const) {
      await button(page, menu).first().click();
      await page.getByRole('menuitem', { name: item }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(words, { exact: true }).waitFor({ state: 'detached' });
    }
    await window.close();
  });

  longTest('a voice that could not be loaded plays once it can be', async () => {
    const post = await ana.posts('', { to: family, more: { voiceId: (await uploadVoice(ana)).id } });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    await areVoices(page, 1);
    await page.context().route('**/uploads/**', (route) => route.abort());
    await button(page, /^Play voice from Ana/).click();
    await page.getByText('The recording couldn’t be loaded.').waitFor();
    await page.context().unroute('**/uploads/**');
    await button(page, /^Play voice from Ana/).click();
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    assert.equal(await page.getByText('The recording couldn’t be loaded.').count(), 0);
    await window.close();
  });

  longTest('a device that cannot play a voice offers to download it', async () => {
    const { id, url } = await uploadVoice(ana);
    const post = await ana.posts('', { to: family, more: { voiceId: id } });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ben);
    const { page } = window;
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = () => '';
    });
    await page.goto(`/post/${post.id}`);
    await page.getByText('This device can’t play this recording.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Download' }).getAttribute('href'), url);
    await window.close();
  });
});

declare global {
  /** The microphones that the page got. */
  var tracks: MediaStreamTrack[] | undefined;
  /** Answers a question for the microphone, or reads a file, that is held up. */
  var answer: (() => void) | undefined;
  /** How many recorders started. */
  var recorders: number;
}

/** Watches the microphones of a page; `isHeld` leaves its question open until `answer` is called. */
const keepStreams = (page: Page, { isHeld = false } = {}): Promise<void> =>
  page.evaluate((held) => {
    globalThis.tracks = [];
    globalThis.recorders = 0;
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      if (held) await new Promise<void>((resolve) => (globalThis.answer = resolve));
      const stream = await ask(wanted);
      globalThis.tracks?.push(...stream.getTracks());
      return stream;
    };
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (...times) {
      globalThis.recorders += 1;
      start.apply(this, times);
    };
  }, isHeld);

/** How many microphones the page got, and how many of them are open. */
const liveTracks = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => {
    const all = globalThis.tracks ?? [];
    return [all.length, all.filter(({ readyState }) => readyState === 'live').length];
  });

const areVoices = async (page: Page, count: number): Promise<void> => {
  await page
    .getByRole('group', { name: /^Voice from/ })
    .nth(count - 1)
    .waitFor();
};
