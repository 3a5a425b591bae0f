import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailInOf, sweepMails } from '../../server/features/mailbox/incoming/receive.ts';
import { hashOf } from '../../server/platform/text/ids.ts';
import {
  askFor,
  circleAddress,
  composeMail,
  deliver,
  emailOf,
  joinByLetter,
  letterAddress,
  mailInSettings,
  momentAddress,
  questionAddress,
} from '../harness/mailbox-members.ts';
import { onDatabases } from '../harness/test-server.ts';

onDatabases(
  'received mails that wait',
  (server, testOnBoth) => {
    // MAILBOX-52
    test('take few places of a member, a key and a network, and none of others', async () => {
      const ann = await server().member('Ann');
      const family = await ann.makesCircle('Family', { lettersCarry: 'content' });
      const rosa = await joinByLetter(server(), ann, family, 'Rosa');
      const post = await ann.posts('First steps', { to: family });
      const toPost = await momentAddress(server(), rosa, post);
      const { db } = server().app.context;
      const emma = await joinByLetter(server(), ann, family, 'Emma');
      const toEmma = await circleAddress(server(), emma, family);
      const waits = async (from: string, to: string, network: string | null = null) => {
        const raw = await composeMail({ from, to, text: 'Waits', selector: 'silent' });
        await deliver(server(), raw, [to], { network });
      };
      for (let mail = 0; mail < 3; mail++) await waits(rosa.email, toPost);
      await assert.rejects(waits(rosa.email, toPost), /key/);
      const toCircle = await circleAddress(server(), rosa, family);
      for (let mail = 0; mail < 2; mail++) await waits(rosa.email, toCircle);
      await assert.rejects(waits(rosa.email, letterAddress(server(), rosa)), /party/);
      // Addresses that were asked are one party, whose waiting mails leave their places to the others.
      for (let asked = 0; asked < 7; asked++) {
        const name = `Asked${asked}`;
        await askFor(ann, family, name);
        await server().mailsTo({ email: emailOf(name) });
        await waits(emailOf(name), await questionAddress(server(), emailOf(name)), `network ${asked % 2}`);
      }
      const busy = Array.from({ length: 7 }, (_, at) => ({
        public_id: String(at).repeat(32),
        received_at: Date.now(),
        network_hash: hashOf('network 1'),
      }));
      await db.write(({ q }) => q.insertInto('incoming_mails').values(busy).execute());
      await assert.rejects(waits(emma.email, toEmma, 'network 1'), /network/);
      await db.write(({ q }) => q.deleteFrom('incoming_mails').where('waits_for_dns', '=', 0).execute());
      // As many mails of others as wait for DNS.
      const others = Array.from({ length: 190 }, (_, at) => ({
        public_id: `other ${at}`,
        received_at: Date.now(),
        party: -at - 1,
        reply_key: `other ${at}`,
        waits_for_dns: 1,
      }));
      await db.write(({ q }) => q.insertInto('incoming_mails').values(others).execute());
      const toHerPost = await momentAddress(server(), emma, post);
      const raw = await composeMail({ from: emma.email, to: toHerPost, text: 'Not refused' });
      await deliver(server(), raw, [toHerPost]);
      assert.deepEqual(await ann.reads(post), ['Not refused']);
      await server().mailsTo(ann);
    });

    // MAILBOX-40
    testOnBoth('are taken once the server works again, also after days', async () => {
      const eva = await server().member('Eva');
      const family = await eva.makesCircle('Family', { lettersCarry: 'content' });
      const rita = await joinByLetter(server(), eva, family, 'Rita');
      const post = await eva.posts('First words', { to: family });
      const to = await momentAddress(server(), rita, post);
      const { context } = server().app;
      const { db, jobs } = context;
      // The server stopped right after it had accepted the mail, and starts three days later.
      await jobs.close();
      const raw = await composeMail({ from: rita.email, to, text: 'How lovely' });
      const head = Buffer.from(`Return-Path: <${rita.email}>\r\nDelivered-To: ${to}\r\n`);
      await mailInOf(context).take({ raw: Buffer.concat([head, raw]), network: null });
      const change = { received_at: Date.now() - 3 * 24 * 60 * 60_000 };
      await db.write(({ q }) =>
        q.updateTable('incoming_mails').set(change).where('party', '=', rita.key).execute(),
      );
      await sweepMails(context);
      await jobs.start();
      await jobs.idle();
      assert.deepEqual(await eva.reads(post), ['How lovely']);
      await server().mailsTo(eva);
    });
  },
  mailInSettings,
);
