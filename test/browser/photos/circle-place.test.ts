import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as albums from '../../../contract/albums.ts';
import * as posts from '../../../contract/posts.ts';
import * as circles from '../../../contract/circles.ts';
import * as invitations from '../../../contract/invitations.ts';
import type { Circle } from '../../../contract/shapes.ts';
import { makeAlbum, uploadPhotos } from '../../harness/albums.ts';
import type { Person } from '../../harness/person.ts';
import { landscapePhoto } from '../../harness/photos.ts';
import { onDatabase } from '../../harness/test-server.ts';
import { areThere, hideFaces, Window } from '../browser.ts';
import { longTest } from '../../runner/long-test.ts';

onDatabase('sqlite', 'the page of a circle, in the browser', (server) => {
  let ana: Person;
  let ben: Person;
  let family: Circle;
  before(async () => {
    [ana, ben] = await server().members('Ana', 'Ben');
    family = await ana.makesCircle('Family', { description: 'The ones who get the unflattering photos.' });
    await ana.adds(ben, family);
    await hideFaces(family, ana, ben);
  });
  const placeOf = (circle: Circle, more = '') => `/circle-management?id=${circle.id}${more}`;

  test('opens on its newest photos, which can be viewed, and keeps up with changes', async () => {
    const window = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(placeOf(family));
    await page.getByText('The first photo goes here.').waitFor();
    await page.getByText('No posts in this circle').waitFor();
    await window.isAccessible('a circle without photos');
    const prints = page.getByRole('group', { name: 'Newest photos' }).getByRole('link');
    const shared = await ana.posts('By the lake', { to: family, photos: [await landscapePhoto()] });
    await areThere(prints, 1);
    await page.getByText('By the lake').waitFor();
    let newest = shared;
    for (let at = 0; at < 6; at++)
      newest = await ana.posts(`Photo ${at}`, { to: family, photos: [await landscapePhoto()] });
    await ana.posts('Words', { to: family });
    await page.locator(`.cover > a[href="/post/${newest.id}"]:first-child`).waitFor();
    // A phone shows five; arrow keys move among these.
    await areThere(prints, 5);
    await window.isAccessible('a circle with photos');
    await window.fits('a circle with photos');
    await prints.first().focus();
    await page.keyboard.press('ArrowLeft');
    assert.ok(await prints.nth(4).evaluate((print) => print === document.activeElement));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Photo options' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Photo options' }).waitFor({ state: 'detached' });
    assert.ok(await prints.nth(4).evaluate((print) => print === document.activeElement));
    for (const { id } of (await ana.feed({ circleId: family.id })).items)
      if (id !== shared.id) await ana.ask(posts.remove, { id });
    await prints.nth(1).waitFor({ state: 'detached' });
    assert.equal(await prints.count(), 1);
    // CIRCLE-17: the visit ends when the page is left.
    const visited = page.waitForResponse((answer) => answer.url().endsWith('/visit'));
    await page.getByRole('link', { name: 'Back to Circles' }).click();
    assert.equal((await visited).status(), 204);
    await ana.posts('News', { to: family });
    const card = page.getByRole('link', { name: /Family/ });
    await card.getByText('1 new').waitFor();
    await card.click();
    await page.getByText(/^1 new since \d/).waitFor();
    await window.isAccessible('a circle with a new moment');
    await window.fits('a circle with a new moment');
    await window.close();
  });

  longTest('has four rooms, each with an address, and settings behind the gear', async () => {
    const album = await makeAlbum(ana, family, { title: 'Summer at the lake', photos: 2 });
    const window = await Window.open(server().url);
    const { page } = window;
    await window.signIn(ana);
    await page.goto('/circles');
    await page.locator('.crd img').first().waitFor();
    await window.isAccessible('the list of circles');
    await window.fits('the list of circles');
    await page.getByRole('link', { name: /Family/ }).click();
    const rooms = page.getByRole('navigation', { name: 'Family' });
    const isIn = (room: string) => rooms.locator('[aria-current="page"]').filter({ hasText: room }).waitFor();
    await isIn('Moments');
    await page.getByText('Summer at the lake').first().waitFor();
    // The owner rings another photo. Escape closes the menu alone.
    const second = page.getByRole('group', { name: 'Newest photos' }).getByRole('link').nth(1);
    const wanted = await second.getAttribute('data-photo');
    await second.click();
    const options = page.getByRole('button', { name: 'Photo options' });
    await options.click();
    const ring = page.getByRole('menuitem', { name: 'Ring this photo' });
    await ring.waitFor();
    await window.isAccessible('what can be done with a photo');
    await page.keyboard.press('Escape');
    await ring.waitFor({ state: 'detached' });
    await options.click();
    await ring.click();
    await page.locator(`.cover > a[data-photo="${wanted}"]:first-child`).waitFor();
    await page.getByText('The cover begins with this photo', { exact: true }).waitFor();
    await rooms.getByRole('link', { name: 'Photos' }).click();
    await isIn('Photos');
    await page.getByRole('group', { name: /^Photos by day/ }).waitFor();
    const row = await rooms.boundingBox();
    assert.ok(row && row.height <= 56, 'the rooms stand in one row beside the menu of photos');
    await window.isAccessible('photos of a circle');
    await rooms.getByRole('link', { name: 'Albums' }).click();
    await isIn('Albums');
    await page.getByText('2 photos', { exact: false }).waitFor();
    await window.isAccessible('albums of a circle');
    await window.fits('albums of a circle');
    await ana.ask(albums.addPhotos, { id: album.id, photoIds: await uploadPhotos(ana, 1) });
    await page.getByText('3 photos', { exact: false }).waitFor();
    await page.getByRole('link', { name: /Summer at the lake/ }).click();
    await page.waitForURL(`**/post/${album.id}`);
    await page.goBack();
    await isIn('Albums');
    await rooms.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: '2 members' }).waitFor();
    await page.getByRole('button', { name: 'Add people', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: /^Add from My Contacts/ }).waitFor();
    await sheet.getByText('People you add see Family', { exact: false }).waitFor();
    await window.isAccessible('adding people');
    await sheet.getByRole('button', { name: /^Show a code/ }).click();
    const code = page.getByRole('dialog', { name: 'A code for Family' });
    await code.waitFor();
    await page.keyboard.press('Escape');
    await code.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings of Family' }).click();
    await page.getByRole('heading', { name: 'For everyone in Family' }).waitFor();
    await page.getByRole('heading', { name: 'Download everything' }).waitFor();
    await window.isAccessible('settings of a circle');
    await window.fits('settings of a circle');
    await page.getByRole('button', { name: 'Raise priority of Family' }).click();
    await page.getByText('Priority Updated').first().waitFor();
    await page.getByText('Priority: 1', { exact: true }).waitFor();
    const lower = page.getByRole('button', { name: 'Lower priority of Family' });
    await lower.press('Enter');
    await page.getByText('Priority: 0', { exact: true }).waitFor();
    assert.ok(await lower.isDisabled());
    await lower.press('Enter');
    assert.ok(await lower.evaluate((arrow) => arrow === document.activeElement), 'the focus stays');
    await page.getByRole('link', { name: 'Back to Family' }).click();
    await isIn('Moments');
    // The older addresses, and the audience of what is shared from here.
    await page.goto(`/photos?circleId=${family.id}`);
    await isIn('Photos');
    assert.match(page.url(), /circle-management\?id=\w+&tab=photos$/);
    await page.goto(`/circle-management?circleId=${family.id}&tab=people`);
    await isIn('People');
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.waitForURL('**/create-post');
    await page.getByRole('button', { name: /^Family\b.*Change who it is for/ }).waitFor();
    await window.close();
  });

  test('shows what only owners may do to owners alone', async () => {
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ben);
    await page.goto(placeOf(family, '&tab=settings'));
    await page.getByRole('button', { name: 'Leave Circle' }).waitFor();
    assert.equal(await page.getByText('For everyone in Family').count(), 0);
    await page.goto(placeOf(family, '&tab=people'));
    await page.getByRole('heading', { name: '2 members' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Add people|^Remove/ }).count(), 0);
    await window.close();
  });

  longTest('an answer that comes after its question was closed leads nowhere', async () => {
    const mona = await server().member('Mona');
    const band = await ana.makesCircle('Band');
    await ana.adds(mona, band);
    await mona.ask(circles.setFace, { id: band.id, shown: false });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(mona);
    const answer = Promise.withResolvers<void>();
    await page.route('**/members/*', async (route) => {
      if (route.request().method() === 'DELETE') await answer.promise;
      await route.continue();
    });
    await page.goto(placeOf(band, '&tab=settings'));
    await page.getByRole('button', { name: 'Leave Circle' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave Band?' });
    await question.getByRole('button', { name: 'Leave Circle' }).click();
    await question.getByText('Leaving...').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to Band' }).click();
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.waitForURL('**/create-post');
    await page.getByLabel('Caption').fill('Eleven altos');
    answer.resolve();
    await page.getByText('Circle Left').first().waitFor();
    assert.match(page.url(), /create-post$/);
    await window.close();
  });

  // CIRCLE-19
  longTest('is run by a keeper, whom the owner names and all members see', async () => {
    const cleo = await server().member('Cleo');
    await ana.adds(cleo, family);
    await ana.ask(invitations.makeCode, { circleId: family.id });
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(placeOf(family, '&tab=settings'));
    await page.getByRole('button', { name: 'Keepers', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Keepers of Family' });
    await sheet.getByRole('checkbox', { name: 'Ben Example' }).check();
    await window.isAccessible('the keepers of a circle');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Keepers: Ben', exact: true }).waitFor();

    await page.context().clearCookies();
    await window.signIn(ben);
    await page.goto(placeOf(family, '&tab=people'));
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await rows.nth(1).filter({ hasText: 'Ben Example' }).getByText('Keeper').waitFor();
    await rows.nth(2).getByText('Added by Ana Example').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 1);
    await page.getByRole('button', { name: 'Remove Cleo Example from Family' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: '2 members' }).waitFor();
    await page.getByRole('region', { name: 'Open invitations' }).getByRole('button').first().click();
    await page.getByText('Invitation withdrawn').first().waitFor();
    await page.goto(placeOf(family, '&tab=settings'));
    assert.equal(await page.getByRole('button', { name: /^Delete Circle|^Keepers|^Hand over/i }).count(), 0);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Description').fill('Run by two');
    assert.equal(await page.getByRole('switch').count(), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('For everyone in Family').waitFor();
    assert.equal((await ana.ask(circles.get, { id: family.id })).description, 'Run by two');
    await ana.ask(circles.nameKeepers, { id: family.id, userIds: [] });
    await window.close();
  });

  // CIRCLE-22
  test('asks once what everyone in it may see of a member, who changes it among the people', async () => {
    const [cora, dora] = await server().members('Cora', 'Dora');
    const choir = await ana.makesCircle('Duet');
    for (const who of [cora, dora]) await ana.adds(who, choir);
    const faces = async () =>
      Promise.all([cora, dora].map(async (who) => (await who.ask(circles.get, { id: choir.id })).face));
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    const question = page.getByRole('dialog', { name: 'What may everyone in Duet see of you?' });
    const shows = page.getByRole('switch', { name: 'Show my photo and profile to everyone in Duet' });
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/face'));
    await window.signIn(cora);
    await page.goto(placeOf(choir));
    await question.getByText('Nothing else').waitFor();
    await window.isAccessible('the question what a circle may see');
    await window.fits('the question what a circle may see');
    const closed = Promise.withResolvers<void>();
    await page.route('**/face', async (route) => {
      await closed.promise;
      await route.continue();
    });
    const chosen = saved();
    await question.getByRole('button', { name: 'Show my photo and profile' }).click();
    // Closed before its choice is saved, it answers nothing else.
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    closed.resolve();
    await chosen;
    await page.unroute('**/face');
    await page.getByRole('navigation', { name: 'Duet' }).getByRole('link', { name: 'People' }).click();
    await page.locator('[role="switch"][aria-checked="true"]').waitFor();
    assert.deepEqual(await faces(), ['shown', 'unanswered']);
    await page.goto(placeOf(choir));
    await page.getByText('No posts in this circle').waitFor();
    assert.equal(await question.count(), 0);

    await page.context().clearCookies();
    await window.signIn(dora);
    await page.goto(placeOf(choir, '&tab=people'));
    await page.getByText('cora@example.org').waitFor();
    assert.equal(await shows.getAttribute('aria-checked'), 'false');
    await window.isAccessible('the people of a circle');
    await page.goto(placeOf(choir));
    await question.waitFor();
    await Promise.all([saved(), page.keyboard.press('Escape')]);
    await page.getByText('They see only your name').first().waitFor();
    await page.getByRole('navigation', { name: 'Duet' }).getByRole('link', { name: 'People' }).click();
    // The choice shows before it is saved.
    const shown = saved();
    await shows.click();
    await page.locator('[role="switch"][aria-checked="true"]').waitFor();
    await shown;
    assert.deepEqual(await faces(), ['shown', 'shown']);
    await window.close();
  });

  longTest('lists fifty members at a time, and finds the others by name', async () => {
    const choir = await ana.makesCircle('Choir');
    const names = Array.from({ length: 52 }, (_, at) => `Singer${String(at).padStart(2, '0')}`);
    for (const singer of await server().members(...names)) await ana.adds(singer, choir);
    const window = await Window.open(server().url, { screen: 'phone' });
    const { page } = window;
    await window.signIn(ana);
    await page.goto(placeOf(choir, '&tab=people'));
    const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    await areThere(rows, 50);
    await page.getByRole('button', { name: 'Show 3 more' }).click();
    await areThere(rows, 53);
    await page.getByRole('searchbox').fill('singer51');
    await areThere(rows, 1);
    await window.isAccessible('a long list of members');
    await window.close();
  });
});
