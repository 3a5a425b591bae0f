import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as invitations from '../../contract/invitations.ts';
import * as notifications from '../../contract/notifications.ts';
import { codeIn, registration } from '../accounts/registration.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases('attacks that read from an answer something about others', (server) => {
  const linkTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? assert.fail('no link');
  };
  const codeTo = async (email: string): Promise<string> => {
    const [mail] = await server().mailsTo({ email });
    return codeIn(mail?.text ?? '');
  };

  // BLOCK-1, BLOCK-5
  test('a block stops invitation mails, and the answer does not reveal the block', async () => {
    const [ana, eve] = await server().members('Yan', 'Zed');
    const before = await eve.call(invitations.inviteByEmail, { email: ana.email });
    assert.equal((await server().mailsTo(ana)).length, 1);
    await ana.ask(blocking.block, { id: eve.id });
    const after = await eve.call(invitations.inviteByEmail, { email: ana.email });
    assert.deepEqual([before.status, after.status], [201, 201]);
    assert.deepEqual(await server().mailsTo(ana), []);
  });

  // ACCOUNT-1
  test('whether an earlier link for changing the address still works does not reveal whether an address is taken', async () => {
    const [eve, vic] = await server().members('Eve', 'Vic');
    const heldAfterAskingFor = async (probed: string): Promise<number> => {
      await eve.ask(account.changeEmail, { email: 'eves-other@example.org', password });
      const token = await linkTo('eves-other@example.org');
      await eve.ask(account.changeEmail, { email: probed, password });
      const { status } = await eve.call(auth.confirmEmail, { token });
      await server().mailsTo({ email: probed });
      return status;
    };
    assert.equal(await heldAfterAskingFor('nobody-here@example.org'), 400);
    assert.equal(await heldAfterAskingFor(vic.email), 400);
    await server().mailsTo(eve);
  });

  // JOIN-8
  test('adding and removing a member does not reveal whether an address belongs to them', async () => {
    const [eve, vic] = await server().members('Edna', 'Viola');
    const trap = await eve.makesCircle('Trap');
    for (const email of [vic.email, 'nobody-there@example.org']) {
      await eve.ask(invitations.inviteToCircle, { id: trap.id, email });
      await server().mailsTo({ email });
    }
    const sent = () => eve.ask(invitations.mine, {});
    const before = await sent();
    assert.equal(before.length, 2);
    await eve.adds(vic, trap);
    await eve.removes(vic, trap);
    assert.deepEqual(await sent(), before);
    const { items } = await vic.ask(notifications.list, {});
    assert.deepEqual(items, [], 'the invitation is none any more');
    for (const { id } of before) assert.equal((await vic.call(invitations.accept, { code: id })).status, 404);
  });

  // BLOCK-5
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
    for (const who of [eve, vic]) await server().mailsTo(who);
  });
});

onBothDatabases(
  'attacks by trying one address after the other with an invitation code',
  (server) => {
    // JOIN-15
    test('an invitation code cannot be used to enumerate members', async () => {
      const [ana, ben] = await server().members('Ana', 'Ben');
      await ana.ask(invitations.sendInvite, { email: 'mallory@example.org' });
      const [mail] = await server().mailsTo({ email: 'mallory@example.org' });
      const inviteCode = codeIn(mail?.text);
      const tries = async (email: string) => {
        const answer = await server()
          .visitor()
          .call(auth.register, registration({ name: 'Mal', email }, inviteCode));
        return answer.status;
      };
      for (let round = 0; round < 3; round++) assert.equal(await tries(ben.email), 409);
      assert.deepEqual([await tries(ana.email), await tries('nobody@example.org')], [429, 429]);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
