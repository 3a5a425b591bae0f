import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as comments from '../../../contract/comments.ts';
import * as media from '../../../contract/media.ts';
import type { Circle, Post } from '../../../contract/shapes.ts';
import { uploadPhotos } from '../../harness/albums.ts';
import type { Person } from '../../harness/person.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { uploadVoice } from '../../harness/videos.ts';
import { areThere, button, isKept, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';
import { isEmptied, isStored } from './kept-items.ts';

const recorded = (page: Page) => page.getByRole('group', { name: /^Your recording, 0:/ });

onDatabase('sqlite', 'spoken comments in a browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });

  const said = async ({ id }: Post) =>
    (await ben.ask(comments.list, { id })).items.map(({ content, voice }) => [content, voice !== null]);

  /** Records a second and more. */
  const speak = async (page: Page): Promise<void> => {
    await button(page, 'Speak a comment').click();
    await button(page, 'Record').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^0:(?:0[1-9]|[1-9]\d)$/).waitFor();
    await button(page, 'Stop').click();
    await button(page, 'Add to comment').click();
    await recorded(page).waitFor();
  };

  const plays = async (page: Page, name: RegExp): Promise<void> => {
    await button(page, name).click();
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  };

  // VOICE-30, VOICE-32
  test('a comment is spoken, with words or without, and heard by another member', async () => {
    const post = await ana.posts('Who taught you to swim?', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    await button(page, 'Speak a comment').click();
    await page.getByText('Nothing is sent until you send the comment.').waitFor();
    await button(page, 'Record').click();
    await page.getByText(/^0:(?:0[1-9]|[1-9]\d)$/).waitFor();
    await button(page, 'Stop').click();
    await page.getByText('Listen to it, or add it to the comment.').waitFor();
    await button(page, 'Add to comment').click();
    await recorded(page).waitFor();
    await page.locator('button:focus[aria-label="Send comment"]').waitFor();
    assert.equal(await button(page, 'Speak a comment').count(), 0, 'a comment has one voice');
    await window.isAccessible('a comment with a recording');
    await window.fits('a comment with a recording');
    await page.reload();
    await recorded(page).waitFor();
    await button(page, 'Remove recording').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await recorded(page).waitFor({ state: 'detached' });
    await page.locator('button:focus[aria-label="Speak a comment"]').waitFor();
    assert.ok(await button(page, 'Send comment').isDisabled());

    await speak(page);
    await button(page, 'Send comment').click();
    await button(page, /^Play voice from Ana/).waitFor();
    await recorded(page).waitFor({ state: 'detached' });
    await speak(page);
    await page.getByLabel('Add a comment').fill('My aunt, in the lake');
    await page.getByLabel('Add a comment').press('Enter');
    await areThere(button(page, /^Play voice from Ana/), 2);
    assert.deepEqual(await said(post), [
      ['', true],
      ['My aunt, in the lake', true],
    ]);
    await isEmptied(page);

    const other = await Window.open(server().url, { screen: 'desktop' });
    await other.signIn(ben);
    await other.page.goto('/');
    await areThere(button(other.page, /^Play voice from Ana/), 2);
    await other.page.goto(`/post/${post.id}`);
    await areThere(button(other.page, /^Play voice from Ana/), 2);
    await button(other.page, /^Play voice from Ana/)
      .first()
      .click();
    await other.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
    await other.isAccessible('spoken comments');
    await other.close();
    await window.close();
  });

  // VOICE-32, APP-2, REQUEST-5
  longTest('a spoken comment waits for a connection, is taken back whole, and arrives once', async () => {
    // Home has one form for comments.
    const cleo = await server().member('Cleo');
    const friends = await cleo.makesCircle('Friends');
    await cleo.adds(ben, friends);
    const post = await cleo.posts('Which tree did you climb?', { to: friends });
    const window = await Window.open(server().url, { screen: 'phone', worker: true });
    await window.signIn(cleo);
    const { page } = window;
    const context = page.context();
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await isKept(page);
    const opens = () => button(page, 'Comments, 0').click();
    await opens();
    await speak(page);
    await context.setOffline(true);
    await button(page, 'Send comment').click();
    const waiting = page.locator('.cmt').getByText('waiting for a connection');
    await waiting.waitFor();
    await recorded(page).waitFor();
    await isStored(page);
    await page.reload();
    await opens();
    await waiting.waitFor();
    await plays(page, /^Play voice from Your recording/);
    await window.isAccessible('a spoken comment that waits');

    // From the page of what is on its way, and from its place.
    await page.getByRole('link', { name: 'A spoken comment · waiting for a connection' }).click();
    await page.getByRole('listitem').filter({ hasText: 'A spoken comment' }).waitFor();
    assert.equal(await page.locator('main img').count(), 0, 'a recording has no picture');
    await button(page, 'Change').click();
    await page.waitForURL((url) => url.pathname === `/post/${post.id}`);
    // The moment's page needs a connection.
    await page.getByRole('link', { name: 'Home' }).click();
    await opens();
    await recorded(page).waitFor();
    await waiting.waitFor({ state: 'detached' });
    await button(page, 'Send comment').click();
    await waiting.waitFor();
    await button(page, 'Change').click();
    await waiting.waitFor({ state: 'detached' });
    await recorded(page).waitFor();
    await page.getByLabel('Add a comment').fill('The plum tree');

    // The server has it, but its answer is lost.
    let answers = 0;
    await context.route('**/api/posts/*/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answers += 1;
      const response = await route.fetch();
      return answers === 1 ? route.abort('connectionreset') : route.fulfill({ response });
    });
    await button(page, 'Send comment').click();
    await waiting.waitFor();
    await isStored(page);
    await page.goto('/');
    await opens();
    await waiting.waitFor();
    await context.setOffline(false);
    await button(page, /^Play voice from Cleo/).waitFor();
    await isEmptied(page);
    assert.ok(answers > 1, 'it was sent again');
    assert.deepEqual(await said(post), [['The plum tree', true]]);
    await window.close();
  });

  // VOICE-32, REQUEST-5
  longTest('a spoken comment whose answer was lost is one comment, also sent from another tab', async () => {
    const post = await ana.posts('Which river is yours?', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    const context = page.context();
    let answers = 0;
    await context.route('**/api/posts/*/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      answers += 1;
      if (answers > 1) return route.continue();
      await route.fetch();
      await context.setOffline(true);
      return route.abort('connectionreset');
    });
    await page.goto(`/post/${post.id}`);
    await speak(page);
    await button(page, 'Send comment').click();
    await button(page, 'Change').click();
    await recorded(page).waitFor();
    await isStored(page);
    await context.setOffline(false);
    const tab = await context.newPage();
    await page.close();
    await tab.goto(`/post/${post.id}`);
    await recorded(tab).waitFor();
    await button(tab, 'Send comment').click();
    await recorded(tab).waitFor({ state: 'detached' });
    await isEmptied(tab);
    assert.ok(answers > 1, 'it was sent again');
    assert.deepEqual(await said(post), [['', true]]);
    await window.close();
  });

  // VOICE-10
  longTest('a recording that the server no longer has is sent again with its comment', async () => {
    const post = await ana.posts('Which song do you know by heart?', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    const gone: string[] = [];
    await page.route('**/api/posts/*/comments', async (route) => {
      const sent: unknown = route.request().postDataJSON();
      const id: unknown = Reflect.get(Object(sent), 'voiceId');
      if (gone.length === 0 && typeof id === 'string') {
        gone.push(id);
        await ana.ask(media.remove, { id });
      }
      return route.continue();
    });
    await page.goto(`/post/${post.id}`);
    await speak(page);
    await button(page, 'Send comment').click();
    await button(page, /^Play voice from Ana/).waitFor();
    assert.equal(gone.length, 1);
    assert.deepEqual(await said(post), [['', true]]);
    await isEmptied(page);
    await window.close();
  });

  test('a spoken comment about a photo is heard in the viewer, where its keys turn no page', async () => {
    const photoIds = await uploadPhotos(ana, 2);
    const post = await ana.posts('The lake', { to: family, photoIds });
    const { id: voiceId } = await uploadVoice(ben);
    await ben.ask(comments.add, { id: post.id, photoId: photoIds[0], voiceId });
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(ana);
    const { page } = window;
    await page.goto(`/post/${post.id}`);
    await button(page, /^Open photo 1 of 2/).click();
    const talk = page.locator('.viewer-talk');
    await talk.getByRole('button', { name: /^Play voice from Ben/ }).click();
    await page.waitForFunction(
      () => (document.querySelector<HTMLAudioElement>('.viewer-talk audio')?.currentTime ?? 0) > 0,
    );
    await talk.getByRole('slider').press('ArrowRight');
    await talk.getByRole('button', { name: /voice from Ben/ }).waitFor();
    await window.isAccessible('a spoken comment in the viewer');
    await window.close();
  });
});
