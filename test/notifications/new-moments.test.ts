import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import { findSettledKey } from '../../server/platform/db/settled-key.ts';
import { PushService } from '../fakes/push.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases } from '../harness/test-server.ts';

const service = new PushService();
await service.open();
after(() => service.close());

onBothDatabases(
  'notifications of new moments',
  (server) => {
    const context = () => server().app.context;
    const atOnce = (who: Person, circle: Circle | null) =>
      who.ask(delivery.set, { circles: [{ circleId: circle?.id ?? null, when: 'now' }] });
    const endPause = () =>
      context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'tell-circle').execute(),
      );
    /** The pause ends, and everything that is due is done. */
    const pauseEnds = async () => {
      await endPause();
      await context().jobs.idle();
    };
    const bell = async (who: Person) =>
      (await who.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'new_moments');
    const titles = async (who: Person) => (await bell(who)).map(({ title }) => title);
    const subscribes = (who: Person) =>
      who.ask(notifications.subscribePush, { endpoint: `${service.url}/${who.name}` });
    const readsAll = (who: Person) => who.ask(notifications.markAllRead, {});
    const together = async (...names: string[]) => {
      const people = await server().members(...names);
      const [owner, ...others] = people;
      assert.ok(owner);
      const circle = await owner.makesCircle(`Circle of ${owner.name}`);
      for (const who of others) {
        await owner.adds(who, circle);
        await atOnce(who, circle);
      }
      await context().jobs.idle();
      for (const who of others) await readsAll(who);
      return { people, circle };
    };
    const toldPosts = async (who: Person): Promise<number> => {
      const rows = context().db.read.selectFrom('told_posts').select('post_id');
      return (await rows.where('user_id', '=', await server().keyOf('users', who)).execute()).length;
    };

    test('five moments in a row make one entry and one push, three minutes after the first', async () => {
      const { people, circle } = await together('Ana', 'Ben', 'Cleo');
      const [ana, ben, cleo] = people as [Person, Person, Person];
      await subscribes(ben);
      const begunAt = Date.now();
      await ana.posts('photo 0', { to: circle });
      const firstSharedAt = Date.now();
      for (let at = 1; at < 5; at++) await ana.posts(`photo ${at}`, { to: circle });
      const jobs = await context()
        .db.read.selectFrom('jobs')
        .select(['id', 'run_at'])
        .where('kind', '=', 'tell-circle')
        .orderBy('id')
        .execute();
      assert.equal(jobs.length, 5, 'one for each moment');
      const [first] = jobs;
      const pauseBeganAt = (first?.run_at ?? 0) - 180_000;
      assert.ok(pauseBeganAt >= begunAt && pauseBeganAt <= firstSharedAt, `${pauseBeganAt - begunAt} ms`);
      await context().jobs.idle();
      assert.deepEqual(await titles(ben), [], 'not before the pause is over');
      await context().db.write(({ q }) =>
        q
          .updateTable('jobs')
          .set({ run_at: 0 })
          .where('id', '=', first?.id ?? 0)
          .execute(),
      );
      await context().jobs.idle();
      const [entry, ...more] = await bell(ben);
      assert.equal(more.length, 0);
      assert.equal(entry?.title, `5 new moments in ${circle.name}`);
      assert.equal(entry.actionUrl, `/home?circleId=${circle.id}`);
      assert.equal(entry.actor, null);
      assert.deepEqual(service.take(), ['/Ben']);
      assert.deepEqual(await titles(cleo), [`5 new moments in ${circle.name}`]);
      assert.deepEqual(await titles(ana), []);
      assert.deepEqual(await ben.ask(notifications.unread, {}), { count: 1 });

      await pauseEnds();
      assert.equal((await bell(ben))[0]?.createdAt, entry.createdAt, 'the later moments change nothing');
      assert.deepEqual(service.take(), []);

      // Unread, it goes on without a second push.
      await ana.posts('another', { to: circle });
      await pauseEnds();
      assert.deepEqual(await titles(ben), [`6 new moments in ${circle.name}`]);
      assert.deepEqual(service.take(), []);

      // Once read, the next moment begins a new one.
      await ben.ask(notifications.markRead, { id: entry.id });
      await cleo.posts('from Cleo', { to: circle });
      await pauseEnds();
      const later = await bell(ben);
      assert.deepEqual(
        later.map(({ title, isRead }) => [title, isRead]),
        [[`1 new moment in ${circle.name}`, false]],
      );
      assert.deepEqual(service.take(), ['/Ben']);
      await ana.posts('after Cleo’s', { to: circle });
      await pauseEnds();
      assert.deepEqual(await titles(cleo), [`7 new moments in ${circle.name}`], 'not their own');
      assert.deepEqual(await titles(ana), [], 'the evening is the default');
    });

    test('each circle has its own entry, and a moment in two circles notifies once', async () => {
      const { people, circle } = await together('Ana1', 'Ben1', 'Cleo1');
      const [ana, ben, cleo] = people as [Person, Person, Person];
      const other = await ana.makesCircle('Neighbours');
      await ana.adds(ben, other);
      await atOnce(ben, other);
      await readsAll(ben);
      await ana.posts('in one', { to: circle });
      await ana.posts('in the other', { to: other });
      await pauseEnds();
      assert.deepEqual((await titles(ben)).toSorted(), [
        `1 new moment in ${circle.name}`,
        '1 new moment in Neighbours',
      ]);
      await ana.adds(cleo, other);
      for (const who of [ben, cleo]) await readsAll(who);

      const silent = await ana.makesCircle('Silent');
      await ana.adds(cleo, silent);
      await cleo.ask(delivery.set, { circles: [{ circleId: silent.id, when: 'never' }] });
      await readsAll(cleo);
      await ana.posts('in all', { to: [circle, other, silent] });
      await pauseEnds();
      const unread = (await bell(ben)).filter(({ isRead }) => !isRead);
      assert.equal(unread.length, 1);
      // Cleo's other circle waits for the evening, and counts it as told.
      assert.equal((await bell(cleo)).filter(({ isRead }) => !isRead).length, 1);
      assert.equal(await toldPosts(cleo), 1);
      assert.equal(await toldPosts(ben), 0, 'the marks of both circles have passed it');
      for (const who of [ben, cleo]) await readsAll(who);
      await atOnce(cleo, other);
      await ana.posts('in the other again', { to: other });
      await pauseEnds();
      for (const who of [ben, cleo]) {
        const told = (await bell(who)).filter(({ isRead }) => !isRead);
        assert.deepEqual(
          told.map(({ title }) => title),
          ['1 new moment in Neighbours'],
        );
        assert.equal(await toldPosts(who), 0);
      }
    });

    // CIRCLE-3, LETTER-34
    test('private circles of others share one entry and one push, which name none of them', async () => {
      const [ana, ben, cleo] = await server().members('Ana2', 'Ben2', 'Cleo2');
      await atOnce(cleo, null);
      await subscribes(cleo);
      const hidden = await ana.makesCircle('Hidden garden', { kind: 'private' });
      const secret = await ben.makesCircle('Secret shed', { kind: 'private' });
      const third = await ben.makesCircle('Third cellar', { kind: 'private' });
      await ana.adds(cleo, hidden);
      for (const circle of [secret, third]) await ben.adds(cleo, circle);
      const open = await ana.makesCircle('Open house');
      await ana.adds(cleo, open);
      await atOnce(cleo, open);
      await context().jobs.idle();
      assert.deepEqual(service.take(), ['/Cleo2'], 'added to a circle');
      await ana.posts('among them', { to: open });
      await ana.posts('one', { to: hidden });
      await ana.posts('among them', { to: open });
      await ben.posts('two', { to: [secret, third] });
      await ana.posts('among them', { to: open });
      await pauseEnds();
      const both = ['2 new moments shared with you', '3 new moments in Open house'];
      assert.deepEqual((await titles(cleo)).toSorted(), both);
      await ana.removes(cleo, open);
      const [entry] = await bell(cleo);
      assert.ok(entry?.actionUrl);
      assert.equal(entry.actionUrl, `/home?circleId=${posts.sharedWithYou}`);
      assert.doesNotMatch(JSON.stringify(entry), /Hidden|garden|Secret|shed|Third|cellar/);
      assert.deepEqual([...new Set(service.take())], ['/Cleo2']);
      const { text } = await cleo.request('GET', entry.actionUrl.replace('/home', '/api/posts/feed'));
      for (const word of ['one', 'two']) assert.match(text, new RegExp(`"content":"${word}"`));

      await ben.removes(cleo, secret);
      assert.deepEqual(await titles(cleo), ['2 new moments shared with you']);
      await ben.removes(cleo, third);
      assert.deepEqual(await titles(cleo), ['1 new moment shared with you']);
      await readsAll(cleo);
      await ana.removes(cleo, hidden);
      assert.deepEqual(await titles(cleo), []);
      await ana.adds(cleo, hidden);
      assert.deepEqual(await titles(cleo), [], 'a member who comes back sees no earlier moments');
    });

    test('moments from before a member joined, their own and those seen on screen are not told', async () => {
      const { people, circle } = await together('Ana3', 'Ben3', 'Cleo3');
      const [ana, ben, cleo] = people as [Person, Person, Person];
      const seen = await ana.posts('seen by Ben', { to: circle });
      const late = await server().member('Late3');
      await ana.adds(late, circle);
      await atOnce(late, circle);
      await ben.ask(delivery.seen, { postIds: [seen.id] });
      assert.equal(await toldPosts(ben), 1);
      await pauseEnds();
      assert.deepEqual(await titles(ben), []);
      assert.deepEqual(await titles(cleo), [`1 new moment in ${circle.name}`]);
      assert.deepEqual(await titles(late), []);
      assert.equal(await toldPosts(ben), 0, 'deleted when the mark passes them');
      await ben.posts('by Ben', { to: circle });
      await pauseEnds();
      assert.deepEqual(await titles(ben), []);
      assert.deepEqual(await titles(late), [`1 new moment in ${circle.name}`]);
    });

    test('moments that waited for a letter are part of the entry of a reader who chooses immediate delivery', async () => {
      const [ana, ben] = await server().members('Ana8', 'Ben8');
      const circle = await ana.makesCircle('Waiting');
      const hidden = await ana.makesCircle('Hidden', { kind: 'private' });
      for (const one of [circle, hidden]) await ana.adds(ben, one);
      for (const to of [circle, circle, hidden]) await ana.posts('waits', { to });
      await pauseEnds();
      await atOnce(ben, circle);
      await pauseEnds();
      assert.deepEqual(await titles(ben), ['2 new moments in Waiting']);
      await atOnce(ben, null);
      await pauseEnds();
      assert.deepEqual((await titles(ben)).toSorted(), [
        '1 new moment shared with you',
        '2 new moments in Waiting',
      ]);
      await readsAll(ben);
      await ben.ask(delivery.set, { circles: [{ circleId: circle.id, when: 'never' }] });
      await ana.posts('for those who look', { to: circle });
      await pauseEnds();
      await atOnce(ben, circle);
      await pauseEnds();
      assert.ok((await bell(ben)).every(({ isRead }) => isRead));
    });

    // BLOCK-1, BLOCK-7, NOTIFY-1
    test('an entry counts what its reader still sees, and its push is not sent when nothing is left', async () => {
      const { people, circle } = await together('Ana4', 'Ben4', 'Cleo4', 'Dora4');
      const [ana, ben, cleo, dora] = people as [Person, Person, Person, Person];
      for (const who of [ben, cleo]) await subscribes(who);
      const first = await ana.posts('from Ana', { to: circle });
      await dora.posts('from Dora', { to: circle });
      await pauseEnds();
      service.take();
      const [one, two] = ['1 new moment', '2 new moments'].map((count) => `${count} in ${circle.name}`);
      assert.deepEqual(await titles(ben), [two]);
      await ben.ask(blocking.mute, { id: dora.id });
      assert.deepEqual(await titles(ben), [one]);
      await ana.ask(posts.remove, { id: first.id });
      assert.deepEqual(await titles(ben), []);
      assert.deepEqual(await ben.ask(notifications.unread, {}), { count: 0 });
      await ben.ask(blocking.unmute, { id: dora.id });
      assert.deepEqual(await titles(ben), [one]);
      await ben.ask(blocking.block, { id: dora.id });
      assert.deepEqual(await titles(ben), []);
      assert.deepEqual(await titles(cleo), [one]);
      for (const who of [ben, cleo]) await readsAll(who);

      // Muted, blocked, deleted and removed before the pause is over.
      await cleo.ask(blocking.mute, { id: dora.id });
      await dora.posts('muted and blocked', { to: circle });
      await ana.ask(posts.remove, { id: (await ana.posts('deleted', { to: circle })).id });
      await pauseEnds();
      for (const who of [ben, cleo]) assert.ok((await bell(who)).every(({ isRead }) => isRead));
      assert.deepEqual(service.take(), []);
      await cleo.ask(blocking.unmute, { id: dora.id });
      await ben.ask(blocking.unblock, { id: dora.id });
      for (const who of [ben, cleo])
        assert.ok(
          (await bell(who)).every(({ isRead }) => isRead),
          'not told later either',
        );
      await ana.posts('for those who stay', { to: circle });
      await ana.removes(cleo, circle);
      await pauseEnds();
      assert.deepEqual(await titles(cleo), []);
      assert.deepEqual(await titles(ben), [one]);
      assert.deepEqual(service.take(), ['/Ben4']);
      await readsAll(ben);

      // Its reader is removed after the entry was made and before the push goes out.
      const resume = await server().holdWorker();
      await ana.posts('for nobody', { to: circle });
      await endPause();
      await context().jobs.workOffOnce('tell-circle');
      assert.equal((await bell(ben)).filter(({ isRead }) => !isRead).length, 1);
      await ana.removes(ben, circle);
      await resume();
      assert.deepEqual(service.take(), []);
    });

    test('moments that are shared while the job runs are part of it or of the next one', async () => {
      const { people, circle } = await together('Ana5', 'Ben5');
      const [ana, ben] = people as [Person, Person];
      const { db, jobs } = context();
      const [write, run] = [db.write.bind(db), db.run.bind(db)];
      /** Calls back when the job has begun, and before it looks for the newest moment. */
      const whenBegun = (act: () => void) => {
        db.run = (statement, parameters) => {
          if (statement.name === 'has_readers_of_new_moments') {
            db.run = run;
            act();
          }
          return run(statement, parameters);
        };
      };
      const resume = await server().holdWorker();
      await ana.posts('before', { to: circle });
      await endPause();
      let job: Promise<void> | undefined;
      db.write = (work) => {
        db.write = write;
        return write(async (tx) => {
          const done = await work(tx);
          // The moment is not committed before the job begins. On SQLite the job waits.
          const isBegun = Promise.withResolvers<void>();
          whenBegun(isBegun.resolve);
          job = jobs.workOffOnce('tell-circle');
          if (db.dialect.pick({ sqlite: true, postgres: false })) return done;
          await isBegun.promise;
          for (let at = 0; at < 5; at++) await sql`select 1`.execute(db.read);
          return done;
        });
      };
      await ana.posts('during', { to: circle });
      await job;
      assert.deepEqual(await titles(ben), [`2 new moments in ${circle.name}`]);
      await endPause();
      await jobs.workOffOnce('tell-circle');

      await ana.posts('once more', { to: circle });
      await endPause();
      // The job has found the newest moment when this one is shared.
      whenBegun(() => {
        db.write = async (work) => {
          db.write = write;
          await ana.posts('after', { to: circle });
          return write(work);
        };
      });
      await jobs.workOffOnce('tell-circle');
      assert.deepEqual(await titles(ben), [`3 new moments in ${circle.name}`]);
      await resume();
      await pauseEnds();
      assert.deepEqual(await titles(ben), [`4 new moments in ${circle.name}`]);
    });

    test('the job may run twice, concurrently and after a crash, and tells everything once', async () => {
      const { people, circle } = await together('Ana6', 'Ben6', 'Cleo6');
      const [ana, ben, cleo] = people as [Person, Person, Person];
      for (const who of [ben, cleo]) await subscribes(who);
      const other = await ana.makesCircle('Second');
      for (const who of [ben, cleo]) {
        await ana.adds(who, other);
        await atOnce(who, other);
        await context().jobs.idle();
        await readsAll(who);
      }
      service.take();
      const { db, jobs } = context();
      // As an earlier version did: without the moment.
      const enqueue = async (of: Circle) => {
        const payload = await server().keyOf('circles', of);
        await db.write((tx) => jobs.enqueue(tx, { kind: 'tell-circle', payload }));
      };
      await ana.posts('in both', { to: [circle, other] });
      for (const one of [circle, other, circle, other]) await enqueue(one);
      await pauseEnds();
      for (const who of [ben, cleo]) assert.equal((await bell(who)).length, 1);
      assert.deepEqual(service.take().toSorted(), ['/Ben6', '/Cleo6']);
      for (const who of [ben, cleo]) await readsAll(who);
      for (const one of [circle, other]) await enqueue(one);
      await jobs.idle();
      assert.ok((await bell(ben)).every(({ isRead }) => isRead));

      // Killed between any two statements: the transaction is rolled back, and the job runs again.
      await ana.posts('once more', { to: [circle, other] });
      const statements = 8;
      const write = db.write.bind(db);
      for (let at = 0; at < statements; at++) {
        db.write = (work) =>
          write((tx) => {
            let run = 0;
            const cut: typeof tx.run = (statement, parameters) => {
              if (/moments/.test(statement.name) && run++ === at) throw new Error('killed');
              return tx.run(statement, parameters);
            };
            return work({ ...tx, run: cut });
          });
        await enqueue(circle);
        await jobs.idle();
        assert.ok(
          (await bell(ben)).every(({ isRead }) => isRead),
          `nothing before the end (${at})`,
        );
      }
      db.write = write;
      await pauseEnds();
      for (const who of [ben, cleo])
        assert.equal((await bell(who)).filter(({ isRead }) => !isRead).length, 1);
      await db.write(({ q }) => q.updateTable('jobs').set({ run_at: 0 }).execute());
      await jobs.idle();
      assert.deepEqual(service.take().toSorted(), ['/Ben6', '/Cleo6']);
    });

    test('a settled key waits for open transactions with smaller keys, and contains those open before', async () => {
      const { db } = context();
      // On SQLite one transaction writes at a time.
      if (db.dialect.pick({ sqlite: true, postgres: false })) return;
      const ana = await server().member('Ana7');
      const author = await server().keyOf('users', ana);
      const insert = async (q: typeof db.read, name: string): Promise<void> => {
        await q
          .insertInto('posts')
          .values({ public_id: name, author_id: author, content: name, created_at: 1 })
          .execute();
      };
      /** An open transaction with a number, and a callback that ends it. */
      const open = async (first: (q: typeof db.read) => Promise<void>, last = first) => {
        const [hasBegun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const done = db.write(async ({ q }) => {
          await sql`select pg_current_xact_id()`.execute(q);
          await first(q);
          hasBegun.resolve();
          await isOver.promise;
          if (last !== first) await last(q);
        });
        await hasBegun.promise;
        return () => {
          isOver.resolve();
          return done;
        };
      };
      const nothing = async () => undefined;
      const settled: { key: number | null } = { key: null };
      const asks = async (statements: number) => {
        const { count } = db.statements;
        while (settled.key === null && db.statements.count < count + statements) await nextTurn();
      };
      const endOther = await open(nothing);
      const finding = findSettledKey(db, 'posts').then((key) => {
        settled.key = key;
      });
      await asks(4);
      // The one with the larger number has the smaller key, and is the last to end.
      const endEarly = await open(nothing, (q) => insert(q, 'larger key'));
      const endLate = await open((q) => insert(q, 'smaller key'));
      await endEarly();
      await endOther();
      await asks(8);
      const early = settled.key;
      await Promise.all([endLate(), finding]);
      assert.equal(early, null, 'a smaller key may still appear');
      const { largest } = await db.read
        .selectFrom('posts')
        .select(({ fn }) => fn.max('id').as('largest'))
        .executeTakeFirstOrThrow();
      assert.equal(settled.key, largest);
      await db.write(({ q }) => q.deleteFrom('posts').where('author_id', '=', author).execute());
    });
  },
  { PUSH_HOSTS: service.url },
);
