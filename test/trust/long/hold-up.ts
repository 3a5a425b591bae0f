import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { insertMember } from '../../../server/features/auth/register.ts';
import { currentUser } from '../../../contract/auth.ts';
import { openSession } from '../../../server/features/auth/session.ts';
import { openAppContext } from '../../../server/open-app-context.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { Mailbox } from '../../harness/mailbox.ts';
import { cheapHash, password } from '../../harness/test-server.ts';
import { PushService } from '../../fakes/push.ts';
import { ServerProcess } from '../server-process.ts';
import { liveOn, p99Of, Remote, type Times } from './hold-up-people.ts';
import type { Part, Row } from './rows.ts';

const what =
  'one hostile visitor and one hostile member do their worst within all limits, while ten people read, post and reset passwords: nothing fails, p99 less than four times as long, less than 600 MB';
const row = {
  what,
  inTests:
    'each attack alone (test/notifications/push.test.ts, test/moments/uploads.test.ts, test/platform/bad-input.test.ts)',
};
const maxMemory = 600;
const maxSlowdown = 4;
const names = ['Hostile', ...Array.from({ length: 10 }, (_, at) => `Person${at}`)];

/** Creates the members, each with a session, while no server runs. @returns their cookies */
const enrol = async (dataDir: string): Promise<string[]> => {
  const context = await openAppContext(readSettings({ DATA_DIR: dataDir }), createLog('silent'));
  const passwordHash = await cheapHash();
  try {
    const cookies: string[] = [];
    for (const firstName of names) {
      const email = `${firstName.toLowerCase()}@example.org`;
      const about = { firstName, lastName: 'Example', email, passwordHash };
      const token = await context.db.write(async (tx) => {
        const { id } = await insertMember(tx, {
          ...about,
          emailConfirmed: true,
          isAdmin: false,
          isVerified: true,
        });
        return openSession(tx, id, 'here');
      });
      cookies.push(`circle_session=${token}`);
    }
    return cookies;
  } finally {
    await context.close();
  }
};

/** Reads the resident memory of the server's process in megabytes. */
export const memoryOf = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
};

const compare = (quiet: Times, beside: Times): { told: string; slowdown: number } => {
  const kinds = ['read', 'post', 'reset'] as const;
  const pairs = kinds.map((kind) => ({ kind, quiet: p99Of(quiet[kind]), beside: p99Of(beside[kind]) }));
  return {
    told: pairs
      .map((pair) => `${pair.kind} ${pair.quiet.toFixed(0)} → ${pair.beside.toFixed(0)} ms`)
      .join(', '),
    slowdown: Math.max(...pairs.map((pair) => pair.beside / pair.quiet)),
  };
};

const holdUp = async (dataDir: string, milliseconds: number): Promise<Row> => {
  const [mailbox, push] = [new Mailbox(), new PushService()];
  await mailbox.open();
  await push.open();
  push.isSilent = true;
  const [hostile = '', ...cookies] = await enrol(dataDir);
  const server = await ServerProcess.start({
    dataDir,
    environment: {
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '127.0.0.1,::1',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Circle <circle@example.org>',
      PUSH_HOSTS: push.url,
    },
  });
  const people = cookies.map((cookie, at) =>
    Object.assign(new Remote(`Person${at}`, server.url, `198.51.100.${at}`), { cookie }),
  );
  let memory = 0;
  const watching = setInterval(() => {
    void memoryOf(server.child.pid).then((now) => {
      memory = Math.max(memory, now);
    });
  }, 250);
  const program = new URL('./hold-up-hostile.ts', import.meta.url);
  try {
    const owner = people[9];
    if (!owner) throw new Error('There is nobody.');
    const circle = await owner.makesCircle('Family');
    for (const who of [
      ...people,
      Object.assign(new Remote('Hostile', server.url, '203.0.113.8'), { cookie: hostile }),
    ]) {
      const { id } = await who.ask(currentUser, {});
      if (who !== owner) await owner.adds(Object.assign(who, { id }), circle);
    }
    for (let number = 0; number < 25; number++) await owner.posts(`Number ${number}`, { to: circle });
    await liveOn(people, circle, mailbox, { milliseconds: 5_000, resets: 0 });
    const quiet = await liveOn(people, circle, mailbox, { milliseconds: milliseconds / 3, resets: 3 });
    // Hostile clients are elsewhere: in their own session they share no turn of the processor with the people's.
    const child = fork(program, [server.url, hostile, push.url, password], { detached: true });
    try {
      const beside = await liveOn(people, circle, mailbox, { milliseconds, resets: 6 });
      child.send('how many?');
      const counts = await new Promise((resolve) => child.once('message', resolve));
      const { told, slowdown } = compare(quiet, beside);
      const figure = `p99 of ${told}: ${slowdown.toFixed(1)} × at most; ${memory.toFixed(0)} MB; hostile calls: ${JSON.stringify(counts).replaceAll('"', '')}`;
      return { ...row, figure, holds: slowdown < maxSlowdown && memory < maxMemory };
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    clearInterval(watching);
    await server.kill();
    push.hangUp();
    await push.close();
    await mailbox.close();
  }
};

/** Runs two hostile clients and ten ordinary people. */
export const holdUpPart: Part = {
  name: 'hold-up',
  rows: [row],
  run: async (milliseconds): Promise<Row[]> => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-hold-up-'));
    try {
      return [await holdUp(dataDir, milliseconds)];
    } catch (error) {
      const figure = error instanceof Error ? error.message.slice(0, 300).replaceAll('\n', ' ') : 'unknown';
      return [{ ...row, figure, holds: false }];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
