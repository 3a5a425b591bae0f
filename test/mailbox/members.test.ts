import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import * as account from '../../contract/account.ts';
import { sql } from 'kysely';
import * as auth from '../../contract/auth.ts';
import * as circles from '../../contract/circles.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as mailbox from '../../contract/mailbox.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as contract from '../../contract/audience/audience.ts';
import type { Circle } from '../../contract/shapes.ts';
import { findMailboxViewer } from '../../server/access/viewer.ts';
import { removeAccount } from '../../server/features/account/remove.ts';
import { listAskedByMail } from '../../server/features/invitations/list-sent.ts';
import { sweepInvitations } from '../../server/features/invitations/account-deletion.ts';
import { hashedAddress } from '../../server/features/invitations/asked-by-mail.ts';
import { answerInvitation } from '../../server/features/mailbox/answer.ts';
import { findOpenInvitation } from '../../server/features/mailbox/question.ts';
import { answerAsked, askFor, emailOf, joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases(
  'members who take part by e-mail alone',
  (server) => {
    let people: () => { ann: Person; ben: Person };
    let family: Circle | undefined;
    const circle = () => family ?? assert.fail('no circle');
    const findRosa = async () => {
      const { members: inside } = await people().ann.ask(circles.get, { id: circle().id });
      return inside.find(({ firstName }) => firstName === 'Rosa') ?? assert.fail('no Rosa');
    };

    before(async () => {
      const [ann, ben] = await server().members('Ann', 'Ben');
      people = () => ({ ann, ben });
      family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      await ann.adds(ben, family);
    });

    describe('joining', () => {
      // MAILBOX-1
      test('one mail asks, and only the answer makes a member', async () => {
        const { ann, ben } = people();
        const asked = await askFor(ann, circle(), 'Rosa');
        assert.equal(asked.firstName, 'Rosa');
        const [mail, ...more] = await server().mailsTo({ email: emailOf('Rosa') });
        assert.deepEqual(more, []);
        assert.equal(mail?.subject, 'Ann Example invites you to Family');
        assert.match(mail.text, /\/letter\/[a-z2-7]{26}\b/);
        assert.match(mail.headers['reply-to'] ?? '', /^circle\+[a-z2-7]{26}@letters\.example\.org$/);
        assert.equal((await ben.ask(circles.get, { id: circle().id })).memberCount, 2);
        assert.equal(await answerAsked(server(), emailOf('Rosa'), 'yes'), true);
        const [reader, mailboxReader] = await Promise.all(
          [1, 3].map((id) => findMailboxViewer(server().app.context.db.read, id)),
        );
        assert.deepEqual([reader, mailboxReader?.publicId !== undefined], [null, true]);
        const { members: inside } = await ben.ask(circles.get, { id: circle().id });
        assert.deepEqual(
          inside.map(({ firstName, byLetter, isVerified }) => [firstName, byLetter, isVerified]),
          [
            ['Ann', false, true],
            ['Ben', false, true],
            ['Rosa', true, false],
          ],
        );
        const { items } = await ann.ask(notifications.list, {});
        assert.ok(items.some((item) => item.kind === 'invitation_accepted'));
        const [welcome, ...others] = await server().mailsTo({ email: emailOf('Rosa') });
        assert.equal(welcome?.subject, 'Welcome to Family');
        assert.deepEqual(others, []);
        // The question can be answered once.
        assert.equal(await answerAsked(server(), emailOf('Rosa'), 'yes'), false);
      });

      // MAILBOX-2
      test('an address that is asked twice gets one mail, and one that said stop gets no more for this circle', async () => {
        const { ann } = people();
        const first = await askFor(ann, circle(), 'Otto');
        assert.deepEqual(await askFor(ann, circle(), 'Otto'), first);
        assert.equal((await server().mailsTo({ email: emailOf('Otto') })).length, 1);
        assert.equal(await answerAsked(server(), emailOf('Otto'), 'stop'), true);
        assert.equal((await askFor(ann, circle(), 'Otto')).id, first.id);
        assert.deepEqual(await server().mailsTo({ email: emailOf('Otto') }), []);
        assert.equal(await findOpenInvitation({ q: server().app.context.db.read }, 0), null);
      });

      // MAILBOX-4
      test('the answer to the owner and the mail are the same for an address that has an account', async () => {
        const { ann } = people();
        const cora = await server().member('Cora');
        const asked = await ann.call(mailbox.ask, {
          id: circle().id,
          firstName: 'Somebody',
          lastName: 'Else',
          email: cora.email,
        });
        assert.equal(asked.status, 201);
        const [mail] = await server().mailsTo(cora);
        assert.equal(mail?.subject, 'Ann Example invites you to Family');
        assert.equal(await answerAsked(server(), emailOf('Cora'), 'yes'), true);
        const { members: inside } = await ann.ask(circles.get, { id: circle().id });
        const added = inside.find(({ id }) => id === cora.id);
        assert.deepEqual([added?.firstName, added?.byLetter], ['Cora', false]);
      });

      test('an address has one mailbox member, who keeps the name of the first question', async () => {
        const { ann, ben } = people();
        const theirs = await ben.makesCircle('Bens', { lettersCarry: 'content' });
        await ben.ask(mailbox.ask, {
          id: theirs.id,
          firstName: 'Grandma',
          lastName: 'Rosa',
          email: 'ROSA@example.org',
        });
        assert.equal((await server().mailsTo({ email: emailOf('Rosa') })).length, 1);
        assert.equal(await answerAsked(server(), emailOf('Rosa'), 'yes'), true);
        await server().mailsTo({ email: emailOf('Rosa') });
        const [here, there] = await Promise.all([
          ann.ask(circles.get, { id: circle().id }),
          ben.ask(circles.get, { id: theirs.id }),
        ]);
        const rosa = here.members.find(({ firstName }) => firstName === 'Rosa');
        assert.deepEqual(
          there.members.map(({ id, firstName }) => [id, firstName]),
          [
            [ben.id, 'Ben'],
            [rosa?.id, 'Rosa'],
          ],
        );
      });

      test('"I know who this is" verifies, for those who may vouch', async () => {
        const { ben } = people();
        const admin = await server().member('Ada', { isAdmin: true });
        const theirs = await admin.makesCircle('Town', { lettersCarry: 'content' });
        await askFor(admin, theirs, 'Vera', { verifies: true });
        assert.equal(await answerAsked(server(), emailOf('Vera'), 'yes'), true);
        const { members: inside } = await admin.ask(circles.get, { id: theirs.id });
        assert.deepEqual(
          inside.map(({ isVerified }) => isVerified),
          [true, true],
        );
        const mails = await server().mailsTo({ email: emailOf('Vera') });
        assert.match(mails.at(-1)?.text ?? '', /circle\+[a-z2-7]{26}@letters\.example\.org/);
        const bens = await ben.makesCircle('Verified', { lettersCarry: 'content' });
        const body = { id: bens.id, firstName: 'A', lastName: 'B', email: 'ab@example.org', verifies: true };
        assert.equal((await ben.call(mailbox.ask, body)).status, 403);
      });

      test('only circles whose letters carry words and photos take mailbox members, and ordinary members ask nobody', async () => {
        const { ann, ben } = people();
        const names = await ann.makesCircle('Names');
        const body = { id: names.id, firstName: 'A', lastName: 'B', email: 'ab@example.org' };
        const refused = await ann.call(mailbox.ask, body);
        assert.deepEqual([refused.status, refused.text.includes(messages.mailboxNeedsContent)], [409, true]);
        assert.equal((await ben.call(mailbox.ask, { ...body, id: circle().id })).status, 403);
      });

      // MAILBOX-2
      test('a question that is withdrawn and asked again, or stopped, sends no second mail and looks alike', async () => {
        const { ann } = people();
        const mails = async (name: string) => (await server().mailsTo({ email: emailOf(name) })).length;
        const list = async () =>
          (await ann.ask(mailbox.asked, { id: circle().id })).items.map(({ firstName }) => firstName);
        const first = await askFor(ann, circle(), 'Quinn');
        assert.equal(await mails('Quinn'), 1);
        for (let time = 0; time < 3; time += 1) {
          await ann.ask(mailbox.withdraw, { id: circle().id, invitationId: first.id });
          assert.ok(!(await list()).includes('Quinn'));
          assert.equal((await askFor(ann, circle(), 'Quinn')).id, first.id);
        }
        assert.equal(await mails('Quinn'), 0);
        await askFor(ann, circle(), 'Stella');
        assert.equal(await mails('Stella'), 1);
        assert.equal(await answerAsked(server(), emailOf('Stella'), 'stop'), true);
        assert.ok((await list()).includes('Stella'), 'the owner cannot tell');
        const stella = await askFor(ann, circle(), 'Stella');
        await ann.ask(mailbox.withdraw, { id: circle().id, invitationId: stella.id });
        await askFor(ann, circle(), 'Stella');
        assert.equal(await mails('Stella'), 0);
        assert.equal(await answerAsked(server(), emailOf('Quinn'), 'yes'), true);
        await mails('Quinn');
        const { members: inside } = await ann.ask(circles.get, { id: circle().id });
        const quinn = inside.find(({ firstName }) => firstName === 'Quinn') ?? assert.fail('no Quinn');
        await ann.ask(circles.removeMember, { id: circle().id, memberId: quinn.id });
      });

      // MAILBOX-22
      test('a member who is removed cannot come back by an earlier question', async () => {
        const { ann } = people();
        const club = await ann.makesCircle('Club', { lettersCarry: 'content' });
        const dora = await server().member('Dora');
        const tom = await joinByLetter(server(), ann, club, 'Tom');
        await askFor(ann, club, 'Dora');
        await askFor(ann, club, 'Tom');
        await ann.adds(dora, club);
        for (const memberId of [dora.id, tom.id])
          await ann.ask(circles.removeMember, { id: club.id, memberId });
        for (const name of ['Dora', 'Tom']) {
          assert.equal(await answerAsked(server(), emailOf(name), 'yes'), false);
          await server().mailsTo({ email: emailOf(name) });
        }
        const { members: inside } = await ann.ask(circles.get, { id: club.id });
        assert.deepEqual(
          inside.map(({ firstName }) => firstName),
          ['Ann'],
        );
      });

      test('an address that says yes to two owners at the same moment has one mailbox member', async () => {
        const { ann, ben } = people();
        const owned = await Promise.all(
          [ann, ben].map((owner) => owner.makesCircle('Both', { lettersCarry: 'content' })),
        );
        await Promise.all([ann, ben].map((owner, at) => askFor(owner, owned[at] ?? circle(), 'Vic')));
        const { db } = server().app.context;
        const asked = await db.read
          .selectFrom('mailbox_invitations')
          .select('id')
          .where('email', '=', emailOf('Vic'))
          .execute();
        const answers = await Promise.all(
          asked.map(({ id }) => answerInvitation(server().app.context, id, 'yes')),
        );
        assert.deepEqual(answers, [true, true]);
        await server().mailsTo({ email: emailOf('Vic') });
        const counts = await Promise.all(
          [ann, ben].map(
            async (owner, at) => (await owner.ask(circles.get, { id: owned[at]?.id ?? '' })).memberCount,
          ),
        );
        assert.deepEqual(counts, [2, 2]);
      });

      test('a circle takes 50 mailbox members', async () => {
        const { ann } = people();
        const large = await ann.makesCircle('Large', { lettersCarry: 'content' });
        await joinByLetter(server(), ann, large, 'Zita');
        await askFor(ann, large, 'Yara');
        const { db } = server().app.context;
        await db.write(({ q }) =>
          sql`
            insert into users (public_id, email, email_key, password_hash, first_name, last_name, search_text, is_admin,
              created_at, by_letter)
            select u.public_id || n.n, u.email || n.n, u.email_key || n.n, u.password_hash, 'Many', u.last_name, '', 0,
              u.created_at, 1
            from users u, (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 49)
              select n from numbers) n
            where u.email = ${emailOf('Zita')}`.execute(q),
        );
        await db.write(({ q }) =>
          sql`
            insert into circle_members (circle_id, user_id, priority, sees_after_post_id, added_by, added_at)
            select c.id, u.id, 0, 0, c.owner_id, 0 from circles c, users u
            where c.public_id = ${large.id} and u.first_name = 'Many'`.execute(q),
        );
        const refused = await ann.call(mailbox.ask, {
          id: large.id,
          firstName: 'One',
          lastName: 'More',
          email: emailOf('More'),
        });
        assert.deepEqual([refused.status, refused.text.includes(messages.mailboxFull)], [409, true]);
        assert.equal(await answerAsked(server(), emailOf('Yara'), 'yes'), false);
        assert.equal((await server().mailsTo({ email: emailOf('Yara') })).length, 1);
      });

      test('a withdrawn question can no longer be answered', async () => {
        const { ann } = people();
        const { id } = await askFor(ann, circle(), 'Paul');
        const { items } = await ann.ask(mailbox.asked, { id: circle().id });
        assert.ok(items.some((item) => item.id === id));
        await server().mailsTo({ email: emailOf('Paul') });
        const found = await server()
          .app.context.db.read.selectFrom('mailbox_invitations')
          .select('id')
          .where('public_id', '=', id)
          .executeTakeFirstOrThrow();
        await ann.ask(mailbox.withdraw, { id: circle().id, invitationId: id });
        assert.equal(await answerInvitation(server().app.context, found.id, 'yes'), false);
        assert.equal((await ann.call(mailbox.withdraw, { id: circle().id, invitationId: id })).status, 404);
      });
    });

    describe('a person who deleted everything', () => {
      const day = 24 * 60 * 60_000;
      const rows = async (name: string) =>
        server()
          .app.context.db.read.selectFrom('mailbox_invitations')
          .select(['email', 'first_name', 'last_name', 'answer'])
          .where((e) => e.or([e('email', '=', emailOf(name)), e('email', '=', hashedAddress(emailOf(name)))]))
          .orderBy('id')
          .execute();
      const expire = (name: string, sinceMs: number) =>
        server().app.context.db.write(({ q }) =>
          q
            .updateTable('mailbox_invitations')
            .set({ expires_at: Date.now() - sinceMs })
            .where('email', '=', emailOf(name))
            .execute(),
        );

      // MAILBOX-75, MAILBOX-2
      test('is named in no question after a while, and is still not asked again after a stop', async () => {
        const { ann } = people();
        const { context } = server().app;
        const { db } = context;
        const friends = await ann.makesCircle('Choir', { lettersCarry: 'content' });
        const waiting = await ann.makesCircle('Chess', { lettersCarry: 'content' });
        const { key } = await joinByLetter(server(), ann, circle(), 'Tom');
        await askFor(ann, friends, 'Tom');
        await answerAsked(server(), emailOf('Tom'), 'stop');
        await askFor(ann, waiting, 'Tom');
        const viewer = (await findMailboxViewer(db.read, key)) ?? assert.fail('no Tom');
        await removeAccount(context, viewer, async () => {});
        // The asker must learn neither of the account nor of the stop until the questions expire.
        assert.deepEqual(
          (await rows('Tom')).map(({ answer, first_name: name }) => [answer, name]),
          [
            ['removed', 'Tom'],
            ['stop', 'Tom'],
            [null, 'Tom'],
          ],
        );
        await expire('Tom', 29 * day);
        await sweepInvitations(db);
        assert.equal((await rows('Tom')).length, 3);
        await expire('Tom', 31 * day);
        await sweepInvitations(db);
        await sweepInvitations(db);
        const hashed = { email: hashedAddress(emailOf('Tom')), first_name: '', last_name: '' };
        assert.deepEqual(
          (await rows('Tom')).map((row) => ({ ...row })),
          [{ ...hashed, answer: 'stop' }],
        );
        const asker = await server().keyOf('users', ann);
        const listed = await listAskedByMail(db, { ...viewer, id: asker });
        assert.ok(!listed.some(({ firstName, email }) => firstName === 'Tom' || email.startsWith('hash')));
        await server().mailsTo({ email: emailOf('Tom') });
        await askFor(ann, friends, 'Tom');
        assert.deepEqual(await server().mailsTo({ email: emailOf('Tom') }), []);
      });

      // MAILBOX-75
      test('leaves nothing of answered and expired questions', async () => {
        const { ann } = people();
        const { context } = server().app;
        const club = await ann.makesCircle('Club', { lettersCarry: 'content' });
        const { key } = await joinByLetter(server(), ann, circle(), 'Uli');
        await askFor(ann, club, 'Uli');
        await answerAsked(server(), emailOf('Uli'), 'stop');
        await expire('Uli', 1);
        const viewer = (await findMailboxViewer(context.db.read, key)) ?? assert.fail('no Uli');
        await removeAccount(context, viewer, async () => {});
        assert.deepEqual(
          (await rows('Uli')).map(({ email, first_name: name }) => [email, name]),
          [[hashedAddress(emailOf('Uli')), '']],
        );
        await server().mailsTo({ email: emailOf('Uli') });
      });
    });

    describe('as a member', () => {
      // MAILBOX-4
      test('sign-in, reset and search treat the address as unknown', async () => {
        const { ann } = people();
        const visitor = server().visitor();
        for (const email of [emailOf('Rosa'), `LETTER ${emailOf('Rosa')}`]) {
          const { status, text } = await visitor.call(auth.login, { email, password });
          const unknown = await visitor.call(auth.login, { email: 'nobody@example.org', password });
          assert.deepEqual([status, text], [unknown.status, unknown.text]);
        }
        await visitor.ask(auth.forgotPassword, { email: emailOf('Rosa') });
        assert.deepEqual(await server().mailsTo({ email: emailOf('Rosa') }), []);
        for (const q of ['Rosa', emailOf('Rosa')]) assert.deepEqual(await ann.ask(members.search, { q }), []);
        const { items } = await ann.ask(members.directory, {});
        assert.ok(!items.some(({ firstName }) => firstName === 'Rosa'));
      });

      test('a mailbox member gets no notification of any kind', async () => {
        const { ann, ben } = people();
        const rosa = await findRosa();
        const post = await ann.posts(`@{${rosa.id}} look`, {
          to: circle(),
          more: { mentions: JSON.stringify([rosa.id]) },
        });
        await ben.comments(post, `@{${rosa.id}} you too`, { mentions: [rosa.id] });
        await ann.ask(circles.edit, { id: circle().id, name: 'Family', lettersCarry: 'content' });
        await server().app.context.jobs.idle();
        const left = await server()
          .app.context.db.read.selectFrom('notifications')
          .innerJoin('users', 'users.id', 'notifications.user_id')
          .select('kind')
          .where('users.by_letter', '=', 1)
          .execute();
        assert.deepEqual(left, []);
        assert.deepEqual(await server().mailsTo({ email: emailOf('Rosa') }), []);
      });

      // MAILBOX-11
      test('the audience names mailbox members, and a moment without letters leaves them out', async () => {
        const { ann, ben } = people();
        const circleIds = JSON.stringify([circle().id]);
        assert.deepEqual(await ann.ask(contract.countAudience, { circleIds }), {
          count: 3,
          byLetter: ['Rosa'],
        });
        const without = await ann.ask(contract.countAudience, { circleIds, withoutLetters: 'true' });
        assert.deepEqual(without, { count: 2, byLetter: [] });
        const readers = async (id: string) =>
          (await ann.ask(contract.audience, { id })).items.map(({ member }) => member.firstName);
        const open = await ann.posts('For all', { to: circle() });
        assert.deepEqual(await readers(open.id), ['Ben', 'Cora', 'Rosa']);
        const closed = await ann.posts('Not by letter', { to: circle(), more: { withoutLetters: 'true' } });
        assert.deepEqual(await readers(closed.id), ['Ben', 'Cora']);
        await ben.sees(closed);
        const later = await ann.posts('Later not by letter', { to: circle() });
        await ann.ask(posts.edit, { id: later.id, withoutLetters: true });
        assert.deepEqual(await readers(later.id), ['Ben', 'Cora']);
        const carries = await server()
          .app.context.db.read.selectFrom('post_circles')
          .innerJoin('posts', 'posts.id', 'post_circles.post_id')
          .select(['posts.public_id', 'carries_content'])
          .where('posts.public_id', 'in', [open.id, closed.id])
          .orderBy('posts.id')
          .execute();
        assert.deepEqual(
          carries.map((row) => row.carries_content),
          [1, 0],
        );
      });

      test('a circle with mailbox members keeps its letters of words and photos', async () => {
        const { ann } = people();
        const edit = { id: circle().id, name: 'Family', lettersCarry: 'names' as const };
        const refused = await ann.call(circles.edit, edit);
        assert.equal(refused.status, 409);
        assert.match(refused.text, /Rosa Example/);
        assert.equal((await ann.ask(circles.get, { id: circle().id })).lettersCarry, 'content');
        const { id } = await findRosa();
        const ban = (at: number | null) =>
          server().app.context.db.write(({ q }) =>
            q.updateTable('users').set({ banned_at: at }).where('public_id', '=', id).execute(),
          );
        await ban(1);
        // ADMIN-3
        assert.ok(!(await ann.call(circles.edit, edit)).text.includes('Rosa'));
        await ban(null);
        await ann.ask(circles.edit, { ...edit, lettersCarry: 'content' });
      });

      test('another circle asks first, and a mailbox member owns nothing and is no administrator', async () => {
        const { ann, ben } = people();
        const rosa = await findRosa();
        const chief = await server().member('Chief', { isAdmin: true });
        const other = await ann.makesCircle('Walks', { lettersCarry: 'content' });
        const statuses = [
          (await ann.call(circles.addMember, { id: other.id, userId: rosa.id })).status,
          (await ann.call(circles.handOver, { id: circle().id, userId: rosa.id })).status,
          (await chief.call(moderation.actOnMember, { id: rosa.id, action: 'make_admin' })).status,
        ];
        assert.deepEqual(statuses, [409, 409, 409]);
        // Rosa is in the circle for longer than Ben, who inherits it.
        const leaver = await server().member('Lea');
        const inherited = await leaver.makesCircle('Inherited', { lettersCarry: 'content' });
        await joinByLetter(server(), leaver, inherited, 'Rosa');
        await leaver.adds(ben, inherited);
        await leaver.ask(account.remove, { password });
        const { creatorId } = await ben.ask(circles.get, { id: inherited.id });
        assert.equal(creatorId, ben.id);
        await server().mailsTo(ben);
      });

      // MAILBOX-13
      test('the link to make an account is mailed to the member alone', async () => {
        const { ann, ben } = people();
        const rosa = await findRosa();
        await ann.ask(mailbox.offerAccount, { id: circle().id, memberId: rosa.id });
        const [mail, ...more] = await server().mailsTo({ email: emailOf('Rosa') });
        assert.match(mail?.text ?? '', /\/letter\/mine\/[\w-]+/);
        assert.deepEqual(more, []);
        const other = { id: circle().id, memberId: ben.id };
        assert.equal((await ann.call(mailbox.offerAccount, other)).status, 404);
      });
    });
  },
  mailInSettings,
);
