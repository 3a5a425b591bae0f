import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as reporting from '../../contract/reporting.ts';
import * as verification from '../../contract/verification.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases('attacks by administrators', (server) => {
  const chiefs: Person[] = [];
  const chief = async (name: string, isVerified = true): Promise<Person> => {
    const person = await server().member(name, { isAdmin: true, isVerified });
    chiefs.push(person);
    return person;
  };

  test('an administrator cannot decide their own request to be verified', async () => {
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
  test('the log shows an administrator no report about themselves, even after that report is deleted', async () => {
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

  test('a banned administrator loses the administrator’s rights, and a restoration does not return them', async () => {
    const cilly = await chief('Cäcilie');
    const eve = await chief('Enno');
    await cilly.ask(moderation.actOnMember, { id: eve.id, action: 'ban' });
    const restored = await cilly.ask(moderation.actOnMember, { id: eve.id, action: 'restore' });
    assert.deepEqual([restored.isAdmin, restored.bannedAt], [false, null]);
    await eve.signIn(password);
    assert.equal((await eve.call(moderation.members)).status, 403);
    await server().mailsTo(eve);
  });

  test('moderation decisions reach the member’s notifications regardless of preferences', async () => {
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
    // Administrators are notified by mail that reports wait.
    for (const who of chiefs) await server().mailsTo(who);
  });
});
