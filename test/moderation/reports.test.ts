import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Circle } from '../../contract/shapes.ts';
import { checkEverything } from '../../server/features/system/check.ts';
import { findMiscounts } from '../../server/platform/db/check-counters.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { plainPhoto } from '../harness/photos.ts';
import { photosOf, reports, statusesOf } from '../harness/reports.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases('reports about members and content', (server) => {
  let chief: Person;
  let ana: Person;
  let ben: Person;
  let eve: Person;
  let family: Circle;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
    [ana, ben, eve] = await server().members('Ana', 'Ben', 'Eve');
    family = await ana.makesCircle('Family');
    await ana.adds(ben, family);
  });
  const decides = (id: string, actionTaken: moderation.ActionTaken = 'none', by = chief) =>
    by.ask(moderation.decide, { id, status: 'resolved', actionTaken });
  const newsOf = async (who: Person) => (await who.ask(notifications.list, {})).items.map(({ kind }) => kind);
  const miscounts = () => findMiscounts(server().app.context.db.read);
  /** Does what the clock would: the decision was so many days ago, and the hour is over. */
  const later = async (id: string, days: number) => {
    const { db, jobs } = server().app.context;
    await db.write(async ({ q }) => {
      await q
        .updateTable('reports')
        .set({ decided_at: Date.now() - days * 86_400_000 })
        .where('public_id', '=', id)
        .execute();
      await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'drop-evidence').execute();
    });
    await jobs.idle();
  };

  // REPORT-7
  test('an open report keeps what its author deleted or edited for 90 days, and what still exists until the decision', async () => {
    const [gone, stays] = [await ana.posts('Gone', { to: family }), await ana.posts('Stays', { to: family })];
    const [first, second] = [await reports(ben, 'post', gone.id), await reports(ben, 'post', stays.id)];
    const third = await reports(ben, 'user', ana.id);
    const edited = await ana.posts('Edited', { to: family });
    const fourth = await reports(ben, 'post', edited.id);
    await ana.ask(posts.remove, { id: gone.id });
    await ana.ask(posts.edit, { id: edited.id, content: 'Other words' });
    const keeps = async (days: number): Promise<boolean[]> => {
      const { db, jobs } = server().app.context;
      await db.write(async ({ q }) => {
        await q
          .updateTable('reports')
          .set({ created_at: Date.now() - days * 86_400_000 })
          .where('decided_at', 'is', null)
          .execute();
        await q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'drop-evidence').execute();
      });
      await jobs.idle();
      return Promise.all(
        [first, second, third, fourth].map(
          async (id) => (await chief.ask(moderation.report, { id })).evidence !== null,
        ),
      );
    };
    const saysOf = (bio: string) => {
      const form = new FormData();
      form.set('bio', bio);
      return ana.ask(members.editProfile, form);
    };
    assert.deepEqual(await keeps(89), [true, true, true, true]);
    assert.deepEqual(await keeps(91), [false, true, true, false]);
    await saysOf('Another text');
    assert.deepEqual(await keeps(91), [false, true, false, false]);
    await saysOf('');
    for (const id of [first, second, third, fourth]) await decides(id);
    await server().mailsTo(chief);
    await chief.ask(notifications.markAllRead, {});
  });

  // ADMIN-8
  test('the notes of a decided report can be corrected, but not the decision', async () => {
    const id = await reports(ben, 'user', eve.id);
    await decides(id, 'warning');
    const corrected = await chief.ask(moderation.correctNotes, { id, moderatorNotes: 'Said better' });
    assert.deepEqual(
      [corrected.moderatorNotes, corrected.status, corrected.actionTaken],
      ['Said better', 'resolved', 'warning'],
    );
    assert.equal((await chief.ask(moderation.correctNotes, { id, moderatorNotes: '' })).moderatorNotes, null);
    const { items } = await chief.ask(audit.list, { limit: '2' });
    assert.deepEqual(
      items.map(({ act }) => act),
      ['report.notes_corrected', 'report.notes_corrected'],
    );
    await server().mailsTo(eve);
    await server().mailsTo(chief);
    await chief.ask(notifications.markAllRead, {});
  });

  test('a report about the only administrator tells its reporter that it waits, and the check command lists it', async () => {
    const tell = (about: Person) =>
      ben.ask(reporting.create, {
        targetType: 'user',
        targetId: about.id,
        reportType: 'harassment',
        reason: 'Look',
      });
    const { context } = server().app;
    const undecidable = /^One report waits .* chief@example\.org/m;
    const alone = await tell(chief);
    assert.match(alone.message, /no other administrator who could decide this/);
    assert.match(await checkEverything(context), undecidable);
    const miscountBy = (by: number) =>
      context.db.write(({ q }) =>
        q
          .updateTable('circles')
          .set((e) => ({ member_count: e('member_count', '+', by) }))
          .execute(),
      );
    await miscountBy(1);
    await assert.rejects(checkEverything(context), undecidable);
    await miscountBy(-1);
    const other = await tell(eve);
    assert.match(other.message, /^An administrator will look at it/);
    const second = await server().member('Second', { isAdmin: true });
    assert.doesNotMatch(await checkEverything(context), undecidable);
    await decides(alone.id, 'none', second);
    await decides(other.id);
    await second.ask(account.remove, { password });
    await server().mailsTo(chief);
    await server().mailsTo(second);
    await chief.ask(notifications.markAllRead, {});
  });

  test('administrators get one notification of waiting reports until they look, and none of reports about themselves', async () => {
    const [dora, emil] = await Promise.all([
      server().member('Dora', { isAdmin: true }),
      server().member('Emil', { isAdmin: true }),
    ]);
    const waiting = async (who: Person) => {
      await server().app.context.jobs.idle();
      return (await newsOf(who)).filter((kind) => kind === 'report_waiting').length;
    };
    await reports(ben, 'user', dora.id);
    assert.deepEqual([await waiting(dora), await waiting(emil), await waiting(ana)], [0, 1, 0]);
    await reports(ana, 'user', dora.id);
    assert.deepEqual([await waiting(dora), await waiting(emil)], [0, 1]);
    await reports(emil, 'user', ben.id);
    assert.deepEqual([await waiting(dora), await waiting(emil)], [1, 1]);
    for (const who of [dora, emil]) await who.ask(account.remove, { password });
    // No second mail before the reader has looked.
    assert.deepEqual(
      (await server().mailsTo(chief)).map(({ subject }) => subject),
      ['A report is waiting for you'],
    );
    for (const who of [dora, emil]) await server().mailsTo(who);
  });

  // REPORT-1
  test('members report what they see, and can repeat a report only after the first is decided', async () => {
    const post = await ana.posts('For the family', { to: family });
    const comment = await ben.comments(post, 'Hear, hear');
    const mine = { targetType: 'post', targetId: post.id, reportType: 'spam', reason: 'x' } as const;
    const hidden = await eve.call(reporting.create, mine);
    const absent = await eve.call(reporting.create, { ...mine, targetId: 'f'.repeat(32) });
    assert.deepEqual([hidden.status, hidden.text], [404, absent.text]);
    const ofComment = { ...mine, targetType: 'comment', targetId: comment.id };
    assert.equal((await eve.call(reporting.create, ofComment)).status, 404);
    const own = await ana.call(reporting.create, mine);
    assert.deepEqual([own.status, messageOf(own)], [409, messages.reportOwn]);
    assert.equal((await ben.call(reporting.create, ofComment)).status, 409);
    assert.equal(
      (await ben.call(reporting.create, { ...mine, targetType: 'user', targetId: ben.id })).status,
      409,
    );
    for (const [change, sentence] of [
      [{ reason: '  ' }, messages.reportReasonRequired],
      [{ reason: 'x'.repeat(1_001) }, messages.reportReasonTooLong],
    ] as const) {
      const answer = await ben.call(reporting.create, { ...mine, ...change });
      assert.deepEqual([answer.status, messageOf(answer)], [400, sentence]);
    }
    assert.equal((await ben.call(reporting.create, { ...mine, reportType: 'boring' })).status, 400);

    const made = await ben.ask(reporting.create, { ...mine, reason: 'x'.repeat(1_000) });
    assert.deepEqual([made.status, made.targetId], ['pending', post.id]);
    const again = await ben.call(reporting.create, { ...mine, reportType: 'copyright' });
    assert.deepEqual([again.status, messageOf(again)], [409, messages.reportedAlready]);
    await decides(made.id);
    const anew = await Promise.all(Array.from({ length: 10 }, () => ben.call(reporting.create, mine)));
    assert.equal(anew.filter(({ status }) => status === 201).length, 1);
    assert.equal(anew.filter(({ status }) => status === 409).length, 9);
  });

  // REPORT-8
  test('only administrators read reports, and none reads a report about themselves', async () => {
    const deputy = await server().member('Deputy', { isAdmin: true });
    const id = await reports(ben, 'user', deputy.id, 'Writes to me at night.');
    const input = { id, status: 'dismissed' } as const;
    for (const [who, status] of [
      [server().visitor(), 401],
      [ben, 403],
      [ana, 403],
    ] as const) {
      assert.equal((await who.call(moderation.reports)).status, status);
      assert.equal((await who.call(moderation.report, { id })).status, status);
      assert.equal((await who.call(moderation.open, { id })).status, status);
      assert.equal((await who.call(moderation.decide, input)).status, status);
      assert.equal((await who.call(moderation.remove, { id })).status, status);
    }
    const absent = await deputy.call(moderation.report, { id: 'f'.repeat(32) });
    for (const answer of [
      await deputy.call(moderation.report, { id }),
      await deputy.call(moderation.open, { id }),
      await deputy.call(moderation.decide, input),
      await deputy.call(moderation.remove, { id }),
    ]) {
      assert.deepEqual([answer.status, answer.text], [404, absent.text]);
    }
    const list = await deputy.call(moderation.reports);
    assert.ok(!list.text.includes(id));
    const found = await chief.ask(moderation.reports, { status: 'pending' });
    const item = found.items.find((report) => report.id === id) ?? assert.fail('not listed');
    assert.deepEqual(
      [item.reason, item.member.id, item.reporter?.id, item.actionTaken, item.moderatorNotes],
      ['Writes to me at night.', deputy.id, ben.id, 'none', null],
    );
    const theirs = await deputy.ask(moderation.reports, { status: 'pending' });
    assert.deepEqual([theirs.pending, theirs.items.length], [found.pending - 1, found.items.length - 1]);
    await chief.ask(moderation.actOnMember, { id: deputy.id, action: 'remove_admin' });
    await chief.ask(moderation.remove, { id });
  });

  // REPORT-4
  test('a report is opened once and decided once', async () => {
    const post = await ana.posts('Twice', { to: family });
    const id = await reports(ben, 'post', post.id);
    const dismissals = async () => (await newsOf(ben)).filter((kind) => kind === 'report_dismissed').length;
    const dismissedBefore = await dismissals();
    assert.equal((await chief.ask(moderation.open, { id })).status, 'reviewed');
    assert.equal((await chief.ask(moderation.open, { id })).status, 'reviewed');
    const odd = await chief.call(moderation.decide, { id, status: 'dismissed', actionTaken: 'warning' });
    assert.deepEqual([odd.status, messageOf(odd)], [400, messages.dismissedWithAction]);
    const long = await chief.call(moderation.decide, {
      id,
      status: 'resolved',
      moderatorNotes: 'x'.repeat(1_001),
    });
    assert.deepEqual([long.status, messageOf(long)], [400, messages.notesTooLong]);
    assert.equal((await chief.call(moderation.decide, { id, status: 'pending' })).status, 400);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        chief.call(moderation.decide, { id, status: 'dismissed', moderatorNotes: 'A joke between friends.' }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.ok(
      answers.every((answer) => answer.status === 200 || messageOf(answer) === messages.reportDecided),
    );
    assert.equal((await chief.ask(moderation.open, { id })).status, 'dismissed');
    const { items } = await chief.ask(moderation.reports, { status: 'dismissed' });
    const decided = items.find((report) => report.id === id);
    assert.deepEqual([decided?.moderatorNotes, decided?.actionTaken], ['A joke between friends.', 'none']);
    const news = await ben.ask(notifications.list, {});
    const told = news.items.filter(({ kind }) => kind === 'report_dismissed');
    assert.equal(told.length, dismissedBefore + 1);
    assert.ok(!/Ana|Chief|joke/.test(JSON.stringify(told)));
    assert.deepEqual([told[0]?.actor, told[0]?.actionUrl], [null, null]);
    await ben.sees(post);
    assert.ok(!(await newsOf(ana)).includes('warning'));
  });

  // NOTIFY-9, REPORT-4
  test('a warning notifies the member by bell and mail, and has no other effect', async () => {
    await server().mailsTo(ana);
    const post = await ana.posts('Rude words', { to: family });
    const id = await reports(ben, 'post', post.id);
    await decides(id, 'warning');
    assert.equal((await newsOf(ana))[0], 'warning');
    const [mail] = await server().mailsTo(ana);
    assert.equal(mail?.subject, 'A warning from the administrators');
    assert.ok(!/Rude|Ben|Please look/.test(mail.text));
    assert.equal((await newsOf(ben))[0], 'report_resolved');
    await ben.sees(post);
  });

  // REPORT-7
  test('removed content disappears from every endpoint, counters stay right, and its author is notified', async () => {
    await server().mailsTo(ana);
    const post = await ana.posts('To be removed', { to: family, photos: [await plainPhoto()] });
    const kept = await ana.posts('To be kept', { to: family });
    const comment = await ben.comments(kept, 'To be removed too');
    const ofPost = await reports(ben, 'post', post.id);
    const ofComment = await reports(ana, 'comment', comment.id);
    await decides(ofPost, 'content_removed');
    for (const who of [ana, ben, chief]) {
      assert.equal((await who.call(posts.get, { id: post.id })).status, 404);
    }
    assert.deepEqual(await statusesOf(ana, photosOf(post)), [404]);
    assert.deepEqual(await statusesOf(chief, photosOf(post)), [404]);
    await decides(ofComment, 'content_removed');
    assert.deepEqual(await ana.reads(kept), []);
    assert.equal((await ana.ask(posts.get, { id: kept.id })).commentsCount, 0);
    assert.deepEqual(await miscounts(), []);
    assert.equal((await newsOf(ana))[0], 'report_resolved');
    assert.equal((await newsOf(ana))[1], 'content_removed');
    assert.equal((await newsOf(ben))[0], 'content_removed');
    const seen = await chief.ask(moderation.report, { id: ofComment });
    assert.deepEqual([seen.isGone, seen.actionTaken, seen.evidence], [true, 'content_removed', null]);
    // The database keeps removed content for 30 days, so that the operator can answer an appeal.
    const isDropped = async () => {
      const { db } = server().app.context;
      const row = await db.read
        .selectFrom('reports')
        .select('evidence')
        .where('public_id', '=', ofComment)
        .executeTakeFirstOrThrow();
      return row.evidence === null;
    };
    await later(ofComment, 29);
    assert.equal(await isDropped(), false);
    await later(ofComment, 31);
    assert.equal(await isDropped(), true);
    assert.equal((await server().mailsTo(ana)).length, 1);
    assert.equal((await server().mailsTo(ben)).length, 1);
    // A person cannot be removed as content, and a failed decision changes nothing.
    const ofPerson = await reports(ben, 'user', ana.id);
    const refused = await chief.call(moderation.decide, {
      id: ofPerson,
      status: 'resolved',
      actionTaken: 'content_removed',
    });
    assert.deepEqual([refused.status, messageOf(refused)], [409, messages.nothingToRemove]);
    assert.equal((await chief.ask(moderation.report, { id: ofPerson })).status, 'pending');
    await chief.ask(moderation.remove, { id: ofPerson });
    // A moment that its author deleted first can still be decided, and the author gets no notice of a removal.
    const quick = await ana.posts('Deleted quickly', { to: family });
    const late = await reports(ben, 'post', quick.id);
    await ana.request('DELETE', `/api/posts/${quick.id}`);
    assert.equal((await decides(late, 'content_removed')).actionTaken, 'content_removed');
    assert.equal((await server().mailsTo(ana)).length, 0);
  });

  // ADMIN-1
  test('a suspension or ban decided on a report applies from the next request', async () => {
    const [fay, gil] = await server().members('Fay', 'Gil');
    await ana.adds(fay, family);
    await ana.adds(gil, family);
    const ofFay = await fay.posts('By Fay', { to: family });
    const ofGil = await gil.posts('By Gil', { to: family });
    await decides(await reports(ben, 'post', ofFay.id), 'user_suspended');
    assert.equal((await fay.call(auth.currentUser)).status, 401);
    await ben.sees(ofFay);
    await decides(await reports(ben, 'post', ofGil.id), 'user_banned');
    assert.equal((await gil.call(auth.currentUser)).status, 401);
    await ben.doesNotSee({ ...ofGil, authorId: ana.id });
    assert.deepEqual(await miscounts(), []);
    const { items } = await chief.ask(moderation.members, { q: 'gil' });
    assert.ok(items[0]?.bannedAt);
    const acts = (await chief.ask(audit.list, { limit: '50' })).items.map((entry) => entry.act);
    assert.ok(
      acts.includes('member.suspended') && acts.includes('member.banned') && acts.includes('report.resolved'),
    );
    for (const who of [fay, gil]) await server().mailsTo(who);
  });

  test('an administrator who decides their own report is not notified of it', async () => {
    const told = await newsOf(chief);
    await decides(await reports(chief, 'user', eve.id));
    assert.deepEqual(await newsOf(chief), told);
    assert.deepEqual(await server().mailsTo(chief), []);
  });

  test('a report can still be decided after its reporter is deleted', async () => {
    const kai = await server().member('Kai');
    await ana.adds(kai, family);
    const post = await ana.posts('Reported by Kai', { to: family });
    const id = await reports(kai, 'post', post.id);
    await server().mailsTo(kai);
    assert.equal((await kai.request('DELETE', '/api/user', { json: { password } })).status, 204);
    assert.equal((await chief.ask(moderation.report, { id })).reporter, null);
    assert.equal((await decides(id)).status, 'resolved');
  });

  // REQUEST-2
  test('the list of reports is paged, filtered by status, and counted', async () => {
    const post = await ana.posts('Many reports', { to: family });
    const made: string[] = [];
    for (const name of ['Hana', 'Ilse', 'Jana']) {
      const who = await server().member(name);
      await ana.adds(who, family);
      made.unshift(await reports(who, 'post', post.id));
      await server().mailsTo(who);
    }
    const found: string[] = [];
    const readOn = async (cursor: string | null): Promise<void> => {
      const input = { status: 'pending', limit: '1', ...(cursor !== null && { cursor }) } as const;
      const { items, nextCursor } = await chief.ask(moderation.reports, input);
      found.push(...items.map(({ id }) => id));
      if (nextCursor !== null) await readOn(nextCursor);
    };
    await readOn(null);
    assert.deepEqual(found.slice(0, 3), made);
    const { nextCursor } = await chief.ask(moderation.reports, { status: 'pending', limit: '1' });
    const foreign = await chief.call(moderation.reports, { cursor: nextCursor ?? '' });
    assert.equal(foreign.status, 400);
    const { pending, total } = await chief.ask(moderation.reports, { limit: '1' });
    assert.equal(pending, found.length);
    assert.ok(total > pending);
    await server().mailsTo(ana);
    await server().mailsTo(ben);
    await server().mailsTo(eve);
  });
});
