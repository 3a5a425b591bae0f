import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import * as circles from '../../contract/circles.ts';
import * as notifications from '../../contract/notifications.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { handleLettersCarry } from '../../server/features/notifications/letters-carry.ts';
import { handleNotificationMails } from '../../server/features/notifications/mail.ts';
import { createJobs, type Finish } from '../../server/platform/jobs/jobs.ts';
import { createLeases } from '../../server/platform/jobs/leases.ts';
import { createLog } from '../../server/platform/log.ts';
import { onBothDatabases } from '../harness/test-server.ts';
import { until } from './machines.ts';

const log = createLog('silent');
/** How long a lease lasts here, in milliseconds; in production it lasts a minute. */
const term = 1_500;

onBothDatabases('background jobs shared by several servers', (server) => {
  const context = () => server().app.context;
  const enqueue = (kind: string, count: number) =>
    context().db.write(async (tx) => {
      for (let number = 0; number < count; number++) {
        await context().jobs.enqueue(tx, { kind, payload: number });
      }
    });
  const rows = (kind: string) =>
    context().db.read.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('id').execute();

  test('jobs that wait behind slow jobs for longer than their lease run once', async () => {
    const done: unknown[] = [];
    const nodes = [1, 2].map(() => createJobs({ db: context().db, log, term }));
    for (const node of nodes) {
      node.handle('test-slow', async (payload) => {
        done.push(payload);
        await wait(term / 3);
      });
    }
    await enqueue('test-slow', 14);
    await Promise.all(nodes.map((node) => node.start()));
    await until('all are done', async () => (await rows('test-slow')).length === 0);
    await Promise.all(nodes.map((node) => node.close()));
    assert.deepEqual(
      done.map(Number).toSorted((a, b) => a - b),
      Array.from({ length: 14 }, (_, number) => number),
    );
  });

  test('a server that paused longer than its lease neither ends nor repeats another server’s job', async () => {
    const { db } = context();
    const [slow, quick] = [createLeases(db, log, term), createLeases(db, log, term)];
    await enqueue('test-away', 1);
    const [mine] = await slow.take(['test-away'], 10);
    assert.ok(mine);
    assert.deepEqual(await quick.take(['test-away'], 10), [], 'nobody takes what is held');
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ leased_until: 0 }).where('id', '=', mine.id).execute(),
    );
    const [theirs] = await quick.take(['test-away'], 10);
    assert.ok(theirs);
    await slow.done(mine);
    await slow.putBack(mine, { run_at: 0 });
    const [kept] = await rows('test-away');
    assert.ok(kept?.leased_until, 'still theirs');
    await quick.done(theirs);
    assert.deepEqual(await rows('test-away'), []);
    slow.letGo([mine]);
    quick.letGo([theirs]);
  });

  test('a server that slept for longer than a lease does not repeat its own running job', async () => {
    const node = createJobs({ db: context().db, log });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const tried: unknown[] = [];
    node.handle('test-asleep', async (payload) => {
      tried.push(payload);
      begin();
      await released;
    });
    await enqueue('test-asleep', 1);
    await node.start();
    await begun;
    await context().db.write(async (tx) => {
      await tx.q.updateTable('jobs').set({ leased_until: 0 }).where('kind', '=', 'test-asleep').execute();
      await node.enqueue(tx, { kind: 'test-asleep', payload: 1 });
    });
    await until('the lane has taken a second job', async () => tried.length === 2);
    release();
    await node.close();
    assert.deepEqual(tried, [0, 1]);
    assert.deepEqual(await rows('test-asleep'), []);
  });

  test('effects of a job that ends in their transaction happen once, whichever server runs it', async () => {
    const { db } = context();
    const [first, second] = [createJobs({ db, log, term }), createJobs({ db, log, term })];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const left: unknown[] = [];
    const effect = (finish: Finish) =>
      db.write(async (tx) => {
        await finish(tx);
        await context().jobs.enqueue(tx, { kind: 'test-effect', payload: null });
      });
    first.handle('test-finish', async (_payload, finish) => {
      begin();
      await released;
      await effect(finish);
    });
    second.handle('test-finish', async (_payload, finish) => {
      await effect(finish);
      left.push(...(await rows('test-finish')));
    });
    await enqueue('test-finish', 1);
    const late = first.workOffOnce('test-finish');
    await begun;
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ leased_until: 0 }).where('kind', '=', 'test-finish').execute(),
    );
    await second.workOffOnce('test-finish');
    assert.deepEqual(left, [], 'a server that is killed before its handler ends leaves nothing to repeat');
    release();
    await late;
    assert.equal((await rows('test-effect')).length, 1);
    await db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'test-effect').execute());
  });

  test('a server that dies after a notification mail has it sent again as the same mail at most', async () => {
    const [ana, ben] = await server().members('Ana', 'Ben');
    const circle = await ana.makesCircle('Family');
    await ana.adds(ben, circle);
    await server().mailsTo(ben);
    for (const kind of ['added_to_circle', 'letters_carry_content'] as const)
      await ben.ask(notifications.setPreferences, { [kind]: { bell: false, email: true, push: false } });
    const resume = await server().holdWorker();
    const { db } = context();
    /** Does the jobs of a kind, and cannot note that they are done. */
    const dies = async (kind: string) => {
      let writes = 0;
      const dying = createJobs({
        db: {
          ...db,
          // The first one takes the job.
          write: (work) => (writes++ === 0 ? db.write(work) : Promise.reject(new Error('killed'))),
        },
        log,
      });
      handleNotificationMails({ ...context(), jobs: dying });
      handleLettersCarry({ ...context(), jobs: dying });
      await assert.rejects(dying.workOffOnce(kind), /killed/);
      await db.write(({ q }) =>
        q.updateTable('jobs').set({ leased_until: null }).where('kind', '=', kind).execute(),
      );
    };
    await ana.ask(circles.edit, { id: circle.id, name: circle.name, lettersCarry: 'content' });
    await dies('tell-letters-carry');
    await dies('notification-mail');
    await resume();
    // It may be sent again by the Message-ID that it had.
    const mails = await server().mailsTo(ben);
    assert.equal(new Set(mails.map(({ headers }) => headers['message-id'])).size, 1);
  });

  test('a command-line program runs all due jobs, however many', async () => {
    const command = createJobs({ db: context().db, log, term });
    const done: unknown[] = [];
    command.handle('test-once', async (payload) => {
      done.push(payload);
    });
    await enqueue('test-once', 11);
    await command.workOffOnce('test-once');
    assert.deepEqual(
      done,
      Array.from({ length: 11 }, (_, number) => number),
    );
    assert.deepEqual(await rows('test-once'), []);
  });

  test('a recurring job that is done at the start too is done at each start', async () => {
    let done = 0;
    for (const starts of [1, 2]) {
      const node = createJobs({ db: context().db, log });
      const handler = () => Promise.resolve(void (done += 1));
      node.handle('test-start', handler, { every: 60_000, atStart: true });
      await node.start();
      await until('it is done', () => Promise.resolve(done === starts));
      await node.close();
      assert.equal((await rows('test-start')).length, 1);
    }
    await context().db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'test-start').execute());
  });

  test('a job that ended everybody who tried it is given up', async () => {
    const { db } = context();
    const node = createJobs({ db, log, term });
    let tries = 0;
    node.handle('test-deadly', async () => {
      tries += 1;
    });
    await enqueue('test-deadly', 1);
    await db.write(({ q }) =>
      q.updateTable('jobs').set({ attempts: 50 }).where('kind', '=', 'test-deadly').execute(),
    );
    await node.workOffOnce('test-deadly');
    assert.equal(tries, 0);
    const [given] = await rows('test-deadly');
    assert.ok(given?.failed_at);
    assert.match(given.last_error ?? '', /ended during it/);
    await db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'test-deadly').execute());
  });

  test('a letter whose job was given up is not the last one of its reader', async () => {
    const [cleo, dan] = await server().members('Cleo', 'Dan');
    const circle = await cleo.makesCircle('Town');
    await cleo.adds(dan, circle);
    const resume = await server().holdWorker();
    await cleo.posts('one', { to: circle });
    await makeAllLetters(context());
    await context().db.write(({ q }) =>
      q
        .updateTable('jobs')
        .set({ attempts: 51, failed_at: Date.now(), last_error: 'ended' })
        .where('kind', '=', 'letter')
        .execute(),
    );
    await resume();
    assert.deepEqual(await server().mailsTo(dan), []);
    await makeAllLetters(context());
    assert.equal((await server().mailsTo(dan)).length, 1);
  });

  test('a stopping server finishes its running jobs and leaves the rest', async () => {
    const node = createJobs({ db: context().db, log, term });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done: unknown[] = [];
    node.handle('test-stop', async (payload) => {
      begin();
      await released;
      done.push(payload);
    });
    await enqueue('test-stop', 5);
    await node.start();
    await begun;
    const closed = node.close();
    release();
    await closed;
    assert.deepEqual(done, [0, 1]);
    const left = await rows('test-stop');
    assert.deepEqual(
      left.map(({ attempts, leased_until }) => [attempts, leased_until]),
      Array.from({ length: 3 }, () => [0, null]),
    );
    await context().db.write(({ q }) => q.deleteFrom('jobs').where('kind', '=', 'test-stop').execute());
  });

  test('members take turns with their photos’ full-size copies', async () => {
    const { db, jobs } = context();
    const done: string[] = [];
    jobs.handle('full-copy test', async (payload) => {
      done.push(String(payload));
    });
    const [busy, other] = await server().members('Busy', 'Other');
    const [busyKey, otherKey] = [await server().keyOf('users', busy), await server().keyOf('users', other)];
    await db.write(async (tx) => {
      const queue = (payload: string, userId: number) =>
        jobs.enqueue(tx, { kind: 'full-copy test', payload, userId });
      for (const payload of ['b1', 'b2', 'b3', 'b4']) await queue(payload, busyKey);
      for (const payload of ['o1', 'o2']) await queue(payload, otherKey);
    });
    await jobs.idle();
    assert.ok(done.indexOf('o2') < 4, done.join(' '));
  });
});
