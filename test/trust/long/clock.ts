import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as auth from '../../../contract/auth.ts';
import { openAppContext } from '../../../server/open-app-context.ts';
import { openSession } from '../../../server/features/auth/session.ts';
import { hashOf } from '../../../server/platform/text/ids.ts';
import { createLog } from '../../../server/platform/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { Person } from '../../harness/person.ts';
import { enrol, lookAtAll } from '../crash.ts';
import { ServerProcess } from '../server-process.ts';
import type { Part, Row } from './rows.ts';
import { run } from '../../harness/run.ts';

const what =
  'clock 400 days ahead and back (`faketime`): sessions stay expired, the order stays, no limit locks for ever';
const inTests = 'limits and jobs, with changed timestamps (test/trust/clock.test.ts)';
const day = 24 * 60 * 60_000;
const ahead = ['faketime', '-f', '+400d'];
/** Rate limits are active in this run. */
const environment = { RATE_LIMIT_FACTOR: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };

/** Inserts a session of the first member that was opened now, or this much later. */
const signInAgain = async (dataDir: string, later = 0): Promise<string> => {
  const context = await openAppContext(readSettings({ DATA_DIR: dataDir }), createLog('silent'));
  try {
    return await context.db.write(async (tx) => {
      const token = await openSession(tx, 1, 'here');
      await tx.q
        .updateTable('sessions')
        .set((e) => ({ created_at: e('created_at', '+', later), expires_at: e('expires_at', '+', later) }))
        .where('token_hash', '=', hashOf(token))
        .execute();
      return `circle_session=${token}`;
    });
  } finally {
    await context.close();
  }
};

/** @returns the checked properties, in words */
const goAndComeBack = async (dataDir: string): Promise<string> => {
  const [first = '', second = ''] = await enrol(dataDir);
  const at = (server: ServerProcess, cookie: string) =>
    Object.assign(new Person('Writer0', server.url), { cookie });
  const tryIn = async (server: ServerProcess): Promise<number> => {
    const nobody = new Person('Nobody', server.url);
    const { status } = await nobody.call(auth.login, { email: 'nobody@example.org', password: 'wrong' });
    return status;
  };
  const during = async <T>(
    under: readonly string[],
    act: (server: ServerProcess) => Promise<T>,
  ): Promise<T> => {
    const server = await ServerProcess.start({ dataDir, environment, under });
    try {
      return await act(server);
    } finally {
      await server.kill();
    }
  };

  await during([], async (server) => {
    const me = at(server, first);
    await me.posts('Before', { to: await me.makesCircle('Family') });
  });
  // Sessions last 90 days at most, so all of them have expired when the clock is ahead.
  await during(ahead, async (server) => {
    for (const cookie of [first, second]) {
      const { status } = await at(server, cookie).request('GET', '/api/circles');
      assert.equal(status, 401, 'a session that is over');
    }
    const tries: number[] = [];
    for (let turn = 0; turn < 14; turn += 1) tries.push(await tryIn(server));
    assert.ok(tries.includes(429), `a limit is reached: ${tries.join(' ')}`);
  });
  const cookieThere = await signInAgain(dataDir, 400 * day);
  const far = await during(ahead, async (server) => {
    const me = at(server, cookieThere);
    return (await me.posts('Far ahead', { to: await me.makesCircle('Later') })).createdAt;
  });
  assert.ok(Date.parse(far) > Date.now() + 399 * day, `the clock had run away: ${far}`);
  const cookie = await signInAgain(dataDir);
  await during([], async (server) => {
    assert.equal(await tryIn(server), 401, 'no limit of that time locks now');
    const me = at(server, cookie);
    const circle = await me.makesCircle('After');
    for (const content of ['One', 'Two', 'Three']) await me.posts(content, { to: circle });
    assert.deepEqual(
      (await me.feed()).items.map(({ content }) => content),
      ['Three', 'Two', 'One', 'Far ahead', 'Before'],
    );
  });
  assert.match(await lookAtAll(dataDir), /all is well/);
  return 'sessions over, a limit reached there does not lock here, five moments in the order they were shared';
};

/** Moves the clock of one installation ahead in time and back. */
export const clock: Part = {
  name: 'clock',
  rows: [{ what, inTests }],
  run: async (): Promise<Row[]> => {
    const tried = await run('faketime', ['-f', '+400d', 'true']).catch(() => null);
    if (tried?.code !== 0) return [{ what, inTests, figure: 'faketime is not installed here', holds: null }];
    const dataDir = await mkdtemp(path.join(tmpdir(), 'circle-clock-'));
    try {
      return [{ what, inTests, figure: await goAndComeBack(dataDir), holds: true }];
    } catch (error) {
      const figure = error instanceof Error ? error.message.slice(0, 300).replaceAll('\n', ' ') : 'unknown';
      return [{ what, inTests, figure, holds: false }];
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
