import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as reporting from '../../contract/reporting.ts';
import * as verification from '../../contract/verification.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { playableVideo, uploadVideo } from '../harness/videos.ts';
import { longTest } from '../runner/long-test.ts';
import { button, Window } from './browser.ts';

onDatabase('sqlite', 'moderation, in the browser', (server) => {
  // APP-10
  test('a member reports a moment on a phone, an administrator removes it on a desktop, and both are notified', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const chief = await server().member('Chief', { isAdmin: true });
    const family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
    const { id } = await uploadVideo(ana, await playableVideo());
    const post = await ana.posts('Buy my pills', {
      to: family,
      photos: [await plainPhoto()],
      photoIds: [id],
    });
    await ana.comments(post, 'And more of them');

    const phone = await Window.open(server().url, { screen: 'phone', colorScheme: 'dark' });
    await phone.signIn(ben);
    const { page } = phone;
    await page.goto('/');
    const menu = button(page, 'Post options');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Report Post' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ana Example won’t learn who reported it.').waitFor();
    await button(page, 'Send report').click();
    await dialog.getByText('Please choose what it is about.').waitFor();
    await dialog.getByText('Please say what is wrong.').waitFor();
    await phone.isAccessible('the report');
    await phone.fits('the report');
    const reason = dialog.getByLabel('What is wrong?');
    await reason.fill('It sells pills.');
    await dialog.getByLabel('What is it about?').selectOption('Harassment');
    // A lost connection loses no text.
    await page.route('**/api/reports', (route) => route.abort());
    await button(page, 'Send report').click();
    await page.getByText('Your report was not sent').first().waitFor();
    assert.equal(await reason.inputValue(), 'It sells pills.');
    await page.unroute('**/api/reports');
    await button(page, 'Send report').click();
    await page.getByText('Thank you. Your report was sent.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Report Post' }).click();
    await reason.fill('Once more');
    await dialog.getByLabel('What is it about?').selectOption('Spam');
    await button(page, 'Send report').click();
    await page
      .getByText('You have already reported this. An administrator will look at it.')
      .first()
      .waitFor();
    await button(page, 'Cancel').click();
    await button(page, 'Comments, 1').click();
    await button(page, 'Comment options').click();
    await page.getByRole('menuitem', { name: 'Report comment' }).click();
    await dialog.getByRole('heading', { name: 'Report comment' }).waitFor();
    await button(page, 'Cancel').click();

    const [waiting] = await server().mailsTo(chief);
    assert.equal(waiting?.subject, 'A report is waiting for you');
    const desktop = await Window.open(server().url);
    await desktop.signIn(chief);
    const office = desktop.page;
    await office.goto('/my-account');
    await office.getByRole('link', { name: 'Administration' }).click();
    await office.getByText('1 pending of 1').waitFor();
    await desktop.isAccessible('the reports');
    const row = office.getByRole('row', { name: /Harassment/ });
    await row.getByText('Moment by Ana Example').waitFor();
    await row.getByRole('button', { name: /^Review/ }).click();
    const review = office.getByRole('dialog');
    await review.getByText('Ben Example wrote').waitFor();
    await review.getByText('Buy my pills').waitFor();
    await review.getByText('There are no other reports about Ana Example.').waitFor();
    const video = review.locator('video[aria-label="Reported video 1"]');
    await video.evaluate((element: HTMLVideoElement) => element.play());
    const shot = review.getByRole('img', { name: 'Reported photo 2' });
    assert.ok(
      await shot.evaluate(async (image: HTMLImageElement) => (await image.decode(), image.naturalWidth > 0)),
    );
    await desktop.isAccessible('the review');
    await review.getByLabel('Action taken').selectOption('Content removed');
    await review.getByLabel('Status').selectOption('Dismissed');
    await review.getByText('A dismissed report can’t have an action.').waitFor();
    await desktop.isAccessible('the refused review');
    await review.getByLabel('Status').selectOption('Resolved');
    await review
      .getByText('It is deleted immediately and permanently, and Ana Example is notified.')
      .waitFor();
    await review.getByLabel('Moderator notes').fill('Advertising.');
    await review.getByRole('button', { name: 'Save review' }).click();
    await office.getByText('Report decided').first().waitFor();
    await row.getByText('Resolved').waitFor();
    await row.getByText('Content removed').waitFor();
    await office.getByRole('tab', { name: 'Pending' }).click();
    await office.getByText('No reports with this status.').waitFor();
    await office.goto('/admin/reports?status=resolved');
    await row.getByRole('button', { name: /^Review/ }).click();
    await review.getByText('Deleted in the meantime').waitFor();
    const notes = review.getByLabel('Moderator notes');
    assert.equal(await notes.inputValue(), 'Advertising.');
    await notes.fill('Advertising for pills.');
    await review.getByRole('button', { name: 'Save notes' }).click();
    await office.getByText('Notes saved').first().waitFor();
    await row.getByRole('button', { name: /^Delete report/ }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Delete report' }).click();
    await office.getByText('Report deleted').first().waitFor();
    await office.getByText('No reports with this status.').waitFor();
    await office.locator('h1:focus').waitFor();

    // Both are notified, and the moment disappears without a reload.
    await page.getByText('No posts yet').waitFor();
    await page.goto('/notifications');
    await page.getByText('Your report was reviewed').waitFor();
    await phone.signIn(ana);
    await page.goto('/notifications');
    await page.getByText('Something you shared was removed').waitFor();
    await page.goto(`/post/${post.id}`);
    await page.getByText(`/post/${post.id}`).waitFor();

    // Other members' pages say so.
    await page.goto('/admin/reports');
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.getByText('You need administrator privileges to access this page.').waitFor();
    await phone.isAccessible('the denial');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.getByRole('heading', { name: 'Your Feed' }).waitFor();
    await page.getByRole('link', { name: 'My Account' }).click();
    await page.getByRole('link', { name: 'Sign-in and devices' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0);
    await phone.close();
    await desktop.close();
    for (const who of [ana, ben]) await server().mailsTo(who);
  });

  longTest('an administrator verifies, suspends and restores members, and reads the audit log', async () => {
    const boss = await server().member('Boss', { isAdmin: true });
    const cleo = await server().member('Cleo', { isVerified: false });
    const dan = await server().member('Dan', { isVerified: false });
    await cleo.ask(verification.submit, { personalStatement: 'I run with Ana.' });
    await dan.ask(verification.submit, { personalStatement: 'It is me.' });
    await cleo.ask(reporting.create, {
      targetType: 'user',
      targetId: dan.id,
      reportType: 'spam',
      reason: 'A very long reason, '.repeat(40),
    });
    const phone = await Window.open(server().url, { screen: 'phone' });
    await phone.signIn(boss);
    const { page } = phone;
    await page.goto('/admin/reports');
    await page.getByText('1 pending of 1').waitFor();
    await phone.fits('the reports');
    await phone.isAccessible('the reports on a phone');

    await page.getByRole('link', { name: 'Verifications' }).click();
    await page.getByText('I run with Ana.').waitFor();
    await phone.isAccessible('the requests');
    await phone.fits('the requests');
    await button(page, 'Approve Cleo Example').click();
    await page.getByText('Cleo Example is verified').first().waitFor();
    await page.getByText('I run with Ana.').waitFor({ state: 'detached' });
    await button(page, 'Reject Dan Example').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('Say why, so that the person knows what to change.').waitFor();
    await phone.isAccessible('the note');
    await dialog.getByLabel('Note').fill('Who invited you?');
    // A refused decision is back in the queue, with the typed text.
    await page.route('**/api/admin/verifications/*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Error', { exact: true }).first().waitFor();
    assert.equal(await dialog.getByLabel('Note').inputValue(), 'Who invited you?');
    await page.unroute('**/api/admin/verifications/*');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Dan Example has been notified').first().waitFor();
    await page.getByText('Nobody is waiting').waitFor();
    await page.getByRole('tab', { name: 'Rejected' }).click();
    await page.getByText('Who invited you?').waitFor();
    assert.equal((await dan.ask(auth.currentUser, {})).verificationNotes, 'Who invited you?');

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('searchbox', { name: 'Search members' }).fill('dan exa');
    await page.getByText('Cleo Example').waitFor({ state: 'detached' });
    await phone.isAccessible('the members');
    await phone.fits('the members');
    // Nobody is said to be missing before the answer.
    await page.getByRole('searchbox', { name: 'Search members' }).fill('dan nobody');
    await page.getByText(/dan nobody/).waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/admin/members?*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/admin/members?*');
    await page.getByRole('searchbox', { name: 'Search members' }).fill('dan exam');
    await asked;
    assert.equal(await page.getByText(/dan exam/).count(), 0);
    answer.resolve();
    await button(page, 'Options for Dan Example').click();
    await page.getByRole('menuitem', { name: 'Suspend for 7 days' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('cannot sign in for 7 days').waitFor();
    await phone.isAccessible('the question');
    await alert.getByRole('button', { name: 'Suspend for 7 days' }).click();
    await page.getByText(/^Suspended until/).waitFor();
    assert.equal((await dan.call(auth.currentUser)).status, 401);
    await button(page, 'Options for Dan Example').click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await alert.getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/^Suspended until/).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('list', { name: 'Actions' });
    await log.getByText('Restored').first().waitFor();
    await phone.isAccessible('the log');
    await phone.fits('the log');
    await page.getByLabel('Action', { exact: true }).selectOption('Suspended');
    await log.getByText('Restored').waitFor({ state: 'detached' });
    await log.getByText('Dan Example').waitFor();
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-01');
    await page.getByText('No action matches your filters.').waitFor();
    await button(page, 'Clear filter').click();
    await log.getByText('Restored').first().waitFor();
    await phone.close();
    for (const who of [boss, cleo, dan]) await server().mailsTo(who);
  });
});
