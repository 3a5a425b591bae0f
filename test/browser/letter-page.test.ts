import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Circle } from '../../contract/shapes.ts';
import { letterTo, linkIn } from '../harness/letter-browser.ts';
import { mailInSettings, joinByLetter, type MailboxMember } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { longTest } from '../runner/long-test.ts';
import { button, Window } from './browser.ts';

onDatabase(
  'sqlite',
  'the pages of letters, in a browser without scripts',
  (server) => {
    let mirror: Window;
    let ann: Person;
    let family: Circle;
    let rosa: MailboxMember;
    before(async () => {
      mirror = await Window.open(server().url);
      ann = await server().member('Ann');
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      rosa = await joinByLetter(server(), ann, family, 'Rosa');
    });
    after(async () => {
      await mirror.close();
    });

    /** Fails if something to press is lower than 48 pixels, or its type smaller than 20. */
    const isLarge = async (page: Page, where: string) => {
      const targets = page.locator('button, summary, select, textarea, a, .choice');
      const small = await targets.evaluateAll((all) =>
        all.flatMap((target) => {
          const { height } = target.getBoundingClientRect();
          const size = Number.parseFloat(getComputedStyle(target).fontSize);
          return height > 0 && (height < 48 || size < 20) ? `${target.outerHTML} ${height} ${size}` : [];
        }),
      );
      assert.deepEqual(small, [], where);
    };

    // Axe needs scripts: it gets the same document in another window.
    const checks = async (window: Window, where: string) => {
      await mirror.page.setContent(await window.page.content());
      for (const colorScheme of ['light', 'dark'] as const) {
        await mirror.page.emulateMedia({ colorScheme });
        await mirror.isAccessible(`${where}, ${colorScheme}`);
      }
      await window.fits(where);
      await isLarge(window.page, where);
    };

    // MAILBOX-67, MAILBOX-70
    test('a member opens a letter, gives a heart and answers, by keyboard alone', async () => {
      const post = await ann.posts('Lemons at noon', { to: family, photos: [await plainPhoto()] });
      await ann.comments(post, 'Eleven of them');
      const { page: letter } = await letterTo(server(), rosa);
      const window = await Window.open(server().url, { screen: 'phone', scripts: false });
      const { page } = window;
      const press = async (name: string) => {
        for (let tries = 0; tries < 40; tries++) {
          await page.keyboard.press('Tab');
          if (await page.locator(':focus').filter({ hasText: name }).count()) break;
        }
        await page.keyboard.press('Enter');
      };
      await page.goto(letter);
      await checks(window, 'the button');
      await press('Open my letter');
      await page.getByRole('heading', { name: 'Please check your e-mail' }).waitFor();
      await page.goto(linkIn((await server().mailsTo(rosa))[0]));
      await press('Open my letter');
      await page.getByText('Lemons at noon').waitFor();
      await checks(window, 'the letter');
      await press('I like it');
      await page.locator('button[aria-pressed=true]').waitFor();
      assert.equal(new URL(page.url()).hash, `#m-${post.id}`);
      // Chromium takes the focus away once it has scrolled to that place.
      await page.waitForLoadState();
      await page.locator('summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Kisses ');
      await page.getByLabel('Your answer').fill(`Kisses ${'x'.repeat(2_000)}`);
      await press('Send');
      await page.getByRole('alert').waitFor();
      await checks(window, 'the refused answer');
      await page.getByLabel('Your answer').fill('Kisses from Rosa');
      await press('Send');
      await page.getByText('Kisses from Rosa').waitFor();
      assert.deepEqual(await ann.reads(post), ['Eleven of them', 'Kisses from Rosa']);
      await window.close();
      await server().mailsTo(ann);
    });

    longTest('My letters, its questions and a missing page work in dark and in German', async () => {
      await ann.posts('For the choices', { to: family });
      const { page: letter } = await letterTo(server(), rosa);
      const { db } = server().app.context;
      await db.write(({ q }) =>
        q.updateTable('users').set({ language: 'de' }).where('id', '=', rosa.key).execute(),
      );
      const window = await Window.open(server().url, {
        colorScheme: 'dark',
        scripts: false,
        locale: 'de-DE',
      });
      const { page } = window;
      await page.goto(`${letter}/stop`);
      await checks(window, 'stop');
      await page.goto(`${letter}/mine`);
      await button(page, 'Schickt mir den Link').click();
      await page.goto(linkIn((await server().mailsTo(rosa))[0]));
      await checks(window, 'my letters');
      await page.getByLabel('Am Sonntag').check();
      await button(page, 'Speichern').click();
      await page.getByRole('status').waitFor();
      assert.ok(await page.getByLabel('Am Sonntag').isChecked());
      await button(page, 'Alles löschen').click();
      await checks(window, 'the last question');
      await page.goto(`/letter/${'a'.repeat(26)}`);
      await page.getByRole('heading', { name: 'Hier gibt es nichts' }).waitFor();
      await checks(window, 'a missing page');
      await window.close();
    });
  },
  mailInSettings,
);
