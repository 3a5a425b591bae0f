import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import * as invitations from '../../contract/invitations.ts';
import * as settings from '../../contract/settings.ts';
import * as site from '../../contract/site.ts';
import { startImap } from '../../server/platform/mail-in/imap.test-peer.ts';
import { startSmtp } from '../../server/platform/mail/smtp.test-peer.ts';
import { createReplyKeys } from '../../server/platform/mail/reply-keys.ts';
import { secretOf } from '../../server/platform/db/secrets.ts';
import { password } from '../harness/test-server.ts';
import { type Machine, Machines, until } from './machines.ts';
import { longTest } from '../runner/long-test.ts';

let machines: Machines;
let here: Machine;
let there: Machine;
before(async () => {
  machines = await Machines.open({ count: 2, environment: { SMTP_URL: '', MAIL_FROM: '' } });
  const [first, second] = machines.all;
  assert.ok(first && second);
  [here, there] = [first, second];
});
after(() => machines.close());

const secret = 'a-password-that-no-log-has';
const proof = { password };

// OPERATE-22, OPERATE-23
longTest(
  'mail and answers that one machine was given are used by the other within ten seconds, and no log has a password',
  async () => {
    const smtp = await startSmtp(0, secret);
    const imap = await startImap({ password: secret });
    const ada = await machines.member('Ada');
    await machines.db.write(({ q }) => q.updateTable('users').set({ is_admin: 1 }).execute());
    const adaThere = there.meets(ada);
    const server = { host: '127.0.0.1', security: 'none', password: secret } as const;
    const mail = { ...server, port: smtp.port, user: 'circle', from: 'home@example.org', name: null };
    await ada.ask(settings.setMail, { ...mail, proof });
    const mailIn = { ...server, port: Number(new URL(imap.url).port), user: 'rosa', folder: 'INBOX' };
    await ada.ask(settings.setMailIn, { proof, ...mailIn, reply: 'circle+{key}@example.org', trust: null });

    const took = await until('the other machine knows', async () => {
      const { letters, mailboxMembers } = await adaThere.ask(site.config, {});
      return letters && mailboxMembers;
    });
    assert.ok(took < 11_000, `${took} ms`);
    await here.end('SIGTERM');
    await adaThere.ask(invitations.sendInvite, { email: 'ben@example.org' });
    await until('the other machine sends', async () => smtp.mails.length === 1);
    await here.start();

    const { seal } = createReplyKeys(await secretOf(machines.db, 'reply keys'));
    for (let object = 1; object <= 3; object += 1) {
      const to = `circle+${seal({ kind: 'circle', user: 999, object })}@example.org`;
      imap.deliver(`From: rosa@example.net\r\nTo: <${to}>\r\nMessage-ID: <${object}@x>\r\n\r\nHello\r\n`);
    }
    await until('all answers are taken', async () => imap.folders.get('INBOX')?.length === 0);
    await machines.jobsAreDone();
    const changed = await adaThere.ask(settings.clear, { group: 'mail', proof });
    assert.equal(changed, null);
    await until('the first machine knows', async () => !(await ada.ask(site.config, {})).letters);
    for (const { said } of machines.all) for (const line of said) assert.ok(!line.includes(secret), line);
    await smtp.stop();
    await imap.stop();
  },
);
