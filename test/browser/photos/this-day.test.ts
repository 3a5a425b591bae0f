import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import * as media from '../../../contract/media.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import * as timeline from '../../../contract/timeline.ts';
import { formOf, type Person } from '../../harness/person.ts';
import { landscapePhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { Window } from '../browser.ts';

const year = new Date().getUTCFullYear();
/** This day of an earlier year; on 29 February there may be none. */
const dayOf = (yearsAgo: number) => `${year - yearsAgo}-${new Date().toISOString().slice(5, 10)}`;

const section = (page: Page) => page.getByRole('region', { name: /^This day/ });

onDatabase('sqlite', 'This day, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let cleo: Person;
  let family: Circle;

  const share = async (person: Person, takenOn: string): Promise<void> => {
    const photo = new Blob([new Uint8Array(await landscapePhoto(900, 700))]);
    const { id } = await person.ask(media.upload, formOf({ takenOn, photo }));
    const body = {
      circleIds: JSON.stringify([family.id]),
      photoIds: JSON.stringify([id]),
      content: `On ${takenOn}`,
    };
    await person.ask(posts.create, formOf(body));
  };

  before(async () => {
    [ana, ben, cleo] = await server().members('Ana', 'Ben', 'Cleo');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    await ana.adds(cleo, family);
    await share(ana, dayOf(2));
    await share(ana, dayOf(3));
    await share(cleo, dayOf(2));
    for (const words of ['First', 'Second', 'Third']) await ana.posts(words, { to: family });
  });

  test('a member puts photos, people and the day away, undoes it, and brings them back', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto('/');
    await section(page).waitFor();
    const [first, second] = await Promise.all(
      [0, 1].map((at) => page.locator('.posts > .post').nth(at).boundingBox()),
    );
    const place = await section(page).boundingBox();
    assert.ok(first && second && place && place.y >= first.y + first.height && place.y < second.y);
    await window.fits('This day');
    await window.isAccessible('This day');
    const lead = section(page).getByRole('button', { name: `This day in ${year - 2}` });
    await lead.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await section(page).getByRole('button', { name: 'Don’t show again' }).click();
    await page.getByText('Only you stop seeing it here. The moment stays.').waitFor();
    await window.isAccessible('the choices of This day');
    await page.keyboard.press('Escape');

    await section(page).getByRole('button', { name: 'Show all' }).click();
    await section(page).getByText('2 years ago').waitFor();
    const photos = section(page).getByRole('button', { name: /^Open photo/ });
    assert.equal(await photos.count(), 3);
    await window.isAccessible('This day with all years');
    await section(page).getByRole('button', { name: 'Options: Open photo: from Cleo Example' }).click();
    await page.getByRole('menuitem', { name: 'Not this photo' }).click();
    await photos.nth(2).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await photos.nth(2).waitFor();
    await section(page)
      .getByRole('button', { name: 'Options: Open photo: from Ana Example' })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Not Ana Example' }).click();
    await photos.nth(1).waitFor({ state: 'detached' });
    await section(page).getByRole('button', { name: 'Don’t show again' }).click();
    await page.getByRole('button', { name: 'Not this day' }).click();
    await section(page).waitFor({ state: 'detached' });

    await page.goto('/my-account/privacy');
    const list = page.getByRole('region', { name: /^Put away/ });
    await list.getByText('Everything by Ana Example').waitFor();
    await list.getByText('The day').waitFor();
    await window.isAccessible('the list of things that were put away');
    for (const left of [1, 0]) {
      await list
        .getByRole('button', { name: /^Bring back/ })
        .first()
        .click();
      await list.getByRole('listitem').nth(left).waitFor({ state: 'detached' });
    }
    await list.getByText('You haven’t put anything away.').waitFor();
    assert.deepEqual(
      (await ben.ask(timeline.thisDay, {})).years.map((one) => [one.year, one.photos.length]),
      [
        [year - 2, 2],
        [year - 3, 1],
      ],
    );
    await window.close();
  });
});
