import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as invitations from '../../contract/invitations.ts';
import * as members from '../../contract/members.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { registration } from './registration.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

onBothDatabases(
  'a place that sends no mail',
  (server) => {
    const registers = async (person: Person, inviteCode: string): Promise<{ emailConfirmed: boolean }> => {
      const registered = await person.ask(auth.register, registration(person, inviteCode));
      person.id = registered.id;
      await person.signIn(password);
      return registered;
    };

    // JOIN-8
    test('gives the inviter code and link of an invitation, which confirms no address', async () => {
      const [ana, ben] = await server().members('Ana', 'Ben');
      const invite = (email: string) => ana.ask(invitations.sendInvite, { email });
      const [toNew, toMember] = [await invite('cleo@example.org'), await invite(ben.email)];
      for (const { isUnmailed, code, link } of [toNew, toMember]) {
        assert.equal(isUnmailed, true);
        assert.equal(link, `${server().url}/join/${code}`);
      }
      assert.deepEqual(
        (await ana.ask(invitations.mine, {})).map(({ email, isUnmailed }) => [email, isUnmailed]),
        [
          [ben.email, true],
          ['cleo@example.org', true],
        ],
      );
      const cleo = server().visitor('Cleo');
      assert.equal((await registers(cleo, toNew.code ?? '')).emailConfirmed, false);
      await ben.ask(invitations.accept, { code: toMember.code ?? '' });
      const byLink = await ana.ask(invitations.makeCode, {});
      assert.ok(
        (await ana.ask(invitations.mine, {})).every(({ isUnmailed }) => !isUnmailed),
        byLink.id,
      );
    });

    // REQUEST-5
    test('answers a repeated invitation with a code that works, and with none once it was used', async () => {
      const dan = await server().member('Dan');
      const repeat = async (): Promise<invitations.SentInvitation> => {
        const { json } = await dan.request('POST', '/api/auth/send-invite', {
          json: { email: 'eva@example.org' },
          headers: { 'idempotency-key': 'a lost answer' },
        });
        return invitations.sendInvite.output.parse(json);
      };
      const [lost, got] = [await repeat(), await repeat()];
      assert.equal(got.id, lost.id);
      assert.notEqual(got.code, lost.code);
      const preview = (code: string | null) => dan.call(invitations.preview, { code: code ?? '' });
      assert.deepEqual([(await preview(lost.code)).status, (await preview(got.code)).status], [404, 200]);
      await registers(server().visitor('Eva'), got.code ?? '');
      assert.deepEqual([(await repeat()).code, (await repeat()).link], [null, null]);
    });

    // JOIN-20, VERIFY-6
    test('treats the code like one without an address: it vouches for its holder, a block or a removal ends it', async () => {
      const fay = await server().member('Fay', { isAdmin: true });
      const vouched = await fay.ask(invitations.sendInvite, { email: 'gus@example.org', verifies: true });
      const gus = server().visitor('Gus');
      await registers(gus, vouched.code ?? '');
      assert.equal((await gus.ask(auth.currentUser, {})).isVerified, true);
      assert.equal((await fay.ask(members.profile, { usernameOrId: gus.id })).vouchedBy?.firstName, 'Fay');

      const family = await fay.makesCircle('Family');
      const invite = async (email: string): Promise<string> =>
        (await fay.ask(invitations.inviteToCircle, { id: family.id, email })).code ?? '';
      const isOver = async (code: string): Promise<void> => {
        assert.equal((await server().visitor().call(invitations.preview, { code })).status, 404);
        assert.deepEqual(
          (await fay.ask(invitations.mine, {})).map(({ email }) => email),
          [gus.email],
        );
      };
      // It leads to no circle, so that it stays in the list whatever happens to it (JOIN-8).
      await fay.ask(invitations.sendInvite, { email: gus.email });
      const first = await invite('someone-else@example.org');
      await fay.adds(gus, family);
      await fay.removes(gus, family);
      await isOver(first);
      const [second] = [await invite('someone-else@example.org'), await invite(gus.email)];
      await fay.ask(blocking.block, { id: gus.id });
      await isOver(second);
    });

    // BLOCK-5, JOIN-8
    test('lets no code of a member tell them that its reader has blocked them', async () => {
      const [jan, kai] = await server().members('Jan', 'Kai');
      const { id, code } = await jan.ask(invitations.sendInvite, { email: kai.email });
      await server().app.context.jobs.idle();
      assert.ok(code);
      await kai.ask(blocking.block, { id: jan.id });
      for (const person of [jan, server().visitor()])
        assert.equal((await person.call(invitations.preview, { code })).status, 200);
      assert.equal((await kai.call(invitations.accept, { code })).status, 404);
      const page = await Listening.openQuiet(kai);
      await jan.ask(invitations.withdraw, { id });
      assert.deepEqual(await page.quiet(kai), []);
      await page.close();
    });

    // OPERATE-12
    test('names the administrator to everybody who asks for a password link, and says that nothing was sent', async () => {
      const [hal, chief] = [await server().member('Hal'), await server().member('Ida', { isAdmin: true })];
      const visitor = server().visitor();
      const answers = new Set<string>();
      for (const email of [hal.email, chief.email, 'nobody@example.org'])
        answers.add((await visitor.ask(auth.forgotPassword, { email })).message);
      assert.deepEqual([...answers], ['This place can’t send e-mail. Ask Fay Example for a link.']);
    });
  },
  { SMTP_URL: '' },
);
