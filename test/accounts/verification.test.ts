import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as audit from '../../contract/audit.ts';
import * as auth from '../../contract/auth.ts';
import { messages } from '../../contract/errors/errors.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import * as notifications from '../../contract/notifications.ts';
import * as site from '../../contract/site.ts';
import * as system from '../../contract/system.ts';
import * as verification from '../../contract/verification.ts';
import { lockMembers } from '../../server/platform/db/locks.ts';
import { newId } from '../../server/platform/text/ids.ts';
import { operate, succeeds } from '../harness/operate.ts';
import { messageOf, type Person } from '../harness/person.ts';
import { onDatabases } from '../harness/test-server.ts';

const statement = { personalStatement: 'Maya invited me; we run on Sundays.' };

onDatabases('verification of members', (server, testOnBoth) => {
  let chief: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });
  const pendingOf = async (by: Person, who: Person) => {
    const { items } = await by.ask(verification.list, { status: 'pending' });
    return items.find(({ user }) => user.id === who.id) ?? assert.fail('no request');
  };

  test('a request for verification is pending until an administrator approves it, and the member can then post', async () => {
    const ana = await server().member('Ana', { isVerified: false });
    const family = await ana.makesCircle('Family');
    const form = new FormData();
    form.set('content', 'Hello');
    form.set('circleIds', JSON.stringify([family.id]));
    const refused = await ana.request('POST', '/api/posts', { form });
    assert.deepEqual([refused.status, messageOf(refused)], [403, messages.verifyToPost]);

    const asked = await ana.ask(verification.submit, {
      ...statement,
      linkedInProfile: ' https://linkedin.example/in/ana ',
      instagramHandle: '',
    });
    assert.equal(asked.verificationStatus, 'pending');
    assert.ok(asked.verificationSubmittedAt);
    const again = await ana.call(verification.submit, statement);
    assert.deepEqual([again.status, messageOf(again)], [409, messages.verificationPending]);

    await server().app.context.jobs.idle();
    const [waits] = (await chief.ask(notifications.list, {})).items;
    assert.deepEqual([waits?.kind, waits?.actionUrl], ['verification_waiting', '/admin/verifications']);
    assert.deepEqual((await ana.ask(notifications.list, {})).items, [], 'which is for administrators alone');

    const request = await pendingOf(chief, ana);
    assert.deepEqual(
      [request.personalStatement, request.linkedInProfile, request.instagramHandle, request.status],
      [statement.personalStatement, 'https://linkedin.example/in/ana', null, 'pending'],
    );
    const decided = await chief.ask(verification.decide, { id: request.id, status: 'approved' });
    assert.equal(decided.status, 'approved');
    const me = await ana.ask(auth.currentUser, {});
    assert.deepEqual([me.isVerified, me.verificationStatus], [true, 'approved']);
    const [news] = (await ana.ask(notifications.list, {})).items;
    assert.deepEqual([news?.kind, news?.actionUrl], ['verification_approved', '/create-post']);
    assert.equal((await server().mailsTo(ana)).length, 1);
    assert.equal((await ana.request('POST', '/api/posts', { form })).status, 201);

    const twice = await chief.call(verification.decide, { id: request.id, status: 'rejected', notes: 'No' });
    assert.deepEqual([twice.status, messageOf(twice)], [409, messages.verificationDecided]);
    const more = await ana.call(verification.submit, statement);
    assert.deepEqual([more.status, messageOf(more)], [409, messages.verifiedAlready]);
  });

  test('a rejected verification says why, and the request can be sent again', async () => {
    const ben = await server().member('Ben', { isVerified: false });
    await ben.ask(verification.submit, statement);
    const { id } = await pendingOf(chief, ben);
    const silent = await chief.call(verification.decide, { id, status: 'rejected' });
    assert.deepEqual([silent.status, messageOf(silent)], [400, messages.notesRequired]);
    await chief.ask(verification.decide, { id, status: 'rejected', notes: 'Who invited you?' });
    const me = await ben.ask(auth.currentUser, {});
    assert.deepEqual([me.verificationStatus, me.verificationNotes], ['rejected', 'Who invited you?']);
    const [news] = (await ben.ask(notifications.list, {})).items;
    assert.deepEqual([news?.kind, news?.actionUrl], ['verification_rejected', '/verification']);
    assert.equal(news?.message.includes('Who invited'), false);
    const [mail] = await server().mailsTo(ben);
    assert.equal(mail?.text.includes('Who invited'), false);
    assert.equal((await ben.ask(verification.submit, statement)).verificationStatus, 'pending');
    assert.equal((await ben.ask(auth.currentUser, {})).verificationNotes, null);
  });

  test('only administrators read and decide verification requests', async () => {
    const cleo = await server().member('Cleo', { isVerified: false });
    await cleo.ask(verification.submit, statement);
    for (const who of [cleo, await server().member('Dan')]) {
      assert.equal((await who.call(verification.list)).status, 403);
      assert.equal((await who.call(verification.decide, { id: 'any', status: 'approved' })).status, 403);
    }
    assert.equal((await server().visitor().call(verification.list)).status, 401);
    const unknown = await chief.call(verification.decide, { id: 'nothing', status: 'approved' });
    assert.equal(unknown.status, 404);
  });

  test('missing, overlong and invalid fields of a verification request are refused with a sentence', async () => {
    const eve = await server().member('Eve', { isVerified: false });
    for (const [input, sentence] of [
      [{}, messages.statementRequired],
      [{ personalStatement: '  ' }, messages.statementRequired],
      [{ personalStatement: 'x'.repeat(501) }, messages.statementTooLong],
      [{ ...statement, linkedInProfile: 'javascript:alert(1)' }, messages.linkedInInvalid],
      [{ ...statement, linkedInProfile: 'linkedin' }, messages.linkedInInvalid],
      [{ ...statement, instagramHandle: 'x'.repeat(51) }, messages.instagramTooLong],
    ] as const) {
      const answer = await eve.call(verification.submit, input);
      assert.deepEqual([answer.status, messageOf(answer)], [400, sentence]);
    }
    assert.equal((await eve.ask(auth.currentUser, {})).verificationStatus, 'none');
  });

  testOnBoth(
    'of ten concurrent verification requests one counts, and of ten concurrent decisions one',
    async () => {
      const fay = await server().member('Fay', { isVerified: false });
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => fay.call(verification.submit, statement)),
      );
      assert.equal(asked.filter(({ status }) => status === 201).length, 1);
      const { id } = await pendingOf(chief, fay);
      const decided = await Promise.all(
        Array.from({ length: 10 }, () => chief.call(verification.decide, { id, status: 'approved' })),
      );
      assert.equal(decided.filter(({ status }) => status === 200).length, 1);
      assert.equal((await server().mailsTo(fay)).length, 1);
    },
  );

  test('a decision on a verification is refused when the name has changed since the administrator saw it', async () => {
    const kay = await server().member('Kay', { isVerified: false });
    await kay.ask(verification.submit, statement);
    const seen = await pendingOf(chief, kay);
    await kay.ask(account.edit, { bio: 'Hello' });
    assert.equal((await pendingOf(chief, kay)).id, seen.id);
    await kay.ask(account.edit, { firstName: 'Angela', lastName: 'Merkel' });
    for (const status of ['approved', 'rejected'] as const) {
      const late = await chief.call(verification.decide, { id: seen.id, status, notes: 'Who?' });
      assert.deepEqual([late.status, messageOf(late)], [404, messages.notFound]);
    }
    assert.equal((await kay.ask(auth.currentUser, {})).verificationStatus, 'pending');
    const { id, user } = await pendingOf(chief, kay);
    assert.equal(user.firstName, 'Angela');
    await chief.ask(verification.decide, { id, status: 'rejected', notes: 'Who?' });
    await server().mailsTo(kay);
  });

  // VERIFY-6
  testOnBoth('a decision during a change of the name is refused', async () => {
    const orla = await server().member('Orla', { isVerified: false });
    await orla.ask(verification.submit, statement);
    const { id } = await pendingOf(chief, orla);
    const statuses: number[] = [];
    const decided = await server().duringNextWrite(async () => {
      const { status } = await chief.call(verification.decide, { id, status: 'approved' });
      statuses.push(status);
    });
    await orla.ask(account.edit, { firstName: 'Angela', lastName: 'Merkel' });
    await decided();
    assert.equal((await orla.ask(auth.currentUser, {})).verificationStatus, 'pending');
    assert.ok(statuses[0] === 404 || statuses[0] === 409, String(statuses));
  });

  testOnBoth('administrators choose whether members vouch, from the next request on', async () => {
    const ned = await server().member('Ned');
    const vouches = () => ned.call(invitations.makeCode, { for: 'Mum', verifies: true });
    const place = { name: null, language: 'en' } as const;
    const untold = await chief.ask(system.place, {});
    assert.deepEqual([untold.sharing, untold.isSharingSetOutside], ['verified', false]);
    assert.equal((await vouches()).status, 403);
    await chief.ask(invitations.makeCode, { for: 'Mum', verifies: true });
    assert.equal((await chief.ask(system.setPlace, { ...place, sharing: 'invited' })).sharing, 'invited');
    const code = invitations.makeCode.output.parse((await vouches()).json);
    // Other settings leave it as it is.
    assert.equal((await chief.ask(system.setPlace, place)).sharing, 'invited');
    assert.equal((await server().visitor().ask(site.config, {})).verification, 'vouch');
    const oda = await server().member('Oda', { isVerified: false });
    await oda.ask(invitations.accept, { code: code.code });
    assert.equal((await oda.ask(auth.currentUser, {})).isVerified, true);
    await server().mailsTo(oda);
    const late = invitations.makeCode.output.parse((await vouches()).json);
    await chief.ask(system.setPlace, { ...place, sharing: 'verified' });
    assert.equal((await vouches()).status, 403);
    const pia = await server().member('Pia', { isVerified: false });
    await pia.ask(invitations.accept, { code: late.code });
    assert.equal((await pia.ask(auth.currentUser, {})).isVerified, false, 'it counts at acceptance');
  });

  // REQUEST-2
  test('verification requests are listed page by page, longest waiting first', async () => {
    const waiting: string[] = [];
    for (const name of ['Gus', 'Hal', 'Ida']) {
      const who = await server().member(name, { isVerified: false });
      await who.ask(verification.submit, statement);
      waiting.push(who.id);
    }
    const found: string[] = [];
    const readOn = async (cursor: string | null): Promise<void> => {
      const input = { status: 'pending', limit: '1', ...(cursor !== null && { cursor }) } as const;
      const { items, nextCursor } = await chief.ask(verification.list, input);
      found.push(...items.map(({ user }) => user.id));
      if (nextCursor !== null) await readOn(nextCursor);
    };
    await readOn(null);
    assert.deepEqual(
      found.filter((id) => waiting.includes(id)),
      waiting,
    );
    const { nextCursor } = await chief.ask(verification.list, { status: 'pending', limit: '1' });
    assert.equal((await chief.call(verification.list, { cursor: nextCursor ?? '' })).status, 400);
  });

  describe('changing the name of a verified member', () => {
    const nameOf = async (by: Person, who: Person) => {
      const { firstName, lastName } = await by.ask(members.profile, { usernameOrId: who.id });
      return `${firstName} ${lastName}`;
    };
    const waiting = async (who: Person) => {
      const { items } = await chief.ask(verification.names, {});
      return items.find(({ user }) => user.id === who.id) ?? assert.fail('no name waits');
    };
    const found = async (by: Person, q: string) => (await by.ask(members.search, { q })).length;

    // VERIFY-4
    test('others see the former name until an administrator approves the change', async () => {
      const [mia, nils] = await server().members('Mia', 'Nils');
      const asked = await mia.ask(account.edit, { firstName: 'Michaela', bio: 'Hello' });
      assert.deepEqual(
        [asked.firstName, asked.requestedName, asked.bio],
        ['Mia', { firstName: 'Michaela', lastName: 'Example' }, 'Hello'],
      );
      assert.equal(await nameOf(nils, mia), 'Mia Example');
      assert.deepEqual([await found(nils, 'michaela'), await found(nils, 'mia ex')], [0, 1]);
      const told = (await chief.ask(notifications.list, {})).items.map(({ kind }) => kind);
      assert.ok(told.includes('name_waiting'));

      // It is frozen meanwhile; what the form sends along changes nothing.
      const other = await mia.call(account.edit, { firstName: 'Somebody' });
      assert.deepEqual([other.status, messageOf(other)], [409, messages.nameWaiting]);
      await mia.ask(account.edit, { firstName: 'Mia', lastName: 'Example' });
      await mia.ask(account.edit, { firstName: 'Michaela' });

      const request = await waiting(mia);
      assert.deepEqual([request.user.firstName, request.firstName], ['Mia', 'Michaela']);
      await chief.ask(verification.decideName, { id: request.id, status: 'approved' });
      assert.equal(await nameOf(nils, mia), 'Michaela Example');
      assert.equal(await found(nils, 'michaela'), 1);
      const again = await chief.call(verification.decideName, { id: request.id, status: 'rejected' });
      assert.equal(again.status, 404);
      const { items } = await chief.ask(audit.list, { act: 'member.name_approved' });
      assert.equal(items[0]?.target?.id, mia.id);
      assert.equal((await server().mailsTo(mia))[0]?.subject, 'Your new name was approved');
    });

    // VERIFY-4
    test('a name stays when an administrator refuses the change, and unverified members rename themselves', async () => {
      const ola = await server().member('Ola');
      await ola.ask(account.edit, { lastName: 'Winfrey' });
      await chief.ask(verification.decideName, { id: (await waiting(ola)).id, status: 'rejected' });
      const { lastName, requestedName } = await ola.ask(auth.currentUser, {});
      assert.deepEqual([lastName, requestedName], ['Example', null]);
      assert.equal((await server().mailsTo(ola))[0]?.subject, 'Your new name was rejected');
      const pim = await server().member('Pim', { isVerified: false });
      assert.equal((await pim.ask(account.edit, { lastName: 'New' })).lastName, 'New');
    });

    // VERIFY-4
    testOnBoth('a decision on a name counts for no other one that waits by then', async () => {
      const quin = await server().member('Quin');
      await quin.ask(account.edit, { firstName: 'Quintus' });
      const { id } = await waiting(quin);
      const key = await server().keyOf('users', quin);
      const statuses: number[] = [];
      const decided = await server().duringNextWrite(async () => {
        statuses.push((await chief.call(verification.decideName, { id, status: 'approved' })).status);
      });
      await server().app.context.db.write(async (tx) => {
        await lockMembers(tx, [key]);
        const other = { first_name: 'Angela', public_id: newId() };
        await tx.q.updateTable('name_requests').set(other).where('user_id', '=', key).execute();
      });
      await decided();
      assert.deepEqual(statuses, [404]);
      assert.equal((await quin.ask(auth.currentUser, {})).firstName, 'Quin');
      await chief.ask(verification.decideName, { id: (await waiting(quin)).id, status: 'rejected' });
      await server().mailsTo(quin);
    });

    test('an administrator’s own change of name is decided by another administrator or the operator', async () => {
      await chief.ask(account.edit, { firstName: 'Boss' });
      const { id } = await waiting(chief);
      const own = await chief.call(verification.decideName, { id, status: 'approved' });
      assert.deepEqual([own.status, messageOf(own)], [403, messages.verificationOwn]);
      await succeeds(operate(server(), 'verify', chief.email));
      assert.equal((await chief.ask(auth.currentUser, {})).firstName, 'Boss');
      await server().mailsTo(chief);
    });
  });
});
