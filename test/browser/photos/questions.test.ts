import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import * as account from '../../../contract/account.ts';
import * as questions from '../../../contract/questions.ts';
import { makeAllLetters } from '../../../server/features/letters/evening.ts';
import { letterTo } from '../../harness/letter-browser.ts';
import { composeMail, deliver, joinByLetter, mailInSettings } from '../../harness/mailbox-members.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { recording } from '../../harness/videos.ts';
import { until } from '../../runner/until.ts';
import { button, hideFaces, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';

onDatabase(
  'sqlite',
  'questions, in the browser',
  (server) => {
    const noMails = async () => {
      await server().app.context.jobs.idle();
      const people = await server().app.context.db.read.selectFrom('users').select('email').execute();
      for (const { email } of people) server().mailbox.take(email);
    };

    // ASK-1, ASK-7
    test('Tim asks Rosa, who answers by a mail with a recording, which he and Ann hear below his question', async () => {
      const ann = await server().member('Ann', { isAdmin: true });
      const tim = await server().member('Tim');
      const family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      await ann.adds(tim, family);
      const rosa = await joinByLetter(server(), ann, family, 'Rosa', { verifies: true });
      await hideFaces(family, ann, tim);
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(tim);
      await page.goto(`/circle-management?id=${family.id}&tab=people`);
      await button(page, 'Ask Rosa Example a question').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Rosa Example gets it at the end of their next letter.').waitFor();
      await window.isAccessible('asking');
      await window.fits('asking');
      await button(page, 'Ask').click();
      await dialog.getByText('Write a question.').waitFor();
      await page.locator('textarea:focus').waitFor();
      const idea = dialog.locator('.idea .people');
      const first = await idea.textContent();
      await button(page, 'Another').click();
      assert.notEqual(await idea.textContent(), first);
      await button(page, 'Take this one').click();
      assert.equal(await dialog.locator('textarea').inputValue(), await idea.textContent());
      await dialog.locator('textarea').fill('Who taught you to swim?');
      await button(page, 'Ask').click();
      await page.getByText('Asked', { exact: true }).first().waitFor();
      await button(page, 'Ask Rosa Example a question').press('Enter');
      await button(page, 'Withdraw: Who taught you to swim?').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await ann.posts('One', { to: family });
      const { mail } = await letterTo(server(), rosa);
      const [, address = ''] = /Who taught you to swim\?[^]*?Answer: (\S+)/.exec(mail.text) ?? [];
      // Not every Chromium plays AAC.
      const content = await recording('opus.mp4');
      const memo = { filename: 'New Recording 5.m4a', contentType: 'audio/x-m4a', content };
      const text = 'Aunt Ida, in the lake';
      const raw = await composeMail({ from: rosa.email, to: address, text, attachments: [memo] });
      await deliver(server(), raw, [address], { sender: rosa.email });
      // The step that removes the entry of the sheet would call off the next page.
      await page.waitForFunction(() => !Reflect.get(Object(history.state), 'overlays'));
      await page.goto('/notifications');
      await page.getByRole('link', { name: /Rosa Example answers your question/ }).click();
      await page.getByText('Tim Example asked: Who taught you to swim?').waitFor();
      await page.getByText('Aunt Ida, in the lake').first().waitFor();
      await window.isAccessible('an answered question');
      await window.fits('an answered question');
      await window.close();

      const home = await Window.open(server().url, { screen: 'desktop' });
      await home.signIn(ann);
      await home.page.goto('/');
      const answer = home.page
        .getByRole('article')
        .filter({ hasText: 'Tim Example asked: Who taught you to swim?' });
      await answer.getByText('Aunt Ida, in the lake').waitFor();
      await answer.getByRole('button', { name: 'Play voice from Rosa Example, 0:01' }).click();
      await home.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
      await noMails();
      await home.close();
    });

    // ASK-4
    longTest('a question can be withdrawn after twenty others in its circle', async () => {
      const otto = await server().member('Otto');
      const members = await server().members(...Array.from({ length: 22 }, (_, at) => `Eve${at}`));
      const family = await otto.makesCircle('Family');
      for (const member of members) await otto.adds(member, family);
      for (const { id: userId } of members)
        await otto.ask(questions.ask, { id: family.id, userId, words: 'Who taught you to swim?' });
      const window = await Window.open(server().url, { screen: 'phone' });
      const { page } = window;
      await window.signIn(otto);
      await page.goto(`/circle-management?id=${family.id}&tab=people`);
      await button(page, 'Ask Eve0 Example a question').click();
      await button(page, 'Withdraw: Who taught you to swim?').click();
      await page.getByText('Question withdrawn').first().waitFor();
      let isLost = true;
      await page.route('**/api/circles/*/questions', async (route) => {
        if (route.request().method() !== 'POST' || !isLost) return route.continue();
        isLost = false;
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.locator('textarea').fill('Who taught you to sing?');
      await button(page, 'Ask').click();
      await page.getByText('The question was not sent').first().waitFor();
      await button(page, 'Ask').click();
      await page.getByText('Asked', { exact: true }).first().waitFor();
      await noMails();
      await window.close();
    });

    // ASK-1, ASK-3
    longTest('a question opens from the bell in the composer, where it is answered or declined', async () => {
      const [tim, amy] = await server().members('Tom', 'Amy');
      const family = await tim.makesCircle('Family');
      const club = await tim.makesCircle('Club');
      for (const circle of [family, club]) await tim.adds(amy, circle);
      await hideFaces(family, tim, amy);
      await hideFaces(club, tim, amy);
      await tim.ask(questions.ask, { id: family.id, userId: amy.id, words: 'Who taught you to swim?' });
      await tim.ask(questions.ask, { id: club.id, userId: amy.id, words: 'Which tree did you climb?' });
      await makeAllLetters(server().app.context);
      const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
      const { page } = window;
      await window.signIn(amy);
      await page.goto('/notifications');
      await page.getByRole('link', { name: /Tom Example asks you something/ }).click();
      await page.getByRole('heading', { name: /Tom Example asks:\s*Who taught you to swim\?/ }).waitFor();
      await page
        .getByText('Your answer is a moment in Family alone, below the question.', { exact: false })
        .waitFor();
      await window.isAccessible('a question above the composer');
      await window.fits('a question above the composer');
      await button(page, 'Another one').click();
      await page
        .getByRole('heading', { name: /Which tree did you climb\?/ })
        .and(page.locator(':focus'))
        .waitFor();
      await page
        .getByText('Your answer is a moment in Club alone, below the question.', { exact: false })
        .waitFor();
      await page.getByLabel('Caption, or just text').fill('The plum tree');
      await page.reload();
      await page.getByRole('heading', { name: /Which tree did you climb\?/ }).waitFor();
      await button(page, 'Share with 1 circle').click();
      await page.getByText('Moment shared').first().waitFor();
      await page.getByText('Tom Example asked: Which tree did you climb?').waitFor();

      const third = await tim.makesCircle('Choir');
      await tim.adds(amy, third);
      await tim.ask(questions.ask, { id: third.id, userId: amy.id, words: 'Who sang to you?' });
      await makeAllLetters(server().app.context, Date.now() + 7 * 24 * 60 * 60_000);
      await page.goto('/notifications');
      const asks = Promise.withResolvers<Route>();
      await page.route('**/api/questions', (route) => asks.resolve(route), { times: 1 });
      const bellEntry = page.getByRole('link', { name: /Who sang to you\?/ });
      await bellEntry.click();
      const asked = await asks.promise;
      await page.getByRole('heading', { name: 'New moment' }).waitFor();
      assert.equal(await page.getByLabel('Caption').count(), 0, 'its circle is not known yet');
      await button(page, 'Back').click();
      await bellEntry.waitFor();
      await Promise.all([page.waitForResponse('**/api/questions'), asked.continue()]);
      await page.evaluate(() => {
        history.pushState(null, '', '/create-post');
      });
      await page.getByLabel('Caption').waitFor();
      assert.equal(await page.getByText('Who sang to you?').count(), 0);
      await page.goBack();
      await bellEntry.click();
      await button(page, 'No more questions').click();
      await page.getByText('No more questions will come').first().waitFor();
      await page.getByText('Who sang to you?').waitFor({ state: 'detached' });
      await page.goto('/my-account/reach');
      const setting = page.getByRole('switch', { name: 'Questions from others' });
      assert.equal(await setting.getAttribute('aria-checked'), 'false');
      await setting.click();
      await page
        .getByRole('switch', { name: 'Questions from others', checked: true })
        .and(page.locator(':focus'))
        .waitFor();
      await until(async () => (await amy.ask(account.edit, {})).takesQuestions);
      await noMails();
      await window.close();
    });
  },
  mailInSettings,
);
