import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import * as blocking from '../../contract/blocking.ts';
import * as delivery from '../../contract/delivery.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import * as albums from '../../contract/albums.ts';
import { findMailboxViewer } from '../../server/access/viewer.ts';
import { ownDelivery } from '../../server/features/delivery/export.ts';
import { makeLetterOf } from '../../server/features/letters/evening.ts';
import { PushService } from '../fakes/push.ts';
import { addToAlbum, makeAlbum } from '../harness/albums.ts';
import type { Person } from '../harness/person.ts';
import { joinByLetter, mailInSettings } from '../harness/mailbox-members.ts';
import { onDatabases } from '../harness/test-server.ts';

const service = new PushService();
await service.open();
after(() => service.close());

onDatabases(
  'photos that are added to an album later',
  (server, testOnBoth) => {
    const context = () => server().app.context;
    const chooses = (who: Person, circle: Circle | null, when: delivery.When) =>
      who.ask(delivery.set, { circles: [{ circleId: circle?.id ?? null, when }] });
    const waiting = (kind: string) =>
      context().db.read.selectFrom('jobs').select('run_at').where('kind', '=', kind).orderBy('id').execute();
    /** The pauses end, and everything that is due is done. */
    const pauseEnds = async () => {
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', 'in', ['tell-circle', 'tell-album']).execute(),
      );
      await context().jobs.idle();
    };
    const dayPasses = async () => {
      await context().db.write(({ q }) => q.updateTable('notifications').set({ created_at: 1 }).execute());
      await pauseEnds();
    };
    const bell = async (who: Person) =>
      (await who.ask(notifications.list, {})).items.filter(({ kind }) => kind === 'new_photos');
    const titles = async (who: Person) => (await bell(who)).map(({ title }) => title);
    const readsAll = (who: Person) => who.ask(notifications.markAllRead, {});
    const makesLetter = async (who: Pick<Person, 'id'>) => {
      await makeLetterOf(context(), await server().keyOf('users', who));
    };
    const letters = async (who: Pick<Person, 'id' | 'email'>) => {
      await makesLetter(who);
      await context().jobs.idle();
      // A letter waits for copies of its photos, which are made by now.
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'letter').execute(),
      );
      return server().mailsTo(who);
    };
    /** The text of the only letter that the reader gets now. */
    const letter = async (who: Person): Promise<string> => {
      const [one, ...more] = await letters(who);
      assert.equal(more.length, 0);
      return one?.text ?? '';
    };
    const setUp = async (names: string[], lettersCarry: 'names' | 'content' = 'names') => {
      const [ann, ...others] = await server().members(...names);
      assert.ok(ann);
      const circle = await ann.makesCircle(`Circle of ${ann.name}`, { lettersCarry });
      for (const member of others) await ann.adds(member, circle);
      await context().jobs.idle();
      for (const who of others) await readsAll(who);
      return { ann, others, circle };
    };
    const told = async (ann: Person, circle: Circle, title = 'Summer'): Promise<Post> => {
      const album = await makeAlbum(ann, circle, { title });
      await pauseEnds();
      return album;
    };

    // NOTIFY-1
    testOnBoth('notify readers who chose immediate delivery, once a day', async () => {
      const { ann, others, circle } = await setUp(['Ann1', 'Ben1', 'Cleo1', 'Dora1']);
      const [ben, cleo, dora] = others as [Person, Person, Person];
      for (const who of [ann, ben, cleo]) await chooses(who, circle, 'now');
      await chooses(dora, circle, 'never');
      await ben.ask(notifications.subscribePush, { endpoint: `${service.url}/Ben1` });
      const album = await told(ann, circle);
      await readsAll(ben);
      service.take();
      const begunAt = Date.now();
      await addToAlbum(ann, album, 2);
      const firstAddedAt = Date.now();
      await addToAlbum(cleo, album, 1);
      const [job, ...more] = await waiting('tell-album');
      assert.equal(more.length, 1, 'one job for each addition');
      const pauseBeganAt = (job?.run_at ?? 0) - 180_000;
      assert.ok(pauseBeganAt >= begunAt && pauseBeganAt <= firstAddedAt, `${pauseBeganAt - begunAt} ms`);
      await pauseEnds();
      const [entry] = await bell(ben);
      assert.deepEqual([entry?.title, entry?.quote], ['3 new photos in Summer', null]);
      assert.equal(entry?.actionUrl, `/post/${album.id}`);
      assert.deepEqual(service.take(), ['/Ben1']);
      assert.deepEqual(await titles(cleo), ['2 new photos in Summer'], 'not their own');
      assert.deepEqual(await titles(ann), ['1 new photo in Summer'], 'also the author of the album');
      assert.deepEqual(await titles(dora), []);

      await readsAll(ben);
      await addToAlbum(ann, album, 1);
      await pauseEnds();
      assert.deepEqual(
        (await bell(ben)).map(({ title, isRead }) => [title, isRead]),
        [['3 new photos in Summer', true]],
        'not before a day is over',
      );
      const [later] = await waiting('tell-album');
      assert.ok((later?.run_at ?? 0) > Date.now() + 23 * 60 * 60_000);
      await dayPasses();
      assert.deepEqual(
        (await bell(ben)).map(({ title, isRead }) => [title, isRead]),
        [['1 new photo in Summer', false]],
      );
      assert.deepEqual(await titles(cleo), ['3 new photos in Summer'], 'an unread entry goes on');
      assert.deepEqual(service.take(), ['/Ben1']);
      await dayPasses();
      assert.deepEqual(await letters(ben), [], 'told by the bell');
    });

    // NOTIFY-1
    testOnBoth(
      'count and show what their reader sees now: nothing muted, blocked, hidden or deleted',
      async () => {
        const { ann, others, circle } = await setUp(['Ann2', 'Ben2', 'Cleo2', 'Emil2', 'Finn2']);
        const [ben, cleo, emil, finn] = others as [Person, Person, Person, Person];
        for (const who of [ben, emil, finn]) await chooses(who, circle, 'now');
        const album = await told(ann, circle);
        await readsAll(ben);
        const byCleo = await addToAlbum(cleo, album, 2);
        const byAnn = await addToAlbum(ann, album, 1);
        await emil.ask(blocking.mute, { id: cleo.id });
        await ann.removes(finn, circle);
        await pauseEnds();
        assert.deepEqual(await titles(ben), ['3 new photos in Summer']);
        assert.deepEqual(await titles(emil), ['1 new photo in Summer']);
        const photoOf = async (who: Person) => (await bell(who)).at(0)?.photo?.url ?? '';
        assert.ok((await photoOf(ben)).includes(byCleo[0] ?? '-'), 'the first of the new ones');
        assert.ok((await photoOf(emil)).includes(byAnn[0] ?? '-'), 'none of a muted member');
        assert.deepEqual(await titles(finn), []);
        await ben.ask(blocking.block, { id: cleo.id });
        assert.deepEqual(await titles(ben), ['1 new photo in Summer']);
        await ann.ask(albums.removePhotos, { id: album.id, photoIds: byAnn });
        assert.deepEqual(await titles(ben), []);
        assert.equal((await ben.ask(notifications.unread, {})).count, 0);
        await ben.ask(blocking.unblock, { id: cleo.id });
        assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
        await ann.ask(albums.removePhotos, { id: album.id, photoIds: byCleo });
        assert.deepEqual(await titles(ben), [], 'returned to the member who added them');
        await ben.ask(blocking.mute, { id: ann.id });
        await addToAlbum(cleo, album, 1);
        await dayPasses();
        assert.deepEqual(await titles(ben), [], 'the author of the album is muted');
      },
    );

    // NOTIFY-1, LETTER-34, CIRCLE-3
    test('name no private circle of others', async () => {
      const [ann, ben] = await server().members('Ann3', 'Ben3');
      await chooses(ben, null, 'now');
      const hidden = await ann.makesCircle('Hidden garden', { kind: 'private' });
      await ann.adds(ben, hidden);
      const album = await makeAlbum(ann, hidden, { adds: 'author' });
      await pauseEnds();
      await addToAlbum(ann, album, 1);
      await pauseEnds();
      const [entry] = await bell(ben);
      assert.equal(entry?.title, '1 new photo in Summer');
      assert.doesNotMatch(JSON.stringify(entry), /Hidden|garden/);
      await chooses(ben, null, 'evening');
      await addToAlbum(ann, album, 2);
      const text = await letter(ben);
      assert.match(text, /Shared with you/);
      assert.match(text, /Ann3 Example added 2 photos to an album/);
      assert.doesNotMatch(text, /Hidden|garden|Summer/);
    });

    test('reach other readers in their next letter, once, without the title where letters carry names', async () => {
      const { ann, others, circle } = await setUp(['Ann4', 'Ben4', 'Cleo4']);
      const [ben, cleo] = others as [Person, Person];
      const album = await told(ann, circle);
      await addToAlbum(ann, album, 1);
      assert.match(await letter(ben), /Ann4 Example shared an album with 2 photos/);
      assert.deepEqual(await letters(ben), [], 'photos of an album that was news are part of it');
      await chooses(cleo, circle, 'sunday');
      await addToAlbum(cleo, album, 1);
      await addToAlbum(ann, album, 2);
      const [mail] = await letters(ben);
      assert.ok(mail);
      assert.match(mail.text, /Cleo4 Example and Ann4 Example added 3 photos to an album: /);
      assert.deepEqual(mail.pictures, []);
      assert.ok(mail.text.includes(`/post/${album.id}`));
      for (const part of [mail.subject, mail.text, mail.html]) assert.ok(!part.includes('Summer'));
      assert.equal(mail.subject, 'Cleo4 Example and Ann4 Example added 3 photos to an album');
      assert.deepEqual(await letters(ben), [], 'told once');
      assert.match(await letter(ann), /Cleo4 Example added a photo to an album/);
    });

    test('are in a letter with title and pictures only where every circle lets letters carry content', async () => {
      const { ann, others, circle } = await setUp(['Ann5', 'Ben5', 'Cleo5'], 'content');
      const [ben, cleo] = others as [Person, Person];
      const album = await told(ann, circle, 'Beach');
      for (const who of [ben, cleo]) await letters(who);
      await addToAlbum(ann, album, 14);
      const [mail] = await letters(ben);
      assert.ok(mail);
      assert.match(mail.text, /^> 14 new photos in Beach$/m);
      assert.equal(mail.html.match(/<img /g)?.length, 12);
      assert.match(mail.text, /and 2 more photos: /);
      assert.equal(mail.subject, 'Ann5 Example added 14 photos to an album');
      const quiet = await ann.makesCircle('Quiet');
      await ann.adds(ben, quiet);
      const both = await ann.ask(albums.create, {
        title: 'Both',
        circleIds: [circle.id, quiet.id],
        content: '',
        photoIds: [],
      });
      await letters(ben);
      await addToAlbum(ann, both, 1);
      const text = await letter(ben);
      assert.match(text, /Ann5 Example added a photo to an album/);
      assert.doesNotMatch(text, /Both/);
      assert.deepEqual(await letters(ben), [], 'told once, although the album is in two circles');
    });

    test('stay untold when a letter is refused, and are in the next one', async () => {
      const { ann, others, circle } = await setUp(['Ann6', 'Ben6']);
      const [ben] = others as [Person];
      const album = await told(ann, circle);
      await letters(ben);
      await addToAlbum(ann, album, 1);
      server().mailbox.refuse([ben.email]);
      assert.deepEqual(await letters(ben), []);
      server().mailbox.refuse([]);
      assert.match(await letter(ben), /and 1 more moment\n/, 'a letter after a refused one quotes nobody');
      assert.deepEqual(await letters(ben), []);
      await addToAlbum(ann, album, 1);
      assert.match(await letter(ben), /Ann6 Example added a photo to an album/);
    });

    // CIRCLE-12
    test('count as told when their reader saw the album, joined later or looked by choice', async () => {
      const { ann, others, circle } = await setUp(['Ann7', 'Ben7', 'Cleo7']);
      const [ben, cleo] = others as [Person, Person];
      const album = await told(ann, circle);
      for (const who of [ben, cleo]) await letters(who);
      await chooses(cleo, circle, 'never');
      await addToAlbum(ann, album, 1);
      await ben.ask(delivery.seen, { postIds: [album.id] });
      assert.deepEqual(await letters(ben), [], 'seen on screen');
      await chooses(cleo, circle, 'evening');
      assert.deepEqual(await letters(cleo), [], 'added while nothing reached her');
      await addToAlbum(ann, album, 1);
      // Without new photos in between, stopping changes nothing.
      await chooses(cleo, circle, 'never');
      await chooses(cleo, circle, 'evening');
      const late = await server().member('Late7');
      await ann.adds(late, circle);
      assert.deepEqual(await letters(late), []);
      for (const who of [ben, cleo]) assert.match(await letter(who), /added a photo/);
    });

    test('wait for the next letter where a letter has no place left', async () => {
      const { ann, others, circle } = await setUp(['Ann9', 'Ben9']);
      const [ben] = others as [Person];
      const album = await told(ann, circle);
      await letters(ben);
      await addToAlbum(ann, album, 1);
      for (let at = 0; at < 20; at += 1) await ann.posts(`moment ${at}`, { to: circle });
      const first = await letter(ben);
      assert.equal(first.match(/shared a moment/g)?.length, 20);
      assert.doesNotMatch(first, /to an album/);
      assert.match(await letter(ben), /Ann9 Example added a photo to an album/);
    });

    test('reach members who take part by e-mail alone, in their language, and are in exports', async () => {
      const { ann, circle } = await setUp(['Ann10'], 'content');
      const rosa = await joinByLetter(server(), ann, circle, 'Rosa');
      const { db } = context();
      await db.write(({ q }) =>
        q.updateTable('users').set({ language: 'de' }).where('id', '=', rosa.key).execute(),
      );
      const album = await told(ann, circle, 'Sommer');
      await letters(rosa);
      await addToAlbum(ann, album, 2);
      const [mail] = await letters(rosa);
      assert.equal(mail?.subject, 'Ann10 Example hat einem Album 2 Fotos hinzugefügt');
      assert.match(mail.text, /^> 2 neue Fotos in Sommer$/m);
      assert.match(mail.text, new RegExp(`/letter/[^/]+/posts/${album.id}`));
      const viewer = await findMailboxViewer(db.read, rosa.key);
      assert.ok(viewer);
      assert.deepEqual(
        (await ownDelivery(db.read, viewer)).told.map(({ post }) => post.id),
        [album.id],
      );
      const rowsOf = async () => {
        const { rows } = await sql<{ id: number }>`
          select post_id as id from album_additions union all select post_id from told_albums
          order by id desc limit 2`.execute(db.read);
        return rows.map(({ id }) => id);
      };
      const key = await server().keyOf('posts', album);
      assert.deepEqual(await rowsOf(), [key, key]);
      await ann.ask(posts.remove, { id: album.id });
      assert.ok(!(await rowsOf()).includes(key), 'deleted with the album');
    });

    test('notify a reader who chooses immediate delivery while they wait for a letter', async () => {
      const { ann, others, circle } = await setUp(['Ann8', 'Ben8']);
      const [ben] = others as [Person];
      const album = await told(ann, circle);
      await letters(ben);
      await addToAlbum(ann, album, 2);
      assert.equal((await waiting('tell-album')).length, 0, 'no job where no reader wants to be notified');
      await chooses(ben, circle, 'now');
      await pauseEnds();
      assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
      // Part of the album for a reader who was not notified of it yet.
      const next = await makeAlbum(ann, circle, { title: 'Next' });
      await addToAlbum(ann, next, 1);
      await pauseEnds();
      await dayPasses();
      assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
    });

    test('count as told by the bell when their reader looked by choice', async () => {
      const { ann, others, circle } = await setUp(['Ann11', 'Ben11']);
      const [ben] = others as [Person];
      await chooses(ben, circle, 'now');
      const album = await told(ann, circle);
      await chooses(ben, circle, 'never');
      await addToAlbum(ann, album, 1);
      await chooses(ben, circle, 'now');
      await addToAlbum(ann, album, 2);
      await pauseEnds();
      assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
    });

    test('are part of an album for each reader who was not told of it yet', async () => {
      const { ann, others, circle } = await setUp(['Ann12', 'Ben12', 'Cleo12']);
      const [ben, cleo] = others as [Person, Person];
      for (const who of [ben, cleo]) await chooses(who, circle, 'now');
      const other = await ann.posts('Seen on screen', { to: circle });
      await ben.ask(delivery.seen, { postIds: [other.id] });
      const album = await makeAlbum(ann, circle);
      await cleo.ask(delivery.seen, { postIds: [album.id] });
      await addToAlbum(ann, album, 1);
      await context().db.write(({ q }) =>
        q.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'tell-album').execute(),
      );
      await context().jobs.idle();
      assert.deepEqual(await titles(ben), []);
      assert.deepEqual(await titles(cleo), ['1 new photo in Summer'], 'she saw the album on her screen');
    });

    // CIRCLE-12
    test('reach their reader through circles in which they see the album', async () => {
      const { ann, others, circle } = await setUp(['Ann13', 'Ben13']);
      const [ben] = others as [Person];
      const [later, third] = [
        await ann.makesCircle('Later', { showsEarlierPosts: false }),
        await ann.makesCircle('Third'),
      ];
      await ann.adds(ben, third);
      const album = await ann.ask(albums.create, {
        title: 'Summer',
        circleIds: [circle.id, later.id],
        content: '',
        photoIds: [],
      });
      await ann.posts('Hello', { to: third });
      await letters(ben);
      await ann.adds(ben, later);
      await chooses(ben, circle, 'never');
      await addToAlbum(ann, album, 1);
      assert.deepEqual(await letters(ben), [], 'he sees the album through no circle of his letters');
      await chooses(ben, circle, 'evening');
      await addToAlbum(ann, album, 1);
      assert.match(await letter(ben), /Ann13 Example added a photo to an album/);
    });

    test('stay untold while their reader does not see the album', async () => {
      const { others, circle } = await setUp(['Ann14', 'Ben14', 'Cleo14']);
      const [ben, cleo] = others as [Person, Person];
      await chooses(ben, circle, 'now');
      const album = await told(cleo, circle);
      await ben.ask(blocking.block, { id: cleo.id });
      await addToAlbum(cleo, album, 1);
      await pauseEnds();
      await ben.ask(blocking.unblock, { id: cleo.id });
      assert.deepEqual(await titles(ben), []);
      await addToAlbum(cleo, album, 1);
      await pauseEnds();
      assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
    });

    // NOTIFY-1
    test('leave the entry of a reader who sees none of them as it is', async () => {
      const { ann, others, circle } = await setUp(['Ann17', 'Ben17']);
      const [ben] = others as [Person];
      await chooses(ben, circle, 'now');
      const album = await told(ann, circle);
      await addToAlbum(ann, album, 2);
      await pauseEnds();
      await readsAll(ben);
      await addToAlbum(ben, album, 1);
      await dayPasses();
      assert.deepEqual(await titles(ben), ['2 new photos in Summer']);
    });

    test('that were on screen while a letter was sent are not told again', async () => {
      const { ann, others, circle } = await setUp(['Ann15', 'Ben15']);
      const [ben] = others as [Person];
      const album = await told(ann, circle);
      await letters(ben);
      await addToAlbum(ann, album, 1);
      const answerMail = server().mailbox.delayAnswers([ben.email]);
      await makesLetter(ben);
      const sent = context().jobs.idle();
      await server().mailbox.arrival(ben.email);
      await addToAlbum(ann, album, 1);
      await ben.ask(delivery.seen, { postIds: [album.id] });
      answerMail();
      await sent;
      assert.equal((await server().mailsTo(ben)).length, 1);
      assert.deepEqual(await letters(ben), []);
    });

    // ALBUM-5, BLOCK-1
    test('count in the letter about a new album as its reader sees them', async () => {
      const { ann, others, circle } = await setUp(['Ann30', 'Ben30', 'Cleo30', 'Dora30']);
      const [ben, cleo, dora] = others as [Person, Person, Person];
      const album = await makeAlbum(ann, circle, { photos: 1 });
      await addToAlbum(cleo, album, 2);
      await ben.ask(blocking.block, { id: cleo.id });
      assert.match(await letter(dora), /3 photos/);
      assert.doesNotMatch(await letter(ben), /[23] photos/);
    });

    testOnBoth('are in no letter whose reader loses them while it is composed', async () => {
      const { ann, others, circle } = await setUp(['Ann16', 'Ben16', 'Cleo16']);
      const [ben, cleo] = others as [Person, Person];
      const quiet = await ann.makesCircle('Quiet');
      await ann.adds(ben, quiet);
      const [album, unheard] = [await told(ann, circle), await told(ann, quiet)];
      for (const who of [ben, cleo]) await letters(who);
      await chooses(ben, quiet, 'never');
      await addToAlbum(ann, unheard, 1);
      const { db } = context();
      const run = db.run.bind(db);
      /** Acts when the letter knows its albums, and looks for their photos. */
      const whenComposed = (act: () => Promise<unknown>) => {
        db.run = async (statement, parameters) => {
          if (statement.name === 'letter_albums') {
            db.run = run;
            await act();
          }
          return run(statement, parameters);
        };
      };
      const [added = ''] = await addToAlbum(ann, album, 1);
      whenComposed(() => ann.ask(albums.removePhotos, { id: album.id, photoIds: [added] }));
      assert.deepEqual(await letters(ben), []);
      await addToAlbum(ann, album, 1);
      whenComposed(() => ann.removes(ben, circle));
      assert.deepEqual(await letters(ben), []);
      whenComposed(() => ann.ask(posts.edit, { id: album.id, hiddenFrom: [cleo.id] }));
      assert.deepEqual(await letters(cleo), []);
      assert.equal(db.run, run);
    });
  },
  { PUSH_HOSTS: service.url, ...mailInSettings },
);
