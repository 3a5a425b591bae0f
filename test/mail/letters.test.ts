import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as delivery from '../../contract/delivery.ts';
import * as posts from '../../contract/posts.ts';
import type { Circle } from '../../contract/shapes.ts';
import sharp from 'sharp';
import { isSundayAt, nextLetterTime } from '../../server/features/letters/due.ts';
import { makeAllLetters, makeDueLetters } from '../../server/features/letters/evening.ts';
import { readFigures } from '../../server/features/system/figures.ts';
import { plainPhoto } from '../harness/photos.ts';
import { uploadVideo } from '../harness/videos.ts';
import { operate, succeeds } from '../harness/operate.ts';
import type { Person } from '../harness/person.ts';
import { onBothDatabases, TestServer } from '../harness/test-server.ts';

const hour = 60 * 60_000;

/** Makes all letters as if every member's hour had come, and returns those to one member. */
const lettersTo = async (server: TestServer, person: Person) => {
  await makeAllLetters(server.app.context);
  return server.mailsTo(person);
};

const chooses = async (who: Person, circle: Circle, when: delivery.When): Promise<void> => {
  await who.ask(delivery.set, { circles: [{ circleId: circle.id, when }] });
};

onBothDatabases('letters', (server) => {
  const family = async (...names: string[]) => {
    const people = await server().members(...names);
    const [owner, ...others] = people;
    assert.ok(owner);
    const circle = await owner.makesCircle(`Family of ${owner.name}`);
    for (const who of others) await owner.adds(who, circle);
    return { people, circle };
  };
  const letters = (who: Person) => lettersTo(server(), who);
  /** The text of the one letter that the reader gets now. */
  const letter = async (who: Person): Promise<string> => {
    const [one, ...more] = await letters(who);
    assert.equal(more.length, 0);
    return one?.text ?? '';
  };

  test('a letter names the moments that its reader has not been told of, once', async () => {
    const { people, circle } = await family('Ann', 'Bob');
    const [ann, bob] = people as [Person, Person];
    assert.deepEqual(await letters(bob), [], 'nothing was shared');
    const first = await ann.posts('words that stay inside', { to: circle });
    const second = await ann.posts('', { to: circle, photos: [await plainPhoto(), await plainPhoto()] });
    const [one, ...more] = await letters(bob);
    assert.equal(more.length, 0);
    assert.ok(one);
    assert.match(one.text, /Family of Ann/);
    assert.match(one.text, /Ann Example shared a moment\b/);
    assert.match(one.text, /Ann Example shared a moment with 2 photos/);
    assert.ok(one.text.indexOf(`/post/${first.id}`) < one.text.indexOf(`/post/${second.id}`), 'oldest first');
    assert.ok(one.html.includes(`/post/${first.id}`));
    for (const part of [one.text, one.html, one.subject]) assert.ok(!part.includes('stay inside'));
    assert.deepEqual(await letters(bob), [], 'each moment is told once');
    assert.deepEqual(await letters(ann), [], 'authors know their own moments');
    await ann.posts('third', { to: circle, photoIds: [(await uploadVideo(ann)).id] });
    await ann.posts('fourth', { to: circle, photos: [await plainPhoto()] });
    const last = await letter(bob);
    for (const part of ['a video', 'a photo'])
      assert.ok(last.includes(`Ann Example shared a moment with ${part}`));
  });

  // LETTER-32
  test('a letter passes what its reader cannot see, although other circles bring it', async () => {
    const { people, circle } = await family('Wilma', 'Verena', 'Ulf');
    const [wilma, verena, ulf] = people as [Person, Person, Person];
    await ulf.posts('hidden when the letter was sent', { to: circle });
    await ulf.ask(blocking.block, { id: verena.id });
    const club = await wilma.makesCircle('Club');
    await wilma.adds(verena, club);
    await wilma.posts('for the letter', { to: club });
    assert.match(await letter(verena), /Wilma Example shared a moment/);
    await ulf.ask(blocking.unblock, { id: verena.id });
    await wilma.posts('for the next letter', { to: club });
    assert.ok(!(await letter(verena)).includes('Ulf'));
    await letters(ulf);
    await letters(wilma);
  });

  // LETTER-32
  test('nothing of a moment that the reader lost before the letter was sent is in it', async () => {
    const { people, circle } = await family('Cleo', 'Dora', 'Emil', 'Finn', 'Gus', 'Hal');
    const [cleo, dora, emil, finn, gus, hal] = people as [Person, Person, Person, Person, Person, Person];
    const deleted = await cleo.posts('deleted', { to: circle });
    await cleo.ask(posts.remove, { id: deleted.id });
    assert.deepEqual(await letters(finn), [], 'deleted');
    await cleo.posts('kept', { to: circle });
    await cleo.removes(dora, circle);
    await emil.ask(blocking.block, { id: cleo.id });
    await finn.ask(blocking.mute, { id: cleo.id });
    await gus.ask(circles.removeMember, { id: circle.id, memberId: gus.id });
    for (const who of [dora, emil, finn, gus]) assert.deepEqual(await letters(who), [], who.name);
    assert.match(await letter(hal), /Cleo Example/);
  });

  test('a moment in two circles stands once, under the one that the reader put first', async () => {
    const { people, circle } = await family('Ivy', 'Jack');
    const [ivy, jack] = people as [Person, Person];
    const other = await ivy.makesCircle('Choir');
    await ivy.adds(jack, other);
    await jack.ask(circles.setPriority, { id: other.id, priority: 9 });
    const both = await ivy.posts('in both', { to: [circle, other] });
    const alone = await ivy.posts('in one', { to: circle });
    const text = await letter(jack);
    assert.equal(text.split(`/post/${both.id}`).length, 2);
    assert.ok(text.indexOf('Choir') < text.indexOf(`/post/${both.id}`));
    assert.ok(text.indexOf(`/post/${both.id}`) < text.indexOf('Family of Ivy'));
    assert.ok(text.indexOf('Family of Ivy') < text.indexOf(`/post/${alone.id}`));
  });

  // LETTER-34
  test('private circles of others are one section without a name', async () => {
    const [kim, lou] = await server().members('Kim', 'Lou');
    const secret = await kim.makesCircle('Canary surprise party', { kind: 'private' });
    const other = await kim.makesCircle('Canary cousins', { kind: 'private' });
    for (const circle of [secret, other]) await kim.adds(lou, circle);
    await kim.posts('x', { to: [secret, other] });
    await kim.posts('y', { to: other });
    const [one] = await letters(lou);
    assert.ok(one);
    assert.match(one.text, /Shared with you/);
    assert.ok(!JSON.stringify(one).includes('Canary'));
    assert.deepEqual(await letters(kim), []);
  });

  test('a letter comes on Sunday where the reader chose so, and never where they only look', async () => {
    const { people, circle } = await family('Mia', 'Ned', 'Olga', 'Pia');
    const [mia, ned, olga, pia] = people as [Person, Person, Person, Person];
    await chooses(ned, circle, 'sunday');
    await chooses(olga, circle, 'never');
    await chooses(pia, circle, 'now');
    await mia.posts('news', { to: circle });
    const { context } = server().app;
    const at = async (time: string) => {
      await context.db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ letter_due_at: Date.parse(time) })
          .execute(),
      );
      await makeDueLetters(context, Date.parse(time));
    };
    await at('2126-11-23T18:00:00Z');
    assert.deepEqual(await server().mailsTo(ned), [], 'a Saturday');
    await at('2126-11-24T18:00:00Z');
    assert.equal((await server().mailsTo(ned)).length, 1, 'a Sunday');
    for (const who of [olga, pia]) assert.deepEqual(await server().mailsTo(who), [], who.name);
  });

  test('a letter that the mail server did not take is sent again with the same Message-ID', async () => {
    const { people, circle } = await family('Quin', 'Rosa');
    const [quin, rosa] = people as [Person, Person];
    await quin.posts('before', { to: circle });
    const { context } = server().app;
    const open = () =>
      context.db.read
        .selectFrom('letters')
        .select(['user_id', 'message_id'])
        .where('state', '=', 'open')
        .executeTakeFirst();
    let resume = async () => {};
    await server().mailbox.downDuring(async () => {
      await makeAllLetters(context);
      await context.jobs.idle();
      resume = await server().holdWorker();
    });
    const waiting = await open();
    assert.ok(waiting);
    // The next evening makes no second letter while this one may still arrive.
    await quin.posts('after', { to: circle });
    await makeAllLetters(context);
    assert.equal((await open())?.message_id, waiting.message_id);
    await context.db.write((tx) => context.jobs.hasten(tx, [`letter:${waiting.user_id}`]));
    await resume();
    const [sent] = await server().mailsTo(rosa);
    assert.ok(sent);
    assert.ok(sent.headers['message-id']?.includes(waiting.message_id));
    assert.equal(sent.text.split('/post/').length, 2);
    assert.equal((await letters(rosa)).length, 1, 'the later moment is part of the next letter');
  });

  // NOTIFY-10
  test('a member without a confirmed address, who is banned, suspended or asked, gets no letter', async () => {
    const { people, circle } = await family('Sam', 'Tess', 'Uma', 'Vic', 'Wes');
    const [sam, tess, uma, vic, wes] = people as [Person, Person, Person, Person, Person];
    const { db } = server().app.context;
    const set = (who: Person, values: Record<string, number | null>) =>
      db.write(({ q }) => q.updateTable('users').set(values).where('public_id', '=', who.id).execute());
    await set(tess, { email_confirmed_at: null });
    await set(uma, { suspended_until: Date.now() + hour });
    await set(vic, { banned_at: 1 });
    await set(wes, { claim_asked_at: 1 });
    await sam.posts('news', { to: circle });
    for (const who of [tess, uma, vic, wes]) assert.deepEqual(await letters(who), [], who.name);
    await set(uma, { suspended_until: Date.now() });
    assert.equal((await letters(uma)).length, 1, 'nothing is lost');
  });

  // LETTER-68
  test('each evening deletes the list of moments that a member saw on screen', async () => {
    const { people, circle } = await family('Lena', 'Max');
    const [lena, max] = people as [Person, Person];
    const { db } = server().app.context;
    const rows = async () =>
      (
        await db.read
          .selectFrom('told_posts')
          .innerJoin('users', 'users.id', 'told_posts.user_id')
          .select('post_id')
          .where('users.public_id', '=', max.id)
          .execute()
      ).length;
    const share = async (): Promise<string> => (await lena.posts('news', { to: circle })).id;
    const first = [await share(), await share()];
    await max.ask(delivery.seen, { postIds: first });
    assert.equal(await rows(), 2);
    assert.deepEqual(await letters(max), []);
    assert.equal(await rows(), 0);
    // A letter still tells of an unseen moment between two seen ones.
    const second = [await share(), await share(), await share()];
    await max.ask(delivery.seen, { postIds: second.filter((_, at) => at !== 1) });
    const text = await letter(max);
    assert.deepEqual(
      [...first, ...second].map((id) => text.includes(id)),
      [false, false, false, true, false],
    );
    assert.equal(await rows(), 0);
  });

  // LETTER-69
  test('a letter after a refused one quotes nobody, and after three a letter is tried on Sunday', async () => {
    const { people, circle } = await family('Nina', 'Otto');
    const [nina, otto] = people as [Person, Person];
    const { context } = server().app;
    const at = async (time: string) => {
      await context.db.write(({ q }) =>
        q
          .updateTable('users')
          .set({ letter_due_at: Date.parse(time) })
          .execute(),
      );
      await makeDueLetters(context, Date.parse(time));
      return server().mailsTo(otto);
    };
    server().mailbox.refuse([otto.email]);
    await nina.posts('words', { to: circle });
    assert.deepEqual(await at('2126-11-19T18:00:00Z'), []);
    server().mailbox.refuse([]);
    const [bare] = await at('2126-11-20T18:00:00Z');
    assert.match(bare?.subject ?? '', /^1 new moment/);
    assert.ok(!bare?.text.includes('Nina'));
    await nina.posts('more words', { to: circle });
    assert.match((await at('2126-11-21T18:00:00Z'))[0]?.text ?? '', /Nina/);

    server().mailbox.refuse([otto.email]);
    for (const day of [18, 19, 20]) {
      await nina.posts('even more', { to: circle });
      assert.deepEqual(await at(`2126-11-${day}T18:00:00Z`), []);
    }
    server().mailbox.refuse([]);
    assert.deepEqual(await at('2126-11-21T18:00:00Z'), []);
    assert.equal((await at('2126-11-24T18:00:00Z')).length, 1, 'a Sunday');
  });

  // LETTER-61
  test('a letter of Sunday that was not made or not sent is part of the next one', async () => {
    const { people, circle } = await family('Paul', 'Quinn');
    const [paul, quinn] = people as [Person, Person];
    await chooses(quinn, circle, 'sunday');
    await paul.posts('news', { to: circle });
    const { context } = server().app;
    // The server was off from Saturday to Monday.
    await context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ letter_due_at: Date.parse('2126-11-23T18:00Z') })
        .execute(),
    );
    await makeDueLetters(context, Date.parse('2126-11-25T09:00Z'));
    assert.equal((await server().mailsTo(quinn)).length, 1);
  });

  test('moments beyond 20 are counted, and linked to', async () => {
    const { people, circle } = await family('Vera', 'Walt');
    const [vera, walt] = people as [Person, Person];
    for (let index = 0; index < 23; index++) await vera.posts(`moment ${index}`, { to: circle });
    const text = await letter(walt);
    assert.equal(text.split('/post/').length - 1, 20);
    assert.match(text, /and 3 more/i);
    assert.deepEqual(await letters(walt), []);
  });

  // LETTER-32, LETTER-44
  test('words and photos are in a letter only if every circle of its reader carries them, then and now', async () => {
    const { people, circle: names } = await family('Zoe', 'Abe');
    const [zoe, abe] = people as [Person, Person];
    const carry = (circle: Circle, lettersCarry: 'names' | 'content') =>
      zoe.ask(circles.edit, { id: circle.id, name: circle.name, lettersCarry });
    const content = await zoe.makesCircle('Sharing', { lettersCarry: 'content' });
    await zoe.adds(abe, content);
    const photos = [await plainPhoto(1200, 900)];
    await zoe.posts('carried words', { to: content, photos });
    await zoe.posts('in both circles', { to: [content, names] });
    const later = await zoe.makesCircle('Later', { showsEarlierPosts: false });
    await zoe.posts('in circles of others', { to: [content, await zoe.makesCircle('Away'), later] });
    await zoe.adds(abe, later);
    await carry(names, 'content');
    await zoe.posts('carried by both', { to: [content, names] });
    await carry(content, 'names');
    await zoe.posts('shared as a name', { to: content });
    await carry(content, 'content');
    const { context } = server().app;
    await makeAllLetters(context);
    await context.jobs.idle();
    const waiting = await context.db.read
      .selectFrom('letters')
      .select('user_id')
      .where('state', '=', 'open')
      .execute();
    await context.db.write((tx) =>
      context.jobs.hasten(
        tx,
        waiting.map(({ user_id: key }) => `letter:${key}`),
      ),
    );
    const [one, ...more] = await server().mailsTo(abe);
    assert.equal(more.length, 0);
    assert.ok(one);
    for (const part of [one.text, one.html]) {
      for (const words of ['carried words', 'in circles of others', 'carried by both'])
        assert.ok(part.includes(words), words);
      for (const words of ['in both circles', 'shared as a name']) assert.ok(!part.includes(words), words);
    }
    const [picture, ...others] = one.pictures;
    assert.equal(others.length, 0);
    assert.ok(picture && one.html.includes(`cid:${picture.cid}`));
    const { format, width } = await sharp(picture.bytes).metadata();
    assert.deepEqual([format, width], ['jpeg', 800]);

    await carry(content, 'names');
    await zoe.posts('one more', { to: content });
    await carry(content, 'content');
    await zoe.posts('and another', { to: content });
    await carry(content, 'names');
    assert.ok(!(await letter(abe)).includes('another'), 'names only now');
    await server().mailsTo(zoe);
  });

  // LETTER-65
  test('mails that open an account do not wait for letters', async () => {
    const { people, circle } = await family('Ben', 'Col', 'Deb', 'Eli', 'Fay', 'Gil');
    const [ben, ...readers] = people as [Person, ...Person[]];
    const release = server().mailbox.delayAnswers(readers.map(({ email }) => email));
    await ben.posts('news', { to: circle });
    const { context } = server().app;
    await makeAllLetters(context);
    // More letters wait for the mail server than it is sent at a time.
    await server().visitor().ask(auth.forgotPassword, { email: ben.email });
    await server().mailbox.arrival(ben.email);
    assert.equal(server().mailbox.take(ben.email).length, 1);
    release();
    for (const who of readers) assert.equal((await server().mailsTo(who)).length, 1, who.name);
  });

  test('the unsubscribe address in the header of a letter stops all letters', async () => {
    const { people, circle } = await family('Hugo', 'Ida');
    const [hugo, ida] = people as [Person, Person];
    await hugo.posts('news', { to: circle });
    const [one] = await letters(ida);
    const [, stop] = /^<(.*)>$/.exec(one?.headers['list-unsubscribe'] ?? '') ?? [];
    assert.ok(stop);
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(stop, { method: 'POST', body, headers });
    assert.ok(answer.ok);
    await hugo.posts('more news', { to: circle });
    assert.deepEqual(await letters(ida), []);
    assert.ok(one?.text.includes('/my-account/reach'));
  });

  // OPERATE-10
  test('the figures count letters that were sent, and those that wait', async () => {
    const { context } = server().app;
    const figure = async (name: string) => {
      const { text } = await readFigures(context);
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    const sent = await figure('circle_letters_total{outcome="sent"}');
    const { people, circle } = await family('Jon', 'Kira');
    const [jon, kira] = people as [Person, Person];
    await jon.posts('news', { to: circle });
    const resume = await server().holdWorker();
    await makeAllLetters(context);
    assert.equal(await figure('circle_letters_waiting'), 1);
    await resume();
    assert.equal((await server().mailsTo(kira)).length, 1);
    assert.equal(await figure('circle_letters_waiting'), 0);
    assert.equal(await figure('circle_letters_total{outcome="sent"}'), sent + 1);
  });

  test('letters --now sends what is due, once', async () => {
    const { people, circle } = await family('Xena', 'Yuri');
    const [xena, yuri] = people as [Person, Person];
    await xena.ask(circles.edit, { id: circle.id, name: circle.name, lettersCarry: 'content' });
    await xena.posts('news', { to: circle, photos: [await plainPhoto()] });
    const goOn = await server().holdWorker();
    assert.match(await succeeds(operate(server(), 'letters', '--now')), /One letter was sent\./);
    await goOn();
    assert.match((await server().mailsTo(yuri))[0]?.html ?? '', /<img src="cid:/);
    await succeeds(operate(server(), 'letters', '--now'));
    assert.deepEqual(await server().mailsTo(yuri), []);
    // Without a mail server they are files. The running server has one, and would send the letter first.
    await xena.posts('later news', { to: circle });
    const { dataDir, environment } = server();
    const resume = await server().holdWorker();
    await succeeds(operate({ environment: { ...environment, SMTP_URL: '' } }, 'letters', '--now'));
    await resume();
    assert.deepEqual(await server().mailsTo(yuri), []);
    const [file, ...more] = await readdir(path.join(dataDir, 'mail'));
    assert.deepEqual(more, []);
    assert.match(await readFile(path.join(dataDir, 'mail', file ?? ''), 'utf8'), /^To: yuri@example.org/m);
  });
});

test('no letters are made without a mail server', async () => {
  const server = await TestServer.open('sqlite', { SMTP_URL: '' });
  try {
    const [ann, bob] = await server.members('Ann', 'Bob');
    const circle = await ann.makesCircle('Family');
    await ann.adds(bob, circle);
    await ann.posts('news', { to: circle });
    const { db, jobs } = server.app.context;
    await db.write(async (tx) => {
      await tx.q.updateTable('users').set({ letter_due_at: 1 }).execute();
      await jobs.hasten(tx, ['every:evening-run']);
    });
    await jobs.idle();
    assert.deepEqual(await db.read.selectFrom('letters').selectAll().execute(), []);
  } finally {
    await server.close();
  }
});

describe('the time of letters', () => {
  const dates = (zone: string, atHour: number, from: string, count: number): string[] => {
    const found: string[] = [];
    for (let at = Date.parse(from); found.length < count; ) {
      at = nextLetterTime(at, { hour: atHour, timeZone: zone });
      found.push(new Date(at).toISOString().slice(0, 16));
    }
    return found;
  };
  test('is the same hour on the wall when the clock changes', () => {
    assert.deepEqual(dates('Europe/Berlin', 18, '2026-03-28T12:00Z', 3), [
      '2026-03-28T17:00',
      '2026-03-29T16:00',
      '2026-03-30T16:00',
    ]);
    assert.deepEqual(dates('Europe/Berlin', 18, '2026-10-24T12:00Z', 3), [
      '2026-10-24T16:00',
      '2026-10-25T17:00',
      '2026-10-26T17:00',
    ]);
  });
  test('comes once on a day whose hour is skipped or repeated', () => {
    assert.deepEqual(dates('Europe/Berlin', 2, '2026-03-28T06:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ]);
    assert.deepEqual(dates('Europe/Berlin', 2, '2026-10-24T06:00Z', 2), [
      '2026-10-25T01:00',
      '2026-10-26T01:00',
    ]);
    assert.deepEqual(dates('America/St_Johns', 0, '2026-11-01T02:00Z', 2), [
      '2026-11-01T02:30',
      '2026-11-02T03:30',
    ]);
  });
  test('counts an unknown time zone as UTC', () => {
    assert.deepEqual(dates('Mars/Olympus', 18, '2026-03-28T12:00Z', 1), ['2026-03-28T18:00']);
  });
  test('knows the Sunday of the reader', () => {
    const at = Date.parse('2026-11-22T05:00Z');
    assert.deepEqual(
      ['Pacific/Auckland', 'Europe/Berlin', 'Pacific/Honolulu'].map((zone) => isSundayAt(at, zone)),
      [true, true, false],
    );
  });
});
