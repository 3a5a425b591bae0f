import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Sent } from '../../contract/endpoint.ts';
import * as invitations from '../../contract/invitations.ts';
import * as settings from '../../contract/settings.ts';
import * as site from '../../contract/site.ts';
import * as system from '../../contract/system.ts';
import { patience } from '../../server/features/settings/try-mail-in.ts';
import { type SmtpPeer, startSmtp } from '../../server/platform/mail/smtp.test-peer.ts';
import { type ImapPeer, startImap } from '../../server/platform/mail-in/imap.test-peer.ts';
import { Installation } from '../harness/installation.ts';
import { operate } from '../harness/operate.ts';
import type { Person } from '../harness/person.ts';
import { onDatabases, password as ownPassword, type TestServer } from '../harness/test-server.ts';
import { until } from '../nodes/machines.ts';

type MailIn = Sent<typeof settings.tryMailIn>;

const mailboxAt = ({ url }: Pick<ImapPeer, 'url'>, more: Partial<MailIn> = {}): MailIn => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  security: 'none',
  user: 'rosa',
  password: 'secret',
  folder: 'INBOX',
  reply: 'circle+{key}@example.org',
  trust: null,
  ...more,
});

const mailBy = (port: number): Sent<typeof settings.tryMail> => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: 'circle',
  password: 'secret',
  from: 'home@example.org',
  name: null,
});

const proof = { password: ownPassword };

const inboxOf = ({ folders }: ImapPeer): number => folders.get('INBOX')?.length ?? -1;

let given = 0;
/** A mail to another address each time that this installation gave out. Only a few mails to one may wait. */
const answerTo = (server: TestServer, name: string): string => {
  given += 1;
  const key = server.app.context.replyKeys.seal({ kind: 'circle', user: 999, object: given });
  return `From: rosa@example.net\r\nTo: <circle+${key}@example.org>\r\nMessage-ID: <${name}@x>\r\n\r\nHello\r\n`;
};

const stepsOf = ({ steps }: settings.Tried): string[] =>
  steps.map(({ name, ok }) => `${name} ${ok ? 'ok' : 'wrong'}`);

onDatabases(
  'a mailbox for answers that an administrator set by a form',
  (server) => {
    let smtp: SmtpPeer;
    let imap: ImapPeer;
    let ada: Person;
    before(async () => {
      [smtp, imap] = [await startSmtp(), await startImap()];
      ada = await server().member('Ada', { isAdmin: true });
    });
    after(async () => {
      await ada.ask(settings.clear, { group: 'mail-in', proof });
      await smtp.stop();
      await imap.stop();
    });

    // OPERATE-22
    test('mail is taken from the mailbox of now, and from none that was set before', async () => {
      const setUp = async () => {
        const { items } = await ada.ask(system.setup, {});
        return items.find(({ id }) => id === 'mail-in');
      };
      assert.equal(await setUp(), undefined, 'without mail nobody answers');
      imap.deliver(answerTo(server(), 'waiting'));
      imap.deliver('From: a@example.net\r\nTo: <b@example.org>\r\n\r\nNot for Circle\r\n');
      const { password, ...rest } = mailboxAt(imap);
      const shown = { ...rest, hasPassword: password === 'secret' };
      assert.deepEqual(await ada.ask(settings.setMailIn, { ...mailboxAt(imap), proof }), {
        setOutside: false,
        values: shown,
      });
      assert.equal((await server().visitor().ask(site.config, {})).mailboxMembers, true);
      await until('the mail that waited is taken', async () => inboxOf(imap) === 1);
      await ada.ask(settings.setMail, { ...mailBy(smtp.port), proof });
      assert.deepEqual(await setUp(), { id: 'mail-in', state: 'done', detail: '127.0.0.1' });

      const other = await startImap({ password: 'another' });
      await ada.ask(settings.setMailIn, { ...mailboxAt(other, { password: 'another' }), proof });
      other.deliver(answerTo(server(), 'other'));
      await until('the mail in the new mailbox is taken', async () => inboxOf(other) === 0);
      imap.deliver(answerTo(server(), 'late'));
      other.deliver(answerTo(server(), 'more'));
      await until('mail is taken again', async () => inboxOf(other) === 0);
      assert.equal(inboxOf(imap), 2, 'nobody reads the former mailbox');

      await ada.ask(settings.clear, { group: 'mail-in', proof });
      assert.equal((await server().visitor().ask(site.config, {})).mailboxMembers, false);
      assert.equal((await setUp())?.state, 'todo');
      await other.stop();
    });

    test('a try of answers sends a mail and reads it back, also while that mailbox is read', async () => {
      await server().app.context.jobs.idle();
      await ada.ask(settings.setMail, { ...mailBy(smtp.port), proof });
      await ada.ask(settings.setMailIn, { ...mailboxAt(imap), proof });
      await until('what was left is taken', async () => inboxOf(imap) === 1);
      const sent = smtp.mails.length;
      const tried = ada.ask(settings.tryMailIn, mailboxAt(imap));
      await until('the mail is sent', async () => smtp.mails.length > sent);
      const mail = smtp.mails.at(-1);
      assert.match(String(mail?.to), /^circle\+[a-z2-7]{26}@example\.org$/);
      imap.deliver(mail?.raw ?? '');
      const { ok, steps } = await tried;
      assert.deepEqual(
        [ok, stepsOf({ ok, steps })],
        [
          true,
          [
            'address ok',
            'connection ok',
            'encryption ok',
            'sign-in ok',
            'mailbox ok',
            'mailbox ok',
            'send ok',
            'receive ok',
          ],
        ],
      );
      assert.equal(inboxOf(imap), 1, 'the trial is deleted, and the mail of others is not');
    });

    test('a try of answers says what is wrong with the mailbox, the address and the way between', async () => {
      const wrong = async (more: Partial<MailIn>) => {
        const { steps } = await ada.ask(settings.tryMailIn, mailboxAt(imap, more));
        return steps.at(-1);
      };
      const nowhere = await wrong({ reply: 'circle+{key}@nowhere.example' });
      assert.match(nowhere?.detail ?? '', /^nowhere\.example has no MX record/);
      assert.match((await wrong({ password: 'other' }))?.detail ?? '', /refused user name or password/);
      assert.match((await wrong({ folder: 'Post' }))?.detail ?? '', /^The folder Post can’t be used/);
      assert.match((await wrong({ security: 'tls' }))?.detail ?? '', /does not begin with encryption/);
      assert.match((await wrong({ security: 'starttls' }))?.detail ?? '', /does not offer STARTTLS/);
      const { seconds } = patience;
      patience.seconds = 1;
      const lost = await wrong({});
      patience.seconds = seconds;
      assert.deepEqual([lost?.name, lost?.ok], ['receive', false]);
      await ada.ask(settings.clear, { group: 'mail', proof });
      assert.deepEqual((await wrong({}))?.name, 'mail-out');
    });
  },
  { SMTP_URL: '', MAIL_FROM: '' },
);

describe('settings by forms, beyond one process', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    // OPERATE-22
    test(`they outlive a restart, and the operator’s commands use them (${kind})`, async () => {
      const smtp = await startSmtp();
      const imap = await startImap();
      const place = await Installation.make(kind);
      await place.start();
      const ada = await place.member('Ada');
      await place.server.context.db.write(({ q }) => q.updateTable('users').set({ is_admin: 1 }).execute());
      await ada.ask(settings.setMail, { ...mailBy(smtp.port), proof });
      await ada.ask(settings.setMailIn, {
        ...mailboxAt(imap, { reply: 'circle+{key}@nowhere.invalid' }),
        proof,
      });
      await place.stop();
      await place.start();
      const again = place.again(ada);
      assert.equal((await again.ask(settings.mail, {})).values?.port, smtp.port);
      await again.ask(invitations.sendInvite, { email: 'ben@example.org' });
      await place.server.context.jobs.idle();
      assert.deepEqual(
        smtp.mails.map(({ to }) => String(to)),
        ['ben@example.org'],
      );
      imap.deliver(
        `To: <circle+${place.server.context.replyKeys.seal({ kind: 'circle', user: 9, object: 9 })}@nowhere.invalid>\r\n\r\nHello`,
      );
      await until('mail is taken after the restart', async () => inboxOf(imap) === 0);
      const { err } = await operate(place, 'mail-in', '--check');
      assert.match(err, /✓ Circle sends e-mail\.[\s\S]*✓ Signed in as rosa\./);
      await place.remove();
      await smtp.stop();
      await imap.stop();
    });
  }
});
