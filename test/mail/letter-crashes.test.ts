import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as circles from '../../contract/circles.ts';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { AppContext } from '../../server/app-context.ts';
import { openAppContext } from '../../server/open-app-context.ts';
import { makeAllLetters, makeDueLetters, queueOpenLetters } from '../../server/features/letters/evening.ts';
import { handleLetterPhotos } from '../../server/features/letters/photos.ts';
import { sendLetter } from '../../server/features/letters/send.ts';
import { createLog } from '../../server/platform/log.ts';
import { readSettings } from '../../server/settings.ts';
import type { Mail } from '../harness/mailbox.ts';
import { landscapePhoto } from '../harness/photos.ts';
import { onDatabases } from '../harness/test-server.ts';

const hour = 60 * 60_000;

class Killed extends Error {}

/** Runs `work` as if the process were killed at a step: a step is a transaction or the sending of a mail. */
const killedAt = async (
  context: AppContext,
  step: number,
  when: 'before' | 'after',
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const { db, mailer } = context;
  const [write, send] = [db.write.bind(db), mailer.send.bind(mailer)];
  let steps = 0;
  const trapped = async <T>(act: () => Promise<T>): Promise<T> => {
    const isHere = steps++ === step;
    if (isHere && when === 'before') throw new Killed();
    const done = await act();
    if (isHere) throw new Killed();
    return done;
  };
  db.write = (act) => trapped(() => write(act));
  mailer.send = (mail) => trapped(() => send(mail));
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  } finally {
    db.write = write;
    mailer.send = send;
  }
};

const postsIn = (mail: Mail): string[] => [
  ...new Set([...mail.text.matchAll(/\/post\/(\w{32})/g)].flatMap(([, id]) => id ?? [])),
];

/** Each moment is in letters of one Message-ID only. @returns the moments */
const toldOnce = (mails: readonly Mail[]): string[] => {
  const toldBy = new Map<string, string>();
  for (const mail of mails) {
    const id = mail.headers['message-id'] ?? '';
    for (const post of postsIn(mail)) {
      assert.ok([undefined, id].includes(toldBy.get(post)), 'a moment is told twice');
      toldBy.set(post, id);
    }
  }
  return [...toldBy.keys()];
};

onDatabases('letters after crashes', (server, testOnBoth) => {
  const pair = async (one: string, other: string) => {
    const [ann, bob] = await server().members(one, other);
    const circle = await ann.makesCircle('Family');
    await ann.adds(bob, circle);
    return { ann, bob, circle };
  };

  // LETTER-61
  test('a process killed at any step tells every moment, and none by two Message-IDs', async () => {
    const { context } = server().app;
    const { ann, bob, circle } = await pair('Ann', 'Bob');
    const reader = await server().keyOf('users', bob);
    const shared: string[] = [];
    const mails: Mail[] = [];
    const resume = await server().holdWorker();
    for (const when of ['before', 'after'] as const) {
      for (let step = 0, isKilled = true; isKilled; step++) {
        assert.ok(step < 20);
        shared.push((await ann.posts(`${when} ${step}`, { to: circle })).id);
        isKilled = await killedAt(context, step, when, async () => {
          await makeAllLetters(context);
          await sendLetter(context, reader);
        });
        // The server starts again and goes on.
        shared.push((await ann.posts(`${when} ${step} later`, { to: circle })).id);
        await sendLetter(context, reader);
        await makeAllLetters(context);
        await sendLetter(context, reader);
        mails.push(...server().mailbox.take(bob.email));
      }
    }
    await resume();
    assert.deepEqual(server().mailbox.take(bob.email), []);
    assert.deepEqual(toldOnce(mails).toSorted(), shared.toSorted());
  });

  testOnBoth(
    'a notification that is made while a letter is sent does not tell its moments again',
    async () => {
      const { context } = server().app;
      const { ann, bob, circle } = await pair('Mia', 'Ned');
      const other = await ann.makesCircle('Choir');
      await ann.adds(bob, other);
      await bob.ask(delivery.set, { circles: [{ circleId: other.id, when: 'now' }] });
      const resume = await server().holdWorker();
      const post = await ann.posts('in both', { to: [circle, other] });
      await makeAllLetters(context);
      const { mailer, jobs, db } = context;
      const send = mailer.send.bind(mailer);
      mailer.send = async (mail) => {
        await db.write(({ q }) =>
          q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'tell-circle').execute(),
        );
        await jobs.workOffOnce('tell-circle');
        return send(mail);
      };
      try {
        await sendLetter(context, await server().keyOf('users', bob));
      } finally {
        mailer.send = send;
      }
      await resume();
      assert.deepEqual(toldOnce(server().mailbox.take(bob.email)), [post.id]);
      const { items } = await bob.ask(notifications.list, {});
      assert.deepEqual(
        items.filter(({ kind }) => kind === 'new_moments'),
        [],
      );
    },
  );

  // LETTER-61
  test('a moment that is deleted while a letter is prepared is not in it', async () => {
    const { context } = server().app;
    const { db, jobs, storage } = context;
    const { ann, bob } = await pair('Olga', 'Pia');
    const circle = await ann.makesCircle('Sharing', { lettersCarry: 'content' });
    const other = await ann.makesCircle('Choir', { lettersCarry: 'content' });
    for (const joined of [circle, other]) await ann.adds(bob, joined);
    const reader = await server().keyOf('users', bob);
    /** Deletes a moment of the letter once `catchNext` has caught what the letter does next. */
    const deletesWhen = async (photos: Buffer[], catchNext: (act: () => Promise<unknown>) => unknown) => {
      const stays = await ann.posts('Stays', { to: [circle, other], photos });
      const goes = await ann.posts('Goes', { to: [circle, other], photos });
      await makeAllLetters(context);
      await catchNext(() => ann.ask(posts.remove, { id: goes.id }));
      await sendLetter(context, reader);
      assert.deepEqual(server().mailbox.take(bob.email).map(postsIn), [[stays.id]]);
    };
    const resume = await server().holdWorker();
    await deletesWhen([await landscapePhoto()], async (act) => {
      await jobs.workOffOnce('letter');
      await jobs.workOffOnce('letter-photo');
      const { read } = storage;
      storage.read = async (key, range) => {
        storage.read = read;
        await act();
        return read(key, range);
      };
    });
    await bob.ask(delivery.set, { circles: [{ circleId: other.id, when: 'now' }] });
    await deletesWhen([], (act) => {
      const write = db.write.bind(db);
      db.write = async (work) => {
        db.write = write;
        await act();
        return write(work);
      };
    });
    await resume();
  });

  // LETTER-61
  test('a moment that leaves its reader out while a letter is composed is not in it', async () => {
    const { context } = server().app;
    const { db } = context;
    const { ann, bob, circle } = await pair('Quin', 'Rex');
    const post = await ann.posts('Not for Rex', { to: circle });
    const resume = await server().holdWorker();
    await makeAllLetters(context);
    const run = db.run.bind(db);
    db.run = async (statement, parameters) => {
      if (statement.name === 'letter_posts') {
        db.run = run;
        await ann.ask(posts.edit, { id: post.id, hiddenFrom: [bob.id] });
      }
      return run(statement, parameters);
    };
    await sendLetter(context, await server().keyOf('users', bob));
    assert.equal(db.run, run);
    assert.deepEqual(server().mailbox.take(bob.email), []);
    await resume();
  });

  // LETTER-61
  test('what a mail server that was away for two days missed is in the next letter', async () => {
    const { context } = server().app;
    const { ann, bob, circle } = await pair('Cleo', 'Dora');
    const shared = [(await ann.posts('first day', { to: circle })).id];
    await server().mailbox.downDuring(async () => {
      for (const day of ['second day', 'third day']) {
        await makeAllLetters(context);
        await context.jobs.idle();
        // A day passes.
        await context.db.write(({ q }) =>
          q
            .updateTable('letters')
            .set((e) => ({ made_at: e('made_at', '-', 24 * hour) }))
            .where('state', '=', 'open')
            .execute(),
        );
        shared.push((await ann.posts(day, { to: circle })).id);
      }
    });
    const key = `letter:${await server().keyOf('users', bob)}`;
    const open = () => context.db.write((tx) => context.jobs.hasten(tx, [key]));
    await open();
    assert.deepEqual(await server().mailsTo(bob), [], 'it was given up');
    await makeAllLetters(context);
    await open();
    const mails = await server().mailsTo(bob);
    assert.equal(mails.length, 1);
    assert.deepEqual(toldOnce(mails), shared);
  });

  test('a letter that was made before its server’s clock was set back waits for no photo longer than others', async () => {
    const { context } = server().app;
    const { ann, bob, circle } = await pair('Edda', 'Fritz');
    await ann.ask(circles.edit, { id: circle.id, name: circle.name, lettersCarry: 'content' });
    await server().mailsTo(bob);
    const { id } = await ann.posts('Look', { to: circle, photos: [await landscapePhoto()] });
    const resume = await server().holdWorker();
    await makeAllLetters(context, Date.now() + 400 * 24 * hour);
    // The photo cannot be made into one for letters.
    context.jobs.handle('letter-photo', async () => undefined);
    await resume();
    assert.deepEqual(await server().mailsTo(bob), []);
    await makeAllLetters(context);
    const user = await server().keyOf('users', bob);
    const { made_at: madeAt } = await context.db.read
      .selectFrom('letters')
      .select('made_at')
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow();
    assert.ok(madeAt <= Date.now());
    handleLetterPhotos(context);
    // First it queues the copy of the photo.
    for (const _ of [1, 2]) {
      await context.db.write((tx) => context.jobs.hasten(tx, [`letter:${user}`]));
      await context.jobs.idle();
    }
    assert.deepEqual(toldOnce(await server().mailsTo(bob)), [id]);
  });

  // LETTER-61
  testOnBoth('letters whose jobs a backup did not contain wait for nobody else’s', async () => {
    const { context } = server().app;
    const [owner, ...readers] = await server().members('Ina', 'Jo', 'Kai', 'Leo', 'Mai', 'Noa', 'Oda', 'Pit');
    assert.ok(owner);
    const circle = await owner.makesCircle('Choir');
    for (const who of readers) await owner.adds(who, circle);
    await server().mailsTo(owner);
    const resume = await server().holdWorker();
    await owner.posts('Before the backup', { to: circle });
    await makeAllLetters(context);
    const letters = async () => {
      const jobs = await context.db.read
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'letter')
        .execute();
      return jobs.length;
    };
    await context.db.write(async ({ q }) => {
      await q.deleteFrom('jobs').where('kind', '=', 'letter').execute();
      await q
        .updateTable('letters')
        .set((e) => ({ made_at: e('made_at', '-', 2 * hour) }))
        .execute();
    });
    for (let minute = 0; minute < readers.length; minute++) await queueOpenLetters(context);
    assert.equal(await letters(), readers.length);
    await resume();
    for (const who of readers) assert.equal(server().mailbox.take(who.email).length, 1, who.name);
  });

  testOnBoth('two nodes send each letter once', async () => {
    const { context } = server().app;
    const people = await server().members('Emil', 'Finn', 'Gus', 'Hal', 'Ivy', 'Jack', 'Kim', 'Lou');
    const [owner, ...readers] = people;
    assert.ok(owner);
    const circle = await owner.makesCircle('Town');
    for (const who of readers) await owner.adds(who, circle);
    const other = await openAppContext(
      readSettings(server().environment),
      createLog('silent'),
      `${server().dataDir}/other`,
    );
    try {
      await other.jobs.start();
      for (let round = 0; round < 3; round++) {
        const post = await owner.posts(`round ${round}`, { to: circle });
        const now = Date.now() + 400 * 24 * hour;
        await context.db.write(({ q }) => q.updateTable('users').set({ letter_due_at: 1 }).execute());
        await Promise.all([makeDueLetters(context, now), makeDueLetters(other, now)]);
        await Promise.all([context.jobs.idle(), other.jobs.idle()]);
        for (const who of readers) {
          const mails = server().mailbox.take(who.email);
          assert.equal(mails.length, 1, who.name);
          assert.deepEqual(toldOnce(mails), [post.id]);
        }
        // A reader is due again only on the next day.
        await makeDueLetters(context, now + hour);
      }
    } finally {
      await other.close();
    }
  });
});
