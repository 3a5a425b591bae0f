import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as invitations from '../../contract/invitations.ts';
import { limits } from '../../contract/limits.ts';
import * as mailbox from '../../contract/mailbox.ts';
import { findCircle } from '../../server/access/find/circles.ts';
import { findJobViewer } from '../../server/access/viewer.ts';
import { emptyCircle } from '../../server/features/circles/end.ts';
import { answerInvitation } from '../../server/features/mailbox/answer.ts';
import { answerAsked, askFor, emailOf, joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import { becomesUnclaimed, resetPassword } from '../harness/resets.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases(
  'questions by mail to join',
  (server) => {
    // MAILBOX-2
    test('that are withdrawn and asked again do not tell who answered ‘Stop’', async () => {
      const ann = await server().member('Ann');
      const circle = await ann.makesCircle('Family', { lettersCarry: 'content' });
      const again = async (name: string, stops: boolean) => {
        const first = await askFor(ann, circle, name);
        await server().mailsTo({ email: emailOf(name) });
        if (stops) assert.ok(await answerAsked(server(), emailOf(name), 'stop'));
        await ann.ask(mailbox.withdraw, { id: circle.id, invitationId: first.id });
        const second = await askFor(ann, circle, name);
        return [second.id === first.id, second.askedAt === first.askedAt];
      };
      assert.deepEqual(await again('Stella', true), await again('Quinn', false));
      assert.deepEqual(await server().mailsTo({ email: emailOf('Stella') }), []);
    });

    // MAILBOX-4
    test('stay in the list when a member with that address is removed, and let nobody in until they are asked again', async () => {
      const [ann, ben] = await server().members('Anna', 'Benno');
      const circle = await ann.makesCircle('Club', { lettersCarry: 'content' });
      await ann.adds(ben, circle);
      for (const name of ['Benno', 'Other']) {
        await askFor(ann, circle, name);
        await server().mailsTo({ email: emailOf(name) });
      }
      const names = async () =>
        (await ann.ask(mailbox.asked, { id: circle.id })).items.map(({ firstName }) => firstName);
      await ann.ask(circles.removeMember, { id: circle.id, memberId: ben.id });
      assert.deepEqual(await names(), ['Other', 'Benno']);
      assert.equal(await answerAsked(server(), emailOf('Benno'), 'yes'), false);
      await askFor(ann, circle, 'Benno');
      assert.deepEqual(await names(), ['Other', 'Benno']);
      assert.deepEqual(await server().mailsTo(ben), []);
    });

    // BLOCK-5
    test('let nobody in after a block between the two, also once it is lifted', async () => {
      const [rea, sven] = await server().members('Rea', 'Sven');
      const circle = await rea.makesCircle('Club', { lettersCarry: 'content' });
      const asked = await askFor(rea, circle, 'Sven');
      await server().mailsTo(sven);
      const names = async () =>
        (await rea.ask(mailbox.asked, { id: circle.id })).items.map(({ firstName }) => firstName);
      for (const [one, other] of [
        [rea, sven],
        [sven, rea],
      ] as const) {
        await one.ask(blocking.block, { id: other.id });
        assert.equal(await answerAsked(server(), emailOf('Sven'), 'yes'), false);
        await one.ask(blocking.unblock, { id: other.id });
        assert.equal(await answerAsked(server(), emailOf('Sven'), 'yes'), false);
        assert.deepEqual(await names(), ['Sven'], 'as unanswered as others');
        assert.equal((await askFor(rea, circle, 'Sven')).id, asked.id);
      }
      assert.ok(await answerAsked(server(), emailOf('Sven'), 'yes'), 'asked again since');
      for (const who of [rea, sven]) await server().mailsTo(who);
    });

    // SIGHT-3
    test('let nobody into a circle whose deletion goes on or was interrupted, nor do its codes', async () => {
      const [olaf, petra] = await server().members('Olaf', 'Petra');
      const circle = await olaf.makesCircle('Ending', { lettersCarry: 'content' });
      const post = await olaf.posts('Of the past', { to: circle });
      await askFor(olaf, circle, 'Petra');
      const { code } = await olaf.ask(invitations.makeCode, { circleId: circle.id });
      await server().mailsTo(petra);
      const { db } = server().app.context;
      const id = await server().keyOf('users', olaf);
      const viewer = (await findJobViewer(db.read, id)) ?? assert.fail('no viewer');
      const [asked] = await db.read
        .selectFrom('mailbox_invitations')
        .select('id')
        .orderBy('id', 'desc')
        .execute();
      await db.write(async (tx) => emptyCircle(tx, viewer, await findCircle(tx.q, viewer, circle.id)));
      assert.equal(await answerInvitation(server().app.context, asked?.id ?? 0, 'yes'), false);
      assert.equal((await petra.call(invitations.accept, { code })).status, 404);
      await petra.doesNotSee(post);
    });

    // SIGNIN-20
    test('of an account whose owner has not claimed it let nobody in', async () => {
      const una = await server().member('Una');
      const circle = await una.makesCircle('Club', { lettersCarry: 'content' });
      await askFor(una, circle, 'Rita');
      await server().mailsTo({ email: emailOf('Rita') });
      await becomesUnclaimed(server(), una);
      assert.equal(await answerAsked(server(), emailOf('Rita'), 'yes'), false);
    });

    // SIGNIN-20
    test('of an account that starts empty let nobody in', async () => {
      const uma = await server().member('Uma');
      await server().member('Uwe', { isAdmin: true });
      const circle = await uma.makesCircle('Club', { lettersCarry: 'content' });
      await askFor(uma, circle, 'Squat');
      await server().mailsTo({ email: emailOf('Squat') });
      await becomesUnclaimed(server(), uma);
      await uma.ask(auth.answerClaim, { mine: false });
      assert.equal(await answerAsked(server(), emailOf('Squat'), 'yes'), false);
    });

    // SIGNIN-16
    test('of a thief are listed after the denial, and one call undoes them with whom they let in since', async () => {
      const hal = await server().member('Hal');
      const circle = await hal.makesCircle('Family', { lettersCarry: 'content' });
      await askFor(hal, circle, 'Own');
      const thief = server().visitor('Hal');
      await thief.signIn(password);
      const [alert] = await server().mailsTo(hal);
      const token = /not-me\?token=([\w-]+)/.exec(alert?.text ?? '')?.[1] ?? assert.fail('no link');
      for (const name of ['Early', 'Late', 'Stops']) {
        await askFor(thief, circle, name);
        await server().mailsTo({ email: emailOf(name) });
      }
      await server().mailsTo({ email: emailOf('Own') });
      await server().visitor().ask(auth.denySignIn, { token });
      await resetPassword(server(), hal);
      assert.ok(await answerAsked(server(), emailOf('Early'), 'yes'));
      assert.ok(await answerAsked(server(), emailOf('Stops'), 'stop'));
      await hal.signIn('two-old-spoons');
      assert.equal((await hal.ask(auth.currentUser, {})).review, 'denial');
      const found = await hal.ask(auth.denial, {});
      assert.deepEqual(
        found.people.map(({ member }) => member.firstName),
        ['Early'],
      );
      assert.deepEqual(
        found.invitations.map(({ email, circle: to }) => [email, to?.name]),
        [
          [emailOf('Stops'), 'Family'],
          [emailOf('Late'), 'Family'],
        ],
      );
      await hal.ask(auth.settleDenial, { undo: true });
      assert.equal(await answerAsked(server(), emailOf('Late'), 'yes'), false);
      const left = await hal.ask(circles.get, { id: circle.id });
      assert.deepEqual(
        left.members.map(({ firstName }) => firstName),
        ['Hal'],
      );
      const open = await hal.ask(mailbox.asked, { id: circle.id });
      assert.deepEqual(
        open.items.map(({ firstName }) => firstName),
        ['Own'],
      );
      for (const who of [hal, { email: emailOf('Early') }]) await server().mailsTo(who);
    });

    // MAILBOX-2, ADMIN-3
    test('count no banned member towards those of a circle', async () => {
      const lea = await server().member('Lea');
      const circle = await lea.makesCircle('Choir', { lettersCarry: 'content' });
      const { key } = await joinByLetter(server(), lea, circle, 'Ruth');
      const { db } = server().app.context;
      const [user] = await db.read.selectFrom('users').selectAll().where('id', '=', key).execute();
      const [place] = await db.read
        .selectFrom('circle_members')
        .selectAll()
        .where('user_id', '=', key)
        .execute();
      assert.ok(user && place);
      const { id: _, ...copy } = user;
      await db.write(async ({ q }) => {
        for (let at = 1; at < limits.mailboxMembers; at++) {
          const email = `many${at}@example.org`;
          const { id } = await q
            .insertInto('users')
            .values({ ...copy, public_id: `many${at}`, email, email_key: `LETTER ${email.toUpperCase()}` })
            .returning('id')
            .executeTakeFirstOrThrow();
          await q
            .insertInto('circle_members')
            .values({ ...place, user_id: id })
            .execute();
        }
      });
      const ask = () =>
        lea.call(mailbox.ask, { id: circle.id, firstName: 'Sue', lastName: 'X', email: emailOf('Sue') });
      assert.equal((await ask()).status, 409);
      await db.write(({ q }) => q.updateTable('users').set({ banned_at: 1 }).where('id', '=', key).execute());
      assert.equal((await ask()).status, 201);
      await server().mailsTo({ email: emailOf('Sue') });
    });
  },
  mailInSettings,
);
