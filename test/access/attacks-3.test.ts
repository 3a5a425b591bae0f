import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import { limits } from '../../contract/limits.ts';
import * as media from '../../contract/media.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as reporting from '../../contract/reporting.ts';
import * as verification from '../../contract/verification.ts';
import { hashOf, newId } from '../../server/platform/text/ids.ts';
import type { Answer, Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const messageOf = (answer: Answer): unknown => Reflect.get(Object(answer.json), 'message');

/**
 * Lets nobody add a photo until so many wait for it, so that all of them have looked before the first one writes.
 * Where writers come one after another anyway there is nothing to hold.
 */
const holdImages = async (url: string | undefined, waiting: number): Promise<() => Promise<void>> => {
  if (url === undefined) return async () => {};
  // A transaction sees the others' activity as it was at its first look: who waits is asked beside it.
  const [client, watcher] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([client.connect(), watcher.connect()]);
  await client.query('begin');
  await client.query('lock table images in exclusive mode');
  return async () => {
    for (;;) {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length >= waiting) break;
    }
    await client.query('commit');
    await Promise.all([client.end(), watcher.end()]);
  };
};

/** As `attacks-2.test.ts`: holes that were found open once. */
onBothDatabases('attacks from within', (server) => {
  const keyOf = async (who: Person): Promise<number> => {
    const { db } = server().app.context;
    const { id } = await db.read
      .selectFrom('users')
      .select('id')
      .where('public_id', '=', who.id)
      .executeTakeFirstOrThrow();
    return id;
  };
  const codeTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return /\/join\/(\w{10})\b/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no code');
  };

  const chiefs: Person[] = [];
  const chief = async (name: string, isVerified = true): Promise<Person> => {
    const person = await server().member(name, { isAdmin: true, isVerified });
    chiefs.push(person);
    return person;
  };

  // BLOCK-4
  test('a block silently revokes pending invitations', async () => {
    const [ana, ben] = await server().members('Alba', 'Bodo');
    const club = await ana.makesCircle('Club');
    const pub = await ben.makesCircle('Pub');
    const { id: toBen } = await ana.ask(invitations.inviteToCircle, { id: club.id, email: ben.email });
    const first = await codeTo(ben.email);
    await ben.ask(invitations.inviteToCircle, { id: pub.id, email: ana.email });
    const second = await codeTo(ana.email);
    const sent = await ana.ask(invitations.mine, {});
    // An address that somebody had before, and joined something by, is theirs as well.
    const choir = await ana.makesCircle('Choir');
    await ana.ask(invitations.inviteToCircle, { id: choir.id, email: ben.email });
    await ben.ask(invitations.accept, { code: await codeTo(ben.email) });
    await ben.ask(account.changeEmail, { email: 'bodo-elsewhere@example.org', password });
    const [link] = await server().mailsTo({ email: 'bodo-elsewhere@example.org' });
    const token = /token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? assert.fail('no link');
    await server().mailsTo(ben);
    await ben.ask(auth.confirmEmail, { token });

    await ben.ask(blocking.block, { id: ana.id });
    await ben.ask(blocking.unblock, { id: ana.id });
    for (const code of [first, toBen]) {
      assert.equal((await ben.call(invitations.accept, { code })).status, 404);
      assert.equal((await ben.call(invitations.preview, { code })).status, 404);
    }
    assert.equal((await ana.call(invitations.accept, { code: second })).status, 404);
    for (const who of [ana, ben]) {
      const { items } = await who.ask(notifications.list, {});
      const kinds = items.map(({ kind }) => kind);
      assert.ok(!kinds.includes('circle_invitation'), 'nor does a notification lead to it');
    }
    assert.deepEqual(await ana.ask(invitations.mine, {}), sent);
    await ana.ask(invitations.inviteToCircle, { id: club.id, email: 'bodo-elsewhere@example.org' });
    const fresh = await codeTo('bodo-elsewhere@example.org');
    assert.equal((await ben.call(invitations.accept, { code: fresh })).status, 200, 'what comes later holds');
  });

  // SIGNIN-13
  test('a reset link mailed before a change of address is refused', async () => {
    const vic = await server().member('Vita');
    await vic.ask(account.changeEmail, { email: 'vita-new@example.org', password });
    const [link] = await server().mailsTo({ email: 'vita-new@example.org' });
    const change = /token=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? assert.fail('no link');
    await vic.ask(auth.confirmEmail, { token: change });
    await server().mailsTo(vic);
    // The row that the job writes which had read the address before.
    const late = 'late-token-of-a-mail-under-way';
    const userId = await keyOf(vic);
    await server().app.context.db.write(({ q }) =>
      q
        .insertInto('email_tokens')
        .values({
          token_hash: hashOf(late),
          kind: 'reset',
          user_id: userId,
          email: vic.email,
          expires_at: Date.now() + 60_000,
        })
        .execute(),
    );
    const tried = await server()
      .visitor()
      .call(auth.resetPassword, { token: late, password: 'two-old-spoons' });
    assert.deepEqual([tried.status, messageOf(tried)], [400, messages.resetInvalid]);
    const email = 'vita-new@example.org';
    assert.equal((await server().visitor().call(auth.login, { email, password })).status, 200);
    assert.equal((await vic.call(auth.currentUser)).status, 200, 'and no session ended');
    await server().mailsTo({ email });
  });

  // VERIFY-3
  test('an administrator does not decide about their own request to be verified', async () => {
    const eve = await chief('Eike', false);
    const other = await chief('Otto');
    await eve.ask(verification.submit, { personalStatement: 'It is me, I say so myself.' });
    const { items } = await eve.ask(verification.list, { status: 'pending' });
    const { id } = items.find(({ user }) => user.id === eve.id) ?? assert.fail('not listed');
    for (const status of ['approved', 'rejected'] as const) {
      const tried = await eve.call(verification.decide, { id, status, notes: 'Me' });
      assert.deepEqual([tried.status, messageOf(tried)], [403, messages.verificationOwn]);
    }
    assert.equal((await eve.ask(auth.currentUser, {})).verificationStatus, 'pending');
    assert.equal((await other.call(verification.decide, { id, status: 'approved' })).status, 200);
    await server().mailsTo(eve);
  });

  // REPORT-8
  test('the log tells an administrator nothing of reports about themselves, also when they are gone', async () => {
    const eve = await chief('Elke');
    const other = await chief('Olga');
    const [vic, sam] = await server().members('Vito', 'Samu');
    const circle = await eve.makesCircle('Staff');
    await eve.adds(vic, circle);
    const about = (who: Person) => ({
      targetType: 'user' as const,
      targetId: who.id,
      reportType: 'harassment' as const,
      reason: 'They will not stop.',
    });
    const idOf = async (who: Person): Promise<string> => {
      const { items } = await other.ask(moderation.reports, { status: 'pending' });
      return items.find(({ member }) => member.id === who.id)?.id ?? assert.fail('no report');
    };
    const handle = async (id: string): Promise<void> => {
      await other.ask(moderation.report, { id });
      await other.ask(moderation.open, { id });
      await other.ask(moderation.decide, { id, status: 'dismissed' });
      await other.ask(moderation.remove, { id });
    };
    await vic.ask(reporting.create, about(eve));
    const hers = await idOf(eve);
    const before = (await eve.call(audit.list, { limit: '50' })).text;
    await handle(hers);
    assert.equal((await eve.call(audit.list, { limit: '50' })).text, before);
    for (const act of ['report.read', 'report.opened', 'report.dismissed', 'report.deleted']) {
      const { items } = await eve.ask(audit.list, { act: audit.AuditAct.parse(act) });
      assert.ok(!items.some(({ target }) => target?.id === hers), act);
      const seen = await other.ask(audit.list, { act: audit.AuditAct.parse(act) });
      assert.ok(
        seen.items.some(({ target }) => target?.id === hers),
        `${act} is in the log for others`,
      );
    }
    // She is notified of the decision, but not of who made it.
    await vic.ask(reporting.create, about(eve));
    const warned = await idOf(eve);
    await other.ask(moderation.open, { id: warned });
    await other.ask(moderation.decide, { id: warned, status: 'resolved', actionTaken: 'warning' });
    for (const [who, seen] of [
      [eve, false],
      [other, true],
    ] as const) {
      const { items } = await who.ask(audit.list, { act: 'member.warned' });
      assert.equal(
        items.some(({ target }) => target?.id === eve.id),
        seen,
      );
    }
    await vic.ask(reporting.create, about(sam));
    const his = await idOf(sam);
    await handle(his);
    assert.ok((await eve.call(audit.list, { limit: '50' })).text.includes(his));
  });

  // ADMIN-4
  test('a ban takes the rights of an administrator with it, and a restoration does not bring them back', async () => {
    const cilly = await chief('Cäcilie');
    const eve = await chief('Enno');
    await cilly.ask(moderation.actOnMember, { id: eve.id, action: 'ban' });
    const restored = await cilly.ask(moderation.actOnMember, { id: eve.id, action: 'restore' });
    assert.deepEqual([restored.isAdmin, restored.bannedAt], [false, null]);
    await eve.signIn(password);
    assert.equal((await eve.call(moderation.members)).status, 403);
    await server().mailsTo(eve);
  });

  // PHOTO-9
  test('concurrent uploads cannot store more photos than may wait', async () => {
    const eve = await server().member('Etta');
    const owner = await keyOf(eve);
    const rows = Array.from({ length: limits.photosWaiting - 1 }, () => ({
      public_id: newId(),
      owner_id: owner,
      kind: 'photo' as const,
      post_id: null,
      position: 0,
      alt: null,
      width: 1,
      height: 1,
      placeholder: '',
      variants: '[]',
      bytes: 1,
      created_at: Date.now(),
    }));
    await server().app.context.db.write(({ q }) => q.insertInto('images').values(rows).execute());
    const photo = new Uint8Array(await plainPhoto(64, 48));
    const upload = () => {
      const form = new FormData();
      form.append('photo', new Blob([photo]), 'photo.jpg');
      return eve.call(media.upload, form);
    };
    const release = await holdImages(server().environment['DATABASE_URL'], 4);
    const uploads = Promise.all(Array.from({ length: 4 }, upload));
    await release();
    const statuses = (await uploads).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [201, 409, 409, 409],
    );
  });

  test('search finds names changed concurrently in two places', async () => {
    const eve = await server().member('Erna', { isVerified: false });
    for (let round = 0; round < 20; round += 1) {
      const form = new FormData();
      form.set('username', `erna.${round}`);
      await Promise.all([
        eve.call(members.editProfile, form),
        eve.call(account.edit, { firstName: `Erna${round}`, lastName: `Of${round}` }),
      ]);
      const row = await server()
        .app.context.db.read.selectFrom('users')
        .select('search_text')
        .where('public_id', '=', eve.id)
        .executeTakeFirstOrThrow();
      assert.equal(row.search_text, `erna${round} of${round} erna.${round}`);
    }
  });

  // NOTIFY-7
  test('moderation decisions reach the bell regardless of preferences', async () => {
    const eve = await server().member('Egon');
    const boss = await chief('Chief');
    const vic = await server().member('Vero');
    const quiet = { bell: false, email: false, push: false };
    for (const kind of ['warning', 'content_removed']) {
      const tried = await eve.call(notifications.setPreferences, { [kind]: quiet });
      assert.deepEqual([tried.status, messageOf(tried)], [400, messages.bellAlways]);
    }
    await eve.ask(notifications.setPreferences, { warning: { ...quiet, bell: true } });
    // As it was chosen while that could be done.
    await server().app.context.db.write(({ q }) =>
      q.updateTable('notification_preferences').set({ bell: 0 }).where('kind', '=', 'warning').execute(),
    );
    assert.equal((await eve.ask(notifications.preferences, {})).warning.bell, true);
    await vic.ask(reporting.create, {
      targetType: 'user',
      targetId: eve.id,
      reportType: 'spam',
      reason: 'Again.',
    });
    const { items } = await boss.ask(moderation.reports, { status: 'pending' });
    const { id } = items.find(({ member }) => member.id === eve.id) ?? assert.fail('no report');
    await boss.ask(moderation.decide, { id, status: 'resolved', actionTaken: 'warning' });
    const told = await eve.ask(notifications.list, {});
    assert.deepEqual(
      told.items.map(({ kind }) => kind),
      ['warning'],
    );
    assert.equal((await eve.ask(notifications.unread, {})).count, 1);
  });

  // JOIN-8
  test('deleting an account changes nothing for members who invited its address', async () => {
    const [eve, vic] = await server().members('Edwin', 'Valja');
    const trap = await eve.makesCircle('Trap');
    for (const email of [vic.email, 'nobody-at-home@example.org']) {
      await eve.ask(invitations.inviteToCircle, { id: trap.id, email });
      await server().mailsTo({ email });
    }
    const before = await eve.ask(invitations.mine, {});
    assert.equal(before.length, 2);
    await vic.ask(account.remove, { password });
    assert.deepEqual(await eve.ask(invitations.mine, {}), before);
    assert.equal((await eve.call(circles.get, { id: trap.id })).status, 200);
    // Those who administer here hear by mail that reports wait.
    for (const who of [eve, vic, ...chiefs]) await server().mailsTo(who);
  });
});
