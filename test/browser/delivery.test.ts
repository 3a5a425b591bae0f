import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import type { Person } from '../harness/person.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { hideFaces, Window } from './browser.ts';

onDatabase('sqlite', 'when moments reach a member, in the browser', (server) => {
  const chosen = async (who: Person, circle: Circle | null) => {
    const { circles } = await who.ask(delivery.get, {});
    return circles.find(({ circleId }) => circleId === (circle?.id ?? null))?.when;
  };
  const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const shows = (page: Page, name: string, when: string) =>
    label(page, name)
      .and(page.locator(`:has(option:checked:text-is("${when}"))`))
      .waitFor();

  longTest('a member chooses for all circles and for one, undoes it, and retries what failed', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await hideFaces(family, ben);
    await ben.makesCircle('Own list', { kind: 'private' });
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/my-account/reach');
    // One choice for all circles, which the others follow.
    const all = page.getByRole('radiogroup', { name: 'New moments' });
    const isChosen = (name: RegExp) => all.getByRole('radio', { name, checked: true }).waitFor();
    await isChosen(/^In the evening/);
    await all.getByRole('radio', { name: /^On Sunday/ }).click();
    await page.getByText('New moments: On Sunday').first().waitFor();
    assert.deepEqual([await chosen(ben, null), await chosen(ben, family)], ['sunday', 'sunday']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('New moments: In the evening').first().waitFor();
    assert.deepEqual([await chosen(ben, null), await chosen(ben, family)], ['evening', 'evening']);
    // Circles that differ are listed.
    assert.equal(await label(page, 'New moments from Family').count(), 0);
    await page.getByRole('button', { name: 'Different for another circle All as above' }).click();
    const dialog = page.getByRole('dialog');
    await shows(page, 'New moments from Family', 'In the evening');
    assert.equal(await label(page, 'New moments from Own list').count(), 0);
    await window.isAccessible('the dialog of all circles');
    await label(page, 'New moments from Family').selectOption('At once');
    await page.getByText('New moments from Family: At once').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await shows(page, 'New moments from Family', 'At once');
    await isChosen(/^In the evening/);
    await label(page, 'New moments from Family').selectOption('In the evening');
    await page.getByRole('button', { name: 'Different for another circle All as above' }).click();
    await label(page, 'Shared with you').selectOption('Off: only when I look');
    await page.getByText('Shared with you: Off: only when I look').first().waitFor();
    assert.equal(await chosen(ben, null), 'never');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Shared with you: In the evening').first().waitFor();
    assert.equal(await chosen(ben, null), 'evening');
    await window.isAccessible('the choices');
    await window.fits('the choices');
    await label(page, 'Letters come at').selectOption('07:00');
    await page.getByText('Letters come by e-mail at 07:00', { exact: false }).waitFor();

    await page.goto(`/circle-management?id=${family.id}`);
    await page.getByRole('button', { name: 'Reaches me: evening' }).click();
    await label(page, 'New moments from Family').waitFor();
    await window.isAccessible('when moments reach the member');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings of Family' }).click();
    await label(page, 'New moments from Family').selectOption('At once');
    await page.getByText('New moments from Family: At once').first().waitFor();
    await page.getByRole('link', { name: 'Switch on notifications in this browser' }).waitFor();
    await window.isAccessible('the circle');
    await window.fits('the circle');
    await page.route('**/api/delivery', (route) => route.abort());
    await label(page, 'New moments from Family').selectOption('On Sunday');
    await page.getByText('Your choice was not saved').first().waitFor();
    await shows(page, 'New moments from Family', 'At once');
    await page.unroute('**/api/delivery');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('New moments from Family: On Sunday').first().waitFor();
    await shows(page, 'New moments from Family', 'On Sunday');
    assert.equal(await chosen(ben, family), 'sunday');

    // Neither letters nor a confirmed address.
    const answers = (path: string, change: object) =>
      page.route(path, async (route) => {
        const answer = await (await route.fetch()).text();
        await route.fulfill({ json: { ...z.looseObject({}).parse(JSON.parse(answer)), ...change } });
      });
    await answers('**/api/user', { emailConfirmed: false });
    await page.goto('/my-account/reach');
    await page
      .getByText(
        'Letters reach you once you’ve confirmed your e-mail address. Until then the bell tells you of these moments.',
      )
      .first()
      .waitFor();
    await answers('**/api/config', { letters: false });
    await page.reload();
    await page
      .getByText('This place sends no letters. The bell and a push bring these moments at that time instead.')
      .first()
      .waitFor();
    await window.close();
  });

  test('an entry joins the comments of a day, and leads to the choice for its circle', async () => {
    const [hal, ida, jo] = await server().members('Hal', 'Ida', 'Jo');
    const choir = await hal.makesCircle('Choir');
    await hal.adds(ida, choir);
    await hal.adds(jo, choir);
    const moment = await hal.posts('Rehearsal', { to: choir });
    await ida.comments(moment, 'First');
    await jo.comments(moment, 'Second');
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(hal);
    await page.goto('/notifications');
    const title = 'Jo Example and Ida Example commented on your moment';
    const entry = page.getByRole('link', { name: title });
    await entry.getByText('Second').waitFor();
    await window.isAccessible('notifications, some joined');
    await page.getByRole('button', { name: `Options: ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await entry.waitFor({ state: 'detached' });
    const { items } = await hal.ask(notifications.list, {});
    assert.deepEqual(
      items.filter(({ kind }) => kind === 'comment'),
      [],
    );
    await window.signIn(ida);
    await page.goto('/notifications');
    await page.getByRole('button', { name: /^Options: Hal Example added you to Choir/ }).click();
    await page.getByRole('menuitem', { name: 'What reaches me from Choir' }).click();
    await label(page, 'New moments from Choir').waitFor();
    await window.isAccessible('what reaches a member from one circle');
    await window.fits('what reaches a member from one circle');
    await window.close();
  });

  test('kinds of notifications are chosen in groups, and nothing that is always sent is switched off', async () => {
    const gil = await server().member('Gil');
    const before = await gil.ask(notifications.preferences, {});
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(gil);
    await page.goto('/my-account/reach');
    const single = page.getByRole('button', { name: /^Single kinds/ });
    await single.filter({ hasText: '30 kinds, 4 different' }).waitFor();
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT');
    const group = (name: RegExp) => page.getByRole('combobox', { name });
    for (const [name, level] of [
      [/^My account/, 'In Circle'],
      [/^Likes/, 'Off'],
    ] as const) {
      const done = saved();
      await group(name).selectOption(level);
      await done;
    }
    const after = await gil.ask(notifications.preferences, {});
    assert.deepEqual(after.new_sign_in, { bell: true, email: true, push: false });
    assert.deepEqual(after.second_factor_changed, { ...before.second_factor_changed, push: false });
    assert.deepEqual(after.export_ready, { bell: true, email: false, push: false });
    assert.deepEqual(after.like, { bell: false, email: false, push: false });
    assert.deepEqual(after.mention, before.mention);
    assert.deepEqual(
      await group(/^My account/)
        .locator('option')
        .allTextContents(),
      ['In Circle', 'In Circle, push', 'In Circle, push, e-mail'],
    );
    await single.filter({ hasText: '30 kinds, 2 different' }).click();
    await page.getByRole('checkbox', { name: 'Bell: Somebody likes your moment', checked: false }).waitFor();
    await window.isAccessible('single kinds');
    await window.fits('single kinds');
    await window.close();
  });

  // LETTER-7
  longTest('the owner decides what letters carry, and members read it', async () => {
    const [cleo, dan] = await server().members('Cleo', 'Dan');
    const club = await cleo.makesCircle('Club');
    await cleo.adds(dan, club);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(cleo);
    await page.goto(`/circle-management?id=${club.id}&tab=settings`);
    await page.getByText('Letters from this circle carry names only.').waitFor();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByText('A letter cannot be taken back.').waitFor();
    await page.getByText('Words and photos', { exact: true }).click();
    await window.isAccessible('the form');
    await page.getByRole('button', { name: 'Save' }).click();
    const carries = page.getByText('Letters from this circle carry words and photos.', { exact: false });
    await carries.waitFor();
    await window.signIn(dan);
    await page.reload();
    await carries.waitFor();
    await window.close();
  });

  longTest('moments that were on screen are reported once, in batches, and never while offline', async () => {
    const [eve, fay] = await server().members('Eve', 'Fay');
    const family = await eve.makesCircle('Family');
    await eve.adds(fay, family);
    const long = 'line\n'.repeat(80);
    const below = await eve.posts(long, { to: family });
    const own = await fay.posts('Mine\n'.repeat(10), { to: family });
    const top = await eve.posts('On top', { to: family });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(fay);
    await page.clock.install();
    const reports: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/seen')) reports.push(request.postDataJSON());
    });
    const card = (post: Post) => page.locator(`[data-post="${post.id}"]`);
    // Sooner than the next report is due.
    const reported = (count: number) =>
      page.waitForEvent('requestfinished', {
        predicate: (request) => request.url().endsWith('/api/seen') && reports.length === count,
        timeout: 15_000,
      });
    const step = async () => {
      await page.clock.runFor(1_500);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };
    const aMinutePasses = async () => {
      for (let second = 0; second < 60; second += 1.5) await step();
    };
    const passesUntil = async (event: Promise<unknown>) => {
      const state = { isOver: false };
      const over = event.finally(() => {
        state.isOver = true;
      });
      while (!state.isOver) await Promise.race([over, step()]);
      await over;
    };
    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      );
    const rows = async () => {
      const { db } = server().app.context;
      const found = await db.read
        .selectFrom('told_posts as t')
        .innerJoin('posts as p', 'p.id', 't.post_id')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select('p.public_id as id')
        .where('u.public_id', '=', fay.id)
        .execute();
      return found.map(({ id }) => id).toSorted();
    };

    await page.goto('/');
    await card(top).waitFor();
    await card(below).waitFor({ state: 'attached' });
    await passesUntil(reported(1));
    assert.deepEqual(reports, [{ postIds: [top.id] }]);

    await page.context().setOffline(true);
    await card(below).evaluate((article) => article.scrollIntoView());
    await aMinutePasses();
    assert.equal(reports.length, 1);
    await page.context().setOffline(false);
    await passesUntil(reported(2));
    assert.deepEqual(reports.at(-1), { postIds: [below.id] });
    assert.deepEqual(await rows(), [top.id, below.id].toSorted());
    await page.evaluate(() => scrollTo(0, 0));
    await aMinutePasses();
    assert.equal(reports.length, 2, 'each moment once');

    // A card more than twice as tall as the screen, on a page that is being hidden.
    const next = await eve.posts(long, { to: family });
    await page.goto(`/post/${next.id}`);
    await card(next).waitFor();
    await setHidden(true);
    await aMinutePasses();
    assert.equal(reports.length, 2, 'nobody looks at a hidden page');
    await setHidden(false);
    await step();
    await step();
    const last = reported(3);
    await setHidden(true);
    await last;
    assert.deepEqual(await rows(), [top.id, below.id, next.id].toSorted());
    assert.ok(!JSON.stringify(reports).includes(own.id));
    await window.close();
  });
});
