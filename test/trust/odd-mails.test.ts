import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { MailUnreadable } from '../../server/platform/mail-in/incoming-mail.ts';
import { composed, resolverOf, signed } from '../../server/platform/mail-in/mails.test-peer.ts';
import { shapes } from '../../server/platform/mail-in/read/shapes.test-peer.ts';
import { createMailReader } from '../../server/platform/mail-in/reader.ts';
import { peakMemory } from '../harness/peak-memory.ts';
import { oddMail } from './odd-mails.ts';

/** The number of mails; `TRUST_MAILS=1000` for the long run. */
const mails = Number(process.env['TRUST_MAILS'] ?? 60);

const photo = { filename: 'photo.jpg', content: Buffer.alloc(2_000, 7) };
const rosa = { from: 'Rosa <rosa@example.net>', to: 'circle+a@example.org', subject: 'Re: letter' };

// MAILBOX-52
test('every odd mail is read or refused, in bounded time and memory, and nothing stays behind', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'odd-mails-'));
  const reader = createMailReader({
    tmpDir: folder,
    trust: () => 'mx.example.org',
    resolveTxt: resolverOf({}),
  });
  const valid = [
    ...shapes.map(({ mail }) => mail),
    await signed({
      ...rosa,
      text: 'Hello',
      html: '<p>Hello <img src="cid:a@b"></p>',
      attachments: [{ ...photo, cid: 'a@b' }],
    }),
    await composed({
      ...rosa,
      text: 'Hello',
      attachments: [photo, { filename: 'winmail.dat', content: 'x' }],
    }),
  ];
  const processes = new Set<number>();
  let [read, refused, slowest, largest] = [0, 0, 0, 0];
  for (let at = 0; at < mails; at += 1) {
    const started = performance.now();
    const outcome = await reader.read(oddMail(valid, at), 'a').catch((error: unknown) => error);
    const took = performance.now() - started;
    if (process.env['TRUST_TELL'] && took > 500)
      t.diagnostic(`mail ${at}: ${Math.round(took)} ms, ${String(outcome).slice(0, 80)}`);
    slowest = Math.max(slowest, took);
    if (outcome instanceof MailUnreadable) refused += 1;
    else if (outcome instanceof Error) assert.fail(`mail ${at}: ${outcome.stack}`);
    else read += 1;
    for (const pid of reader.pids) {
      processes.add(pid);
      largest = Math.max(largest, peakMemory(pid));
    }
    assert.deepEqual(readdirSync(path.join(folder, 'mails')), [], `mail ${at}`);
  }
  await reader.close();
  rmSync(folder, { recursive: true });
  assert(read > 0 && refused > 0, `${read} read, ${refused} refused`);
  t.diagnostic(
    `${mails} mails: ${read} read, ${refused} refused; ${Math.round(slowest)} ms at most, ${Math.round(largest / 1_024)} MB at most, ${processes.size} processes`,
  );
  assert(largest < 300 * 1_024, `${largest} KB of memory`);
});
