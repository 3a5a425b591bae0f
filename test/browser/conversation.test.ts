import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import * as account from '../../contract/account.ts';
import * as comments from '../../contract/comments.ts';
import * as likes from '../../contract/likes.ts';
import * as posts from '../../contract/posts.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { areThere, button, chooseAudience, drawsLate, hideFaces, holds, Window } from './browser.ts';

onDatabase('sqlite', 'a conversation under a moment, in the browser', (server) => {
  // COMMENT-6
  test('the author of a moment deletes a comment after a confirmation, and readers cannot', async () => {
    const [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    const family = await ana.makesCircle('Family');
    for (const who of [ben, cleo]) await ana.adds(who, family);
    const post = await ana.posts('Eleven lemons', { to: family });
    await ben.comments(post, 'How rude');
    await cleo.comments(post, 'How kind');

    const reader = await Window.open(server().url);
    await reader.signIn(cleo);
    await reader.page.goto(`/post/${post.id}`);
    await button(reader.page, 'Comment options').first().click();
    await reader.page.getByRole('menuitem', { name: 'Report comment' }).waitFor();
    await reader.page.getByRole('menuitem', { name: 'Delete comment' }).waitFor({ state: 'detached' });

    const author = await Window.open(server().url, { screen: 'phone' });
    const { page } = author;
    await author.signIn(ana);
    await page.goto(`/post/${post.id}`);
    await button(page, 'Comment options').first().click();
    await page.getByRole('menuitem', { name: 'Delete comment' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('You can’t undo this. Ben Example won’t be notified.').waitFor();
    await author.isAccessible('the confirmation');
    await button(page, 'Delete comment').click();
    await page.getByText('How rude').waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Comments' }).and(page.locator(':focus')).waitFor();
    await reader.page.getByText('How rude').waitFor({ state: 'detached' });
    await reader.close();
    await author.close();
  });

  // MOMENT-18
  longTest('web addresses in moments, comments and profiles are links', async () => {
    const [ida, jon] = await server().members('Ida', 'Jon');
    const family = await ida.makesCircle('Family');
    await ida.adds(jon, family);
    await ida.ask(account.edit, { bio: 'I write at https://example.org/ida' });
    const post = await ida.posts(`For @{${jon.id}}: https://example.org/${'long/'.repeat(30)}.`, {
      to: family,
      more: { mentions: JSON.stringify([jon.id]) },
    });
    await jon.comments(post, 'Better: http://example.net/(two)!');
    const window = await Window.open(server().url, { screen: 'phone' });
    await window.signIn(jon);
    const { page } = window;
    const links = () =>
      page
        .locator('a[target=_blank][rel=noreferrer]')
        .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')));
    await page.goto(`/post/${post.id}`);
    await page.getByText('http://example.net/(two)').waitFor();
    assert.deepEqual(await links(), [
      `https://example.org/${'long/'.repeat(30)}`,
      'http://example.net/(two)',
    ]);
    await page.getByRole('link', { name: '@Jon Example' }).waitFor();
    await window.fits('a moment with a long address');
    await window.isAccessible('a moment with links');
    await page.goto(`/profile/${ida.id}`);
    await page.getByRole('link', { name: 'https://example.org/ida' }).waitFor();
    await window.close();
  });

  test('a card in the feed ends with the last two comments, and says through which circles it is seen', async () => {
    const [kai, lea] = await server().members('Kai4', 'Lea4');
    const family = await kai.makesCircle('Family');
    await kai.adds(lea, family);
    await hideFaces(family, kai, lea);
    const quiet = await kai.posts('Nobody has answered', { to: family });
    const post = await kai.posts('Eight lemons', { to: family });
    await lea.comments(post, 'The first');
    await kai.comments(post, 'A long answer. '.repeat(60));
    await lea.comments(post, Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n'));
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(lea);
    await page.goto('/');
    const list = page.getByRole('list', { name: 'Comments' });
    await areThere(list.getByRole('listitem'), 2);
    const more = list.getByRole('button', { name: 'more' });
    await areThere(more, 2);
    const height = () => list.evaluate((element) => element.getBoundingClientRect().height);
    assert.ok((await height()) <= 15 * 16, `${await height()} px`);
    const scrollers = await page
      .locator('.posts :not(textarea)')
      .evaluateAll((all) => all.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)).length);
    assert.equal(scrollers, 0);
    await window.isAccessible('a card with comments');
    await more.last().click();
    await list.getByText('Line 29').waitFor();
    const all = page.getByRole('link', { name: 'All 3 answers' });
    assert.equal(await all.getAttribute('href'), `/post/${post.id}`);
    await page.getByRole('button', { name: 'Comments, 0' }).click();
    const field = page.locator(`[data-post="${quiet.id}"]`).getByRole('textbox', { name: 'Add a comment' });
    await field.and(page.locator(':focus')).waitFor();
    await lea.comments(quiet, 'The only one');
    await page.reload();
    const card = page.locator(`[data-post="${quiet.id}"]`);
    await card.getByText('The only one').waitFor();
    await drawsLate(page);
    await card.getByRole('button', { name: 'Comment options' }).click();
    await page.getByRole('menuitem', { name: 'Delete comment' }).click();
    await button(page, 'Delete comment').click();
    await field.and(page.locator(':focus')).waitFor();

    await page.getByRole('button', { name: 'Family, Who can see this' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Who can see this' });
    await dialog.getByText('Only Kai4 Example knows exactly who').waitFor();
    await dialog.getByRole('link', { name: /Family\s*2 members/ }).waitFor();
    await window.isAccessible('the circles of a moment');
    await dialog.getByRole('link').click();
    await page.waitForURL('**/circle-management?id=*');
    await dialog.waitFor({ state: 'detached' });
    await window.signIn(kai);
    await page.goto('/');
    await page.getByRole('button', { name: 'Family, Who can see this' }).first().click();
    await dialog.getByText('1 person besides you can see this. Nobody else.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Post options' }).first().click();
    await page.getByRole('menuitem').first().getByText('Take back...').waitFor();
    await window.close();
  });

  // ANSWER-1, ANSWER-4
  test('an answer is indented under its comment, and what is typed survives a reload', async () => {
    const [ana, ben] = await server().members('Ana2', 'Ben2');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const post = await ana.posts('Eleven lemons', { to: family });
    const first = await ana.comments(post, 'Who wants one?');
    await ana.comments(post, 'They are big');

    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(`/post/${post.id}`);
    await button(page, 'Answer Ana2 Example').first().click();
    await page.getByText('Answering Ana2 Example').waitFor();
    await page.getByText('Only people who see Ana2 Example’s comment can see this.').waitFor();
    await page.getByRole('textbox', { name: 'Answer Ana2 Example' }).fill('I do');
    await page.reload();
    await page.getByText('Answering Ana2 Example').waitFor();
    await window.isAccessible('an answer being written');
    await page.getByRole('textbox', { name: 'Answer Ana2 Example' }).press('Enter');
    const answers = page.getByRole('list', { name: 'Answers to Ana2 Example' });
    await answers.getByText('I do').waitFor();
    await page.getByRole('textbox', { name: 'Add a comment' }).waitFor();
    // The server has it.
    await button(page, 'Answer Ben2 Example').waitFor();
    assert.deepEqual(await ana.reads(post), ['Who wants one?', 'I do', 'They are big']);
    // Escape stops answering, and keeps the text.
    await button(page, 'Answer Ben2 Example').click();
    await page.getByRole('textbox', { name: 'Answer Ben2 Example' }).fill('Later');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('textbox', { name: 'Add a comment' }).inputValue(), 'Later');
    await ana.ask(comments.remove, { id: first.id });
    await page.getByText('In reply to a deleted comment').waitFor();
    await window.isAccessible('an answer to a deleted comment');
    await window.close();
  });

  // COMMENT-9
  test('a comment is edited, and readers see that and when', async () => {
    const [dora, emil] = await server().members('Dora', 'Emil');
    const family = await dora.makesCircle('Family');
    await dora.adds(emil, family);
    const post = await dora.posts('Ten lemons', { to: family });
    await emil.comments(post, 'Teh typo');
    const writer = await Window.open(server().url, { screen: 'phone' });
    const { page } = writer;
    await writer.signIn(emil);
    await page.goto(`/post/${post.id}`);
    const open = async () => {
      await button(page, 'Comment options').click();
      await page.getByRole('menuitem', { name: 'Edit comment' }).click();
    };
    await open();
    const field = page.getByLabel('Your comment');
    await field.fill(' ');
    await button(page, 'Save').click();
    await page.getByText('Write a comment first.').waitFor();
    await writer.isAccessible('editing a comment');
    // Cancel discards, so the field has the saved words again.
    await button(page, 'Cancel').click();
    await open();
    assert.equal(await field.inputValue(), 'Teh typo');
    await field.fill('The typo');
    await button(page, 'Save').click();
    await page.getByText('The typo').waitFor();
    await button(page, 'edited').waitFor();
    assert.deepEqual(await dora.reads(post), ['The typo']);
    assert.equal(await page.evaluate(() => localStorage.getItem('circle_edits')), null);

    const reader = await Window.open(server().url);
    await reader.signIn(dora);
    await reader.page.goto(`/post/${post.id}`);
    const edited = button(reader.page, 'edited');
    const when = reader.page.getByRole('tooltip');
    await edited.hover();
    await when.waitFor();
    await reader.page.getByText('Ten lemons').hover();
    await when.waitFor({ state: 'detached' });
    await edited.focus();
    await when.waitFor();
    await reader.page.keyboard.press('Escape');
    await when.waitFor({ state: 'detached' });
    await reader.close();
    await writer.close();
  });

  // APP-2, COMMENT-9, REQUEST-5, REQUEST-12
  longTest('a comment or edit that cannot be sent says why, and is changed or deleted there', async () => {
    const [dora, emil] = await server().members('Dora2', 'Emil2');
    const family = await dora.makesCircle('Family');
    await dora.adds(emil, family);
    const post = await dora.posts('Ten lemons', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(emil);
    let line: 'works' | 'loses' | 'is cut' | 'refuses' = 'loses';
    let loaded = Promise.resolve();
    const pass = async (route: Route) => {
      const method = route.request().method();
      if (method === 'GET') await loaded;
      if (method === 'GET' || line === 'works') return route.continue();
      if (line === 'refuses') return route.fulfill({ status: 400, json: { message: 'Not like this.' } });
      if (line === 'loses') await route.fetch();
      line = 'is cut';
      return route.abort('connectionreset');
    };
    await page.route('**/api/posts/*/comments*', pass);
    await page.goto(`/post/${post.id}`);
    const field = page.getByRole('textbox', { name: 'Add a comment' });
    const send = async (words: string) => {
      await field.fill(words);
      await field.press('Enter');
    };
    const arrived = () => page.waitForFunction(() => localStorage.getItem('circle_outbox') === null);

    // The answer is lost. What the server has of it is replaced.
    await send('One thought');
    await page.getByText('waiting for a connection', { exact: true }).waitFor();
    await button(page, 'Change').click();
    assert.equal(await field.inputValue(), 'One thought');
    await page.reload();
    line = 'works';
    await field.press('Enter');
    await button(page, 'Answer Emil2 Example').waitFor();
    await arrived();
    assert.deepEqual(await dora.reads(post), ['One thought']);
    line = 'loses';
    await send('Better not');
    await page.getByText('waiting for a connection', { exact: true }).waitFor();
    assert.deepEqual(await dora.reads(post), ['One thought', 'Better not']);
    await button(page, 'Delete').click();
    await arrived();
    assert.deepEqual(await dora.reads(post), ['One thought']);

    line = 'refuses';
    await send('Another thought');
    const refusal = page.getByText('Not like this.');
    await refusal.waitFor();
    await window.isAccessible('a comment that was refused');
    await window.fits('a comment that was refused');
    const loading = Promise.withResolvers<void>();
    loaded = loading.promise;
    await page.reload();
    await refusal.waitFor();
    loading.resolve();
    await button(page, 'Answer Emil2 Example').waitFor();
    await button(page, 'Change').click();
    await send('A bad thought');
    await refusal.waitFor();
    await button(page, 'Delete').click();
    await page.getByText('A bad thought').waitFor({ state: 'detached' });
    await arrived();

    // An edit waits. Cancel in its dialog leaves it.
    const change = async (before: string, words: string | null) => {
      await button(page, 'Comment options').click();
      await page.getByRole('menuitem', { name: 'Edit comment' }).click();
      const written = page.getByLabel('Your comment');
      assert.equal(await written.inputValue(), before);
      if (words !== null) await written.fill(words);
      await button(page, words === null ? 'Cancel' : 'Save').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const shown = (words: string) => page.locator('.said').getByText(words);
    // The code of menu and dialog loads.
    await change('One thought', null);
    await page.context().setOffline(true);
    await change('One thought', 'Second thought');
    await page.getByText('Your changes are waiting for a connection.').first().waitFor();
    await change('Second thought', null);
    await shown('Second thought').waitFor();
    await page.getByText('Waiting for a connection', { exact: true }).waitFor();

    // An edit of the same words waits until the earlier one has arrived.
    const slow = Promise.withResolvers<void>();
    let edits = 0;
    await page.route('**/api/comments/*', async (route) => {
      if (line === 'refuses') return pass(route);
      edits += 1;
      if (edits === 1) await slow.promise;
      const response = await route.fetch();
      await route.fulfill({ response }).catch(() => undefined);
    });
    line = 'works';
    const begun = page.waitForRequest('**/api/comments/*');
    await page.context().setOffline(false);
    await begun;
    await page.locator('.cmt').getByText('Saving...').waitFor();
    await change('Second thought', 'Third thought');
    await page.getByText('Your changes are on their way.').first().waitFor();
    slow.resolve();
    await arrived();
    assert.deepEqual(await dora.reads(post), ['Third thought']);

    line = 'refuses';
    await page.context().setOffline(true);
    await change('Third thought', 'A bad thought');
    await page.context().setOffline(false);
    await refusal.waitFor();
    await page.reload();
    await refusal.waitFor();
    await window.isAccessible('an edit that was refused');
    await window.fits('an edit that was refused');
    await button(page, 'Discard changes').click();
    await shown('Third thought').waitFor();
    await arrived();

    // Its moment is gone: the words stay until their member deletes them.
    line = 'works';
    await page.context().setOffline(true);
    await send('Too late');
    await dora.ask(posts.remove, { id: post.id });
    await page.context().setOffline(false);
    await page.goto('/on-its-way');
    const gone = page.getByText('This moment, or the comment you answered, isn’t there any more.');
    await gone.waitFor();
    await button(page, 'Change').click();
    await page.waitForURL((url) => url.pathname === `/post/${post.id}`);
    await page.goto('/on-its-way');
    await gone.waitFor();
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Everything has arrived.', { exact: true }).waitFor();
    await window.close();
  });

  // MENTION-1, MENTION-4
  test('a name is offered after an @, taken by keyboard, and links to its profile or reads somebody', async () => {
    const [ana, ben, cleo] = await server().members('Ana3', 'Ben3', 'Cleo3');
    const [family, choir] = [await ana.makesCircle('Family'), await ana.makesCircle('Choir')];
    await ana.adds(ben, family);
    await ana.adds(cleo, choir);
    const post = await ana.posts('Eleven lemons', { to: [family, choir] });

    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ana);
    await page.goto(`/post/${post.id}`);
    const field = page.getByRole('textbox', { name: 'Add a comment' });
    await field.pressSequentially('For @');
    const option = (name: string) => page.getByRole('option', { name });
    await areThere(page.getByRole('option'), 2);
    await option('Ben3 Example').and(page.locator('[aria-selected=true]')).waitFor();
    await field.press('ArrowDown');
    await option('Cleo3 Example').and(page.locator('[aria-selected=true]')).waitFor();
    await window.isAccessible('names after an @');
    await field.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    // A member who types faster than the list comes takes nobody of the earlier one.
    const typedOn = Promise.withResolvers<void>();
    await page.route(/mentionable.*q=cl/, async (route) => {
      await typedOn.promise;
      await route.continue();
    });
    await field.pressSequentially('cl');
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'For @cl');
    typedOn.resolve();
    await holds(page, field, 'For @Cleo3 Example ');
    await field.pressSequentially('and @be');
    await option('Ben3 Example').click();
    assert.equal(await field.inputValue(), 'For @Cleo3 Example and @Ben3 Example ');
    await page.reload();
    assert.equal(await field.inputValue(), 'For @Cleo3 Example and @Ben3 Example ');
    await field.press('Enter');
    const link = page.getByRole('link', { name: '@Cleo3 Example' });
    assert.equal(await link.getAttribute('href'), `/profile/${cleo.id}`);

    // An edit shows the names, and keeps who is meant.
    await button(page, 'Comment options').click();
    await page.getByRole('menuitem', { name: 'Edit comment' }).click();
    const words = page.getByRole('textbox', { name: 'Your comment' });
    assert.equal(await words.inputValue(), 'For @Cleo3 Example and @Ben3 Example');
    await words.fill('Only @Ben3 Example and @Cleo3 Example, @a');
    await words.press('Backspace');
    await page.getByRole('listbox').waitFor();
    await words.press('Escape');
    await words.pressSequentially('Be');
    await page.getByRole('listbox').waitFor();
    await button(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const reader = await Window.open(server().url, { screen: 'phone' });
    await reader.signIn(ben);
    await reader.page.goto(`/post/${post.id}`);
    await reader.page.getByText('Only @Ben3 Example and somebody, @Be').waitFor();
    await reader.isAccessible('a mention');
    await reader.close();

    // The composer offers the people of the chosen circles.
    await page.goto('/create-post');
    await chooseAudience(page, /Family/);
    const moment = page.getByLabel('Caption, or just text');
    await moment.pressSequentially('With @');
    await areThere(page.getByRole('option'), 1);
    await moment.press('Tab');
    await button(page, /^Share with/).click();
    await page.getByText('With @Ben3 Example').waitFor();
    await window.close();
  });

  longTest('a member stops notifications of a moment in the bell, and resumes them in its menu', async () => {
    const [finn, gina, hugo] = await server().members('Finn', 'Gina', 'Hugo');
    const family = await finn.makesCircle('Family');
    for (const who of [gina, hugo]) await finn.adds(who, family);
    const post = await finn.posts('Nine lemons', { to: family });
    await gina.comments(post, 'Mine');
    await hugo.comments(post, 'And mine');
    await server().app.context.jobs.idle();
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(gina);
    await page.goto('/notifications');
    await page.getByText('Hugo Example commented on a moment you commented on').waitFor();
    await window.isAccessible('a followed conversation');
    await window.fits('a followed conversation');
    await page.getByText('And mine').waitFor();
    // Eight entries to a screen, above the bar of 68 px, each with two lines of title and one of words.
    const row = await page.locator('.nl > li').first().boundingBox();
    assert.ok(row && row.y + 8 * row.height <= 844 - 68, JSON.stringify(row));
    await button(page, 'Options: Hugo Example commented on a moment you commented on').click();
    await page.getByRole('menuitem', { name: 'Stop telling me about this moment' }).click();
    await page.getByText('You won’t be told about this moment any more').first().waitFor();
    await page
      .getByText('Hugo Example commented on a moment you commented on')
      .waitFor({ state: 'detached' });
    await page.goto(`/post/${post.id}`);
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Tell me about this moment again' }).click();
    await page.getByText('You’ll be told about new comments again').first().waitFor();
    await button(page, 'Post options').click();
    await page.getByRole('menuitem', { name: 'Stop telling me about this moment' }).waitFor();
    await window.close();
  });

  // LIKE-3
  test('the number of likes opens the list of the people, by keyboard too', async () => {
    const [ines, jan, kai] = await server().members('Ines', 'Jan', 'Kai');
    const family = await ines.makesCircle('Family');
    for (const who of [jan, kai]) await ines.adds(who, family);
    const post = await ines.posts('Eight lemons', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ines);
    await page.goto('/');
    await page.getByText('Eight lemons').waitFor();
    assert.equal(await button(page, /^Show who likes this/).count(), 0);
    for (const who of [jan, kai]) await who.ask(likes.like, { id: post.id });
    const count = button(page, 'Show who likes this, 2');
    await count.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: 'People who like this moment' });
    await list.getByRole('link').first().waitFor();
    assert.deepEqual(await list.getByRole('link').allInnerTexts(), ['Kai Example', 'Jan Example']);
    await window.isAccessible('the list of likes');
    await window.fits('the list of likes');
    await page.keyboard.press('Escape');
    await count.and(page.locator(':focus')).waitFor();
    await window.close();
  });
});
