import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as system from '../../contract/system.ts';
import * as verification from '../../contract/verification.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { codeIn, registration } from './registration.ts';
import { onDatabases, password } from '../harness/test-server.ts';

onDatabases(
  'vouching for the people one invites',
  (server) => {
    let chief: Person;
    before(async () => {
      chief = await server().member('Chief', { isAdmin: true });
    });

    const codeMailedTo = async (by: Person, email: string, verifies: boolean): Promise<string> => {
      await by.ask(invitations.sendInvite, { email, verifies });
      const [mail] = await server().mailsTo({ email });
      return codeIn(mail?.text);
    };
    /** Registers somebody with a code, and signs them in. */
    const joins = async (person: Person, code: string): Promise<Person> => {
      const { id } = await person.ask(auth.register, registration(person, code));
      person.id = id;
      await person.signIn(password);
      await server().mailsTo(person);
      return person;
    };
    const joinsBy = async (by: Person, name: string): Promise<Person> => {
      const person = server().visitor(name);
      return joins(person, await codeMailedTo(by, person.email, true));
    };
    const isVerified = async (who: Person) => (await who.ask(auth.currentUser, {})).isVerified;
    const voucherOf = async (who: Person, by: Person) =>
      (await by.ask(members.profile, { usernameOrId: who.id })).vouchedBy?.firstName ?? null;

    // VERIFY-6, VERIFY-7
    test('a member whom a verified member vouched for joins verified, and the profile says who vouched', async () => {
      const [ann, cal] = await server().members('Ann', 'Cal');
      const bea = await joinsBy(ann, 'Bea');
      assert.equal(await isVerified(bea), true);
      const { items } = await chief.ask(audit.list, { act: 'member.verified' });
      assert.deepEqual([items[0]?.actor?.id, items[0]?.target?.id], [ann.id, bea.id]);
      assert.equal(await voucherOf(bea, cal), 'Ann');
      await cal.ask(blocking.block, { id: ann.id });
      assert.equal(await voucherOf(bea, cal), null, 'a block hides who vouched');
    });

    // VERIFY-6
    test('a vouch counts for the address that it was mailed to, and for the member who uses a code without one', async () => {
      const dan = await server().member('Dan');
      const code = await codeMailedTo(dan, 'eva@example.org', true);
      assert.equal(await isVerified(await joins(server().visitor('Mallory'), code)), false);
      const plain = await codeMailedTo(dan, 'flo@example.org', false);
      assert.equal(await isVerified(await joins(server().visitor('Flo'), plain)), false);
      const vouched = await dan.ask(invitations.makeCode, { for: 'Gus', verifies: true });
      assert.equal(await isVerified(await joins(server().visitor('Gus'), vouched.code)), true);
      for (const [name, nobody] of Object.entries({ Ivo: {}, Jan: { for: null }, Kay: { for: '  ' } })) {
        const open = await dan.ask(invitations.makeCode, { ...nobody, verifies: true });
        assert.equal(await isVerified(await joins(server().visitor(name), open.code)), false, name);
      }
      const unticked = await dan.ask(invitations.makeCode, {});
      assert.equal(await isVerified(await joins(server().visitor('Hal'), unticked.code)), false);
      const ida = await server().member('Ida', { isVerified: false });
      await ida.ask(invitations.accept, { code: await codeMailedTo(dan, ida.email, true) });
      assert.equal(await isVerified(ida), true, 'a member who is not new');
      await server().mailsTo(ida);
    });

    // VERIFY-6
    test('only somebody who may vouch can vouch, when inviting and when the invitation is accepted', async () => {
      const [jo, kim] = [
        await server().member('Jo', { isVerified: false }),
        await server().member('Kim', { isAdmin: true }),
      ];
      const circle = await jo.makesCircle('Home');
      for (const refused of [
        await jo.call(invitations.sendInvite, { email: 'x@example.org', verifies: true }),
        await jo.call(invitations.inviteByEmail, { email: 'x@example.org', verifies: true }),
        await jo.call(invitations.inviteToCircle, { id: circle.id, email: 'x@example.org', verifies: true }),
        await jo.call(invitations.makeCode, { verifies: true }),
      ])
        assert.deepEqual([refused.status, messageOf(refused)], [403, messages.vouchForbidden]);
      await jo.ask(invitations.makeCode, { verifies: false });

      const lou = await server().member('Lou');
      const code = await codeMailedTo(lou, 'max@example.org', true);
      await chief.ask(moderation.actOnMember, { id: lou.id, action: 'suspend' });
      assert.equal(await isVerified(await joins(server().visitor('Max'), code)), false);
      await server().mailsTo(lou);
      assert.equal(await isVerified(await joinsBy(kim, 'Nat')), true);
    });

    test('VERIFICATION wins over what an administrator chose', async () => {
      const changed = await chief.ask(system.setPlace, { name: null, language: 'en', sharing: 'verified' });
      assert.deepEqual([changed.sharing, changed.isSharingSetOutside], ['invited', true]);
      const max = await server().member('Maximilian');
      await max.ask(invitations.makeCode, { for: 'Mum', verifies: true });
    });

    test('members stay verified whose voucher is banned later, and administrators see them listed', async () => {
      const oda = await server().member('Oda');
      const pat = await joinsBy(oda, 'Pat');
      assert.deepEqual((await chief.ask(verification.doubtfulVouches, {})).items, []);
      await chief.ask(moderation.actOnMember, { id: oda.id, action: 'ban' });
      const { items } = await chief.ask(verification.doubtfulVouches, {});
      assert.deepEqual(
        items.map(({ user, vouchedBy }) => [user.firstName, vouchedBy.firstName]),
        [['Pat', 'Oda']],
      );
      assert.equal(await isVerified(pat), true);
      assert.equal(await voucherOf(pat, chief), null);
      await server().mailsTo(oda);
    });

    test('the member who vouched decides about a new name, and nobody else but administrators does', async () => {
      const [quin, rob] = await server().members('Quin', 'Rob');
      const sue = await joinsBy(quin, 'Sue');
      await sue.ask(account.edit, { firstName: 'Susan' });
      const [request] = (await quin.ask(verification.vouchedNames, {})).items;
      assert.deepEqual([request?.user.id, request?.firstName], [sue.id, 'Susan']);
      const news = (await quin.ask(notifications.list, {})).items.find(({ kind }) => kind === 'name_waiting');
      assert.equal(news?.actionUrl, '/verification');
      const decision = { id: request?.id ?? '', status: 'approved' } as const;
      for (const other of [rob, sue]) {
        assert.deepEqual((await other.ask(verification.vouchedNames, {})).items, []);
        assert.equal((await other.call(verification.decideVouchedName, decision)).status, 404);
      }
      await quin.ask(verification.decideVouchedName, decision);
      assert.equal((await sue.ask(auth.currentUser, {})).firstName, 'Susan');
      const { items } = await chief.ask(audit.list, { act: 'member.name_approved' });
      assert.equal(items[0]?.actor?.id, quin.id);
      await server().mailsTo(sue);

      // A block between the two hides the next one.
      await sue.ask(account.edit, { firstName: 'Suzette' });
      await sue.ask(blocking.block, { id: quin.id });
      assert.deepEqual((await quin.ask(verification.vouchedNames, {})).items, []);
    });
  },
  { VERIFICATION: 'vouch' },
);
