import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../../../contract/errors/errors.ts';
import * as invitations from '../../../contract/invitations.ts';
import * as posts from '../../../contract/posts.ts';
import { Mailbox } from '../../harness/mailbox.ts';
import { Person } from '../../harness/person.ts';
import { plainPhoto } from '../../harness/photos.ts';
import { run } from '../../harness/run.ts';
import { startS3 } from '../../fakes/s3.ts';
import { enrol } from '../crash.ts';
import { ServerProcess } from '../server-process.ts';
import type { Part, Row } from './rows.ts';

const what =
  'the photo store and the mail server are down for a day (`faketime`: an hour takes five seconds): no mail or photo is lost';
const row = { what, inTests: 'minutes (server/platform/storage/s3.test.ts, test/accounts/joining.test.ts)' };
const hour = 5_000;
const day = 24 * hour;

const until = async (isSo: () => Promise<boolean>, milliseconds: number): Promise<void> => {
  for (const end = Date.now() + milliseconds; !(await isSo()); await wait(100))
    assert.ok(Date.now() < end, 'it has not come about');
};

const dayWithout = async (dataDir: string): Promise<string> => {
  const [mailbox, store] = [new Mailbox(), await startS3()];
  await mailbox.open();
  const [cookie = ''] = await enrol(dataDir);
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.settings;
  const server = await ServerProcess.start({
    dataDir,
    // Timers keep their speed while the clock runs fast, so that request timeouts stay the same.
    under: ['faketime', '-f', `+0 x${(60 * 60_000) / hour}`],
    environment: {
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Circle <circle@example.org>',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  try {
    const ana = Object.assign(new Person('Writer0', server.url), { cookie });
    const circle = await ana.makesCircle('Family');
    const photo = await plainPhoto(64, 48);
    const withPhoto = (content: string) => {
      const form = new FormData();
      form.set('content', content);
      form.set('circleIds', JSON.stringify([circle.id]));
      form.append('media', new Blob([new Uint8Array(photo)]), 'photo.jpg');
      return ana.call(posts.create, form);
    };
    const [kept, gone] = [
      await ana.posts('Before', { to: circle, photos: [photo] }),
      await ana.posts('To be deleted', { to: circle, photos: [photo] }),
    ];
    const urlsOf = (post: typeof kept) =>
      post.images.flatMap(({ variants }) => variants.map(({ url }) => url));
    const [picture = ''] = urlsOf(kept);
    const before = await ana.request('GET', picture);
    assert.equal(before.status, 200);
    const shared: (typeof kept)[] = [];
    let refused = 0;
    const guests: string[] = [];
    await store.downDuring(() =>
      mailbox.downDuring(async () => {
        for (const end = Date.now() + day; Date.now() < end; await wait(hour)) {
          const email = `guest${guests.length}@example.org`;
          await ana.ask(invitations.sendInvite, { email });
          guests.push(email);
          shared.push(await ana.posts(`In hour ${shared.length}`, { to: circle }));
          for (const answer of [await withPhoto('With a photo'), await ana.request('GET', picture)]) {
            const said: unknown = Reflect.get(Object(answer.json), 'message');
            assert.deepEqual([answer.status, said], [503, messages.unavailable]);
            refused += 1;
          }
          if (shared.length === 3) await ana.ask(posts.remove, { id: gone.id });
        }
      }),
    );
    // No retry waits for longer than an hour.
    const [missing, back] = [new Set(guests), Date.now()];
    await until(async () => {
      for (const email of missing) {
        const mails = mailbox.take(email);
        assert.ok(mails.length < 2, `${email} got ${mails.length} mails`);
        if (mails.length === 1) missing.delete(email);
      }
      return missing.size === 0;
    }, 3 * hour);
    const minutes = Math.round(((Date.now() - back) / hour) * 60);
    assert.equal((await ana.request('GET', picture)).text, before.text);
    assert.equal((await withPhoto('Afterwards')).status, 201);
    for (const post of shared) await ana.sees(post);
    for (const url of urlsOf(gone)) assert.equal((await ana.request('GET', url)).status, 404);
    for (const email of guests) assert.deepEqual(mailbox.take(email), [], 'and none twice');
    return `${guests.length} mails came, each once, the last ${minutes} minutes after the servers were back; ${shared.length} moments shared meanwhile; ${refused} requests for photos refused with a sentence`;
  } finally {
    await server.kill();
    await mailbox.close();
    await store.stop();
  }
};

/** Runs a whole day without the store and the mail server, with a clock that runs fast. */
export const away: Part = {
  name: 'away',
  rows: [row],
  run: async (): Promise<Row[]> => {
    const tried = await run('faketime', ['-f', '+0 x2', 'true']).catch(() => null);
    if (tried?.code !== 0) return [{ ...row, figure: 'faketime is not installed here', holds: null }];
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-away-'));
    try {
      return [{ ...row, figure: await dayWithout(dataDir), holds: true }];
    } catch (error) {
      const figure = error instanceof Error ? error.message.slice(0, 300).replaceAll('\n', ' ') : 'unknown';
      return [{ ...row, figure, holds: false }];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
