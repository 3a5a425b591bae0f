import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as bugs from '../../contract/bug-reports.ts';
import * as circles from '../../contract/circles.ts';
import * as comments from '../../contract/comments.ts';
import * as invitations from '../../contract/invitations.ts';
import * as posts from '../../contract/posts.ts';
import * as reporting from '../../contract/reporting.ts';
import * as verification from '../../contract/verification.ts';
import { Window } from '../browser/browser.ts';
import { formOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onDatabase } from '../harness/test-server.ts';
import { naughty } from './naughty.ts';

/** The text after cleaning by the rules of `contract/fields.ts`, restated here. */
const kept = (given: string) => given.normalize('NFC').trim();
/** A name has one line, without invisible characters. */
const named = (given: string) =>
  kept(given)
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/[\p{Cf}\s]+/gu, ' ');
/** The text cut to the largest length of a name. */
const short = (given: string) => [...given].slice(0, 50).join('');

/** Less than half of them in `npm test`. */
const texts = process.env['TEST_REST'] ? naughty : naughty.filter((_, at) => at < 3 || at % 3 === 0);

onDatabase('sqlite', 'unusual texts in every text field, in the browser', (server) => {
  const fill = async (who: Person, reader: Person, text: string, photo: Buffer) => {
    const circle = await who.ask(circles.create, { name: short(text), description: text });
    await who.ask(circles.addMember, { id: circle.id, userId: reader.id });
    const form = new FormData();
    form.set('content', text);
    form.set('circleIds', JSON.stringify([circle.id]));
    form.set('alts', JSON.stringify([text]));
    form.append('media', new Blob([new Uint8Array(photo)]), `${text.slice(0, 20)}.jpg`);
    const post = await who.ask(posts.create, form);
    const comment = await reader.ask(comments.add, { id: post.id, content: text });
    assert.deepEqual(
      [circle.name, post.content, comment.content],
      [named(short(text)), kept(text), kept(text)],
    );
    assert.equal(post.images[0]?.alt, kept(text));
    const report = { targetType: 'post', targetId: post.id, reportType: 'spam', reason: text } as const;
    await reader.ask(reporting.create, report);
    await who.ask(invitations.inviteToCircle, { id: circle.id, email: reader.email, message: text });
    const bug = { title: `Bug: ${text}`, description: `What it looks like: ${text}`, severity: 'low' };
    await who.ask(bugs.send, formOf(bug));
    return { circle, post };
  };

  // APP-8
  test('unusual texts are shown as they were written, and no script in them runs', {
    timeout: 170_000,
  }, async () => {
    const chief = await server().member('Chief', { isAdmin: true });
    const reader = await server().member('Reader');
    const photo = await plainPhoto(64, 48);
    const places: string[] = [];
    const people: Person[] = [];
    for (const [at, text] of texts.entries()) {
      const who = await server().member(`N${at}`, { isVerified: false });
      people.push(who);
      await who.ask(account.edit, {
        firstName: short(text),
        lastName: short(text),
        bio: text,
        phoneNumber: text.slice(0, 32),
      });
      // Change the name last, because the new name of a verified member waits for an administrator.
      const status = at % 2 === 0 ? 'approved' : 'none';
      await server().app.context.db.write(({ q }) =>
        q.updateTable('users').set({ verification_status: status }).where('public_id', '=', who.id).execute(),
      );
      await who.ask(circles.addMember, {
        id: (await who.ask(circles.list, {})).find(({ isContacts }) => isContacts)?.id ?? '',
        userId: reader.id,
      });
      if (at % 2 === 1) {
        await who.ask(verification.submit, { personalStatement: text, instagramHandle: short(text) });
        if (at % 4 === 1) places.push(`/profile/${who.id}`);
        continue;
      }
      const { circle, post } = await fill(who, reader, text, photo);
      places.push(at % 4 === 0 ? `/post/${post.id}` : `/circle-management?id=${circle.id}`);
    }
    const wide = ['/', '/feed', '/circles', '/contacts', '/all-profiles', '/notifications', '/my-account'];
    const admin = [
      '/admin/reports',
      '/admin/verifications',
      '/admin/members',
      '/admin/bug-reports',
      '/admin/audit',
    ];
    const seen: string[] = [];
    for (const [who, pages] of [
      [reader, [...wide, ...places]],
      [chief, admin],
    ] as const) {
      const window = await Window.open(server().url, { screen: 'phone' });
      await window.signIn(who);
      const { page } = window;
      page.on('dialog', () => assert.fail('a dialog was opened'));
      for (const place of pages) {
        await page.goto(place);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        assert.equal(await page.evaluate(() => 'broken' in globalThis), false, place);
        await window.fits(place);
        seen.push((await page.locator('body').textContent()) ?? '');
      }
      await window.close();
    }
    const all = seen.join('\n');
    for (const text of texts) assert.ok(all.includes(kept(text)), text);
    for (const who of [...people, reader, chief]) await server().mailsTo(who);
  });
});
