import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as account from '../../../contract/account.ts';
import * as blocking from '../../../contract/blocking.ts';
import * as circles from '../../../contract/circles.ts';
import * as comments from '../../../contract/comments.ts';
import * as invitations from '../../../contract/invitations.ts';
import * as likes from '../../../contract/likes.ts';
import * as posts from '../../../contract/posts.ts';
import { enrol, lookAtAll } from '../crash.ts';
import { Person } from '../../harness/person.ts';
import { plainPhoto } from '../../harness/photos.ts';
import { ServerProcess } from '../server-process.ts';
import type { Part, Row } from './rows.ts';
import { run } from '../../harness/run.ts';

const synced = 'a successful answer is sent only after `fdatasync` of its write (strace)';
const failing =
  'the n-th write, sync or rename of the database’s log or a photo fails (`strace -e inject=`: ENOSPC, EIO): no acknowledged write is lost, reads work, writes recover without a restart';
const rows = [
  { what: synced, inTests: '–' },
  { what: failing, inTests: '–' },
];

const mayTrace = async (): Promise<string | null> => {
  const tried = await run('strace', ['-f', '-o', '/dev/null', 'true']).catch(() => null);
  if (tried === null) return 'strace is not installed here';
  return tried.code === 0 ? null : 'this machine refuses ptrace';
};

interface Stage {
  ana: Person;
  ben: Person;
}

const peopleOf = (server: ServerProcess, cookies: readonly string[]): Stage => {
  const [ana, ben] = ['Ana', 'Ben'].map((name, at) => {
    const who = new Person(name, server.url);
    who.cookie = cookies[at] ?? '';
    return who;
  });
  assert.ok(ana && ben);
  return { ana, ben };
};

/** Makes every kind of write once, by name, one after the other. */
const writes = async (
  { ana, ben }: Stage,
  around: (name: string, write: () => Promise<unknown>) => Promise<void>,
): Promise<void> => {
  const me = await ben.request('GET', '/api/user');
  ben.id = String(Reflect.get(Object(me.json), 'id'));
  const circle = await ana.makesCircle('First');
  const post = await ana.posts('First', { to: circle });
  const photo = await plainPhoto(64, 48);
  await around('make a circle', () => ana.makesCircle('Second'));
  await around('edit a circle', () => ana.ask(circles.edit, { id: circle.id, name: 'Renamed' }));
  await around('add a member', () => ana.adds(ben, circle));
  await around('post', () => ana.posts('Second', { to: circle }));
  await around('post with a photo', () => ana.posts('Third', { to: circle, photos: [photo] }));
  await around('comment', () => ben.ask(comments.add, { id: post.id, content: 'Heard' }));
  await around('like', () => ben.ask(likes.like, { id: post.id }));
  await around('unlike', () => ben.ask(likes.unlike, { id: post.id }));
  await around('change the profile', () => ana.ask(account.edit, { bio: 'New' }));
  await around('invite', () =>
    ana.ask(invitations.inviteToCircle, { id: circle.id, email: 'guest@example.org' }),
  );
  await around('mute', () => ana.ask(blocking.mute, { id: ben.id }));
  await around('remove a member', () => ana.removes(ben, circle));
  await around('block', () => ana.ask(blocking.block, { id: ben.id }));
  await around('delete a post', () => ana.ask(posts.remove, { id: post.id }));
  await around('delete a circle', () => ana.ask(circles.remove, { id: circle.id }));
};

// In the log of system calls, the answer's line must come after the sync of the database's log and after the last
// write to it.
const isSynced = (lines: readonly string[]): boolean => {
  const answer = lines.findIndex((line) => line.includes('"HTTP/1.1 20'));
  const before = lines.slice(0, answer);
  const lastWrite = before.findLastIndex((line) => /pwrite64\(\d+<[^>]*circle\.db-wal>/.test(line));
  const lastSync = before.findLastIndex((line) =>
    /fdatasync\(\d+<[^>]*circle\.db-wal>|fsync\(\d+<[^>]*circle\.db-wal>/.test(line),
  );
  return answer >= 0 && lastWrite >= 0 && lastSync > lastWrite;
};

const traced = async (): Promise<Row> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-sync-'));
  const log = path.join(dataDir, 'calls');
  const cookies = await enrol(dataDir);
  const under = [
    'strace',
    '-f',
    '-y',
    '-s',
    '24',
    '-e',
    'trace=pwrite64,fdatasync,fsync,write,writev',
    '-o',
    log,
  ];
  const server = await ServerProcess.start({ dataDir, under });
  const unsynced: string[] = [];
  let asked = 0;
  try {
    await writes(peopleOf(server, cookies), async (name, write) => {
      const from = (await readFile(log, 'utf8')).length;
      await write();
      const lines = (await readFile(log, 'utf8')).slice(from).split('\n');
      asked += 1;
      if (!isSynced(lines)) unsynced.push(name);
    });
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
  const trouble = unsynced.length > 0 ? `; answered before: ${unsynced.join(', ')}` : '';
  return {
    what: synced,
    inTests: '–',
    figure: `${asked} kinds of writes, SQLite${trouble}`,
    holds: unsynced.length === 0,
  };
};

interface Fault {
  /** Makes a write during which a system call fails. */
  about: 'circles' | 'photos';
  call: string;
  error: string;
  nth: number;
}

/** Makes the kernel refuse the n-th call of each thread: on the database's log or, for photos, on any file. */
const attach = async (
  server: ServerProcess,
  dataDir: string,
  { about, call, error, nth }: Fault,
): Promise<{ end: () => Promise<unknown> }> => {
  const file = about === 'circles' ? ['-P', path.join(dataDir, 'circle.db-wal')] : [];
  const which = ['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${nth}`];
  const words = ['-f', '-o', '/dev/null', ...file, ...which, '-p', String(server.child.pid)];
  const tracer = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'exit');
  await once(tracer.stderr, 'data');
  return {
    end: () => {
      tracer.kill('SIGINT');
      return ended;
    },
  };
};

/** @returns the number of refused writes */
const withFault = async (fault: Fault): Promise<number> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-fault-'));
  const cookies = await enrol(dataDir);
  let server = await ServerProcess.start({ dataDir });
  let { ana } = peopleOf(server, cookies);
  const home = await ana.makesCircle('Home');
  const photo = await plainPhoto(64, 48);
  const write = (name: string) => {
    if (fault.about === 'circles') return ana.call(circles.create, { name });
    const form = new FormData();
    form.set('content', name);
    form.set('circleIds', JSON.stringify([home.id]));
    form.append('media', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    return ana.call(posts.create, form);
  };
  const list = fault.about === 'circles' ? '/api/circles' : '/api/posts/feed?limit=50';
  const acknowledged: string[] = [];
  const areThere = async (when: string) => {
    const { status, text } = await ana.request('GET', list);
    assert.equal(status, 200, 'reads go on');
    for (const id of acknowledged) assert.ok(text.includes(id), `what was acknowledged is there ${when}`);
    if (fault.about === 'circles') return;
    for (const { images } of posts.feed.output.parse(JSON.parse(text)).items) {
      assert.equal(images.length, 1, 'no moment is there without its photo');
      for (const { url } of images.flatMap(({ variants }) => variants))
        assert.equal((await ana.request('GET', url)).status, 200, `a photo is there ${when}`);
    }
  };
  // From here on the caller retries a failed start.
  const tracer = await attach(server, dataDir, fault);
  try {
    let refused = 0;
    for (let at = 0; at < 12; at += 1) {
      const made = await write(`Number ${at}`);
      if (made.status === 201) acknowledged.push(String(Reflect.get(Object(made.json), 'id')));
      else {
        assert.ok(made.status >= 500, `${made.status} ${made.text}`);
        refused += 1;
      }
      await areThere('at once');
    }
    await tracer.end();
    const last = await write('Afterwards');
    assert.equal(last.status, 201, `recovers without a restart: ${last.text}`);
    await server.kill();
    server = await ServerProcess.start({ dataDir });
    ({ ana } = peopleOf(server, cookies));
    await areThere('after a restart');
    await server.kill();
    assert.match(await lookAtAll(dataDir), /all is well/);
    return refused;
  } finally {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const faultsOf = (
  about: Fault['about'],
  calls: readonly string[],
  places: readonly number[],
): readonly Fault[] =>
  places.flatMap((nth) =>
    calls.flatMap((call) => ['EIO', 'ENOSPC'].map((error) => ({ about, call, error, nth }))),
  );

const injected = async (until: number): Promise<Row> => {
  const faults = [
    ...faultsOf('photos', ['fsync', 'rename'], [1, 2, 3, 5]),
    ...faultsOf('circles', ['pwrite64', 'fdatasync'], [1, 2, 3, 5, 8, 13, 21]),
  ];
  let [done, hit] = [0, 0];
  const troubles: string[] = [];
  for (const fault of faults) {
    if (Date.now() > until) break;
    try {
      if ((await withFault(fault)) > 0) hit += 1;
    } catch (error) {
      troubles.push(
        `${fault.about}, ${fault.call} ${fault.error} ${fault.nth}: ${error instanceof Error ? error.message.slice(0, 200).replaceAll('\n', ' ') : 'unknown'}`,
      );
    }
    done += 1;
  }
  const trouble = troubles.length > 0 ? `; ${troubles.join('; ')}` : '';
  const figure = `${done} of ${faults.length} faults, of which ${hit} refused a write${trouble}`;
  return { what: failing, inTests: '–', figure, holds: done === 0 ? null : troubles.length === 0 };
};

/** Checks the system calls before an answer, and what the server does when the kernel refuses one. */
export const durable: Part = {
  name: 'durable',
  rows,
  run: async (milliseconds) => {
    const refusal = await mayTrace();
    if (refusal !== null)
      return rows.map(({ what, inTests }) => ({ what, inTests, figure: refusal, holds: null }));
    const until = Date.now() + milliseconds;
    return [await traced(), await injected(until)];
  },
};
