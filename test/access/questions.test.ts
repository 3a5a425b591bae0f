import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as account from '../../contract/account.ts';
import * as auth from '../../contract/auth.ts';
import * as blocking from '../../contract/blocking.ts';
import * as circles from '../../contract/circles.ts';
import * as moderation from '../../contract/moderation.ts';
import * as notifications from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as questions from '../../contract/questions.ts';
import * as reporting from '../../contract/reporting.ts';
import type { Circle, Post } from '../../contract/shapes.ts';
import { makeAllLetters } from '../../server/features/letters/evening.ts';
import { ownQuestions } from '../../server/features/questions/list.ts';
import { fadeQuestions } from '../../server/features/questions/reach.ts';
import { Listening } from '../harness/events.ts';
import type { Person } from '../harness/person.ts';
import { becomesUnclaimed } from '../harness/resets.ts';
import { onBothDatabases, password } from '../harness/test-server.ts';

const day = 24 * 60 * 60_000;
const swim = 'Who taught you to swim?';

const asks = (who: Person, { id }: Circle, other: { id: string }, words = swim) =>
  who.call(questions.ask, { id, userId: other.id, words });
const waiting = async (who: Person): Promise<string[]> =>
  (await who.ask(questions.waiting, {})).items.map(({ words }) => words);
/** Everything that the API says to an asker about their questions. */
const askedBy = async (who: Person, { id }: Circle): Promise<string> =>
  (await who.call(questions.asked, { id })).text;
const kindsIn = async (who: Person): Promise<string[]> =>
  (await who.ask(notifications.list, {})).items.map(({ kind }) => kind);

const formOf = (fields: Record<string, unknown>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
};
const answers = (who: Person, { id }: Circle, questionId: string, more: Record<string, unknown> = {}) =>
  who.call(posts.create, formOf({ content: 'My aunt', circleIds: [id], questionId, ...more }));

onBothDatabases('questions of members to members', (server) => {
  let chief: Person;
  before(async () => {
    chief = await server().member('Chief', { isAdmin: true });
  });

  // Letters are tested elsewhere.
  after(async () => {
    await server().app.context.jobs.idle();
    const people = await server().app.context.db.read.selectFrom('users').select('email').execute();
    for (const { email } of people) server().mailbox.take(email);
  });

  /** The hour of letters of everybody, so many days from now. */
  const hour = (days = 0) => makeAllLetters(server().app.context, Date.now() + days * day);

  /** A circle of three, in which the first one asked the second one. */
  const asked = async (...names: [asker: string, asked: string, other: string]) => {
    const [tim, ann, eva] = await server().members(...names);
    const family = await tim.makesCircle('Family');
    for (const who of [ann, eva]) await tim.adds(who, family);
    const { id } = await tim.ask(questions.ask, { id: family.id, userId: ann.id, words: swim });
    return { tim, ann, eva, family, id };
  };
  const reached = async (...names: [asker: string, asked: string, other: string]) => {
    const made = await asked(...names);
    await hour();
    assert.deepEqual(await waiting(made.ann), [swim]);
    return made;
  };

  // ASK-1, ASK-2
  test('a question reaches its member at their hour, and the answer is a moment below it, of which the asker hears', async () => {
    const { tim, ann, eva, family, id } = await asked('Tim', 'Ann', 'Eva');
    assert.deepEqual([await waiting(ann), await kindsIn(ann)], [[], ['added_to_circle']]);
    assert.equal((await answers(ann, family, id)).status, 404, 'it has not reached her');
    await hour();
    const [item] = (await ann.ask(questions.waiting, {})).items;
    assert.deepEqual(
      [item?.id, item?.words, item?.askedBy.firstName, item?.circle.name],
      [id, swim, 'Tim', 'Family'],
    );
    const [bell] = (await ann.ask(notifications.list, {})).items;
    assert.deepEqual(
      [bell?.kind, bell?.quote, bell?.actionUrl, bell?.actor?.firstName, bell?.circle?.name],
      ['question', swim, `/create-post?question=${id}`, 'Tim', 'Family'],
    );
    assert.equal((await answers(eva, family, id)).status, 404, 'it is not hers');
    assert.equal((await answers(tim, family, id)).status, 404, 'it is his');
    const club = await ann.makesCircle('Club');
    assert.equal((await answers(ann, club, id)).status, 400);
    assert.equal((await answers(ann, family, id, { circleIds: [family.id, club.id] })).status, 400);

    const answer = await answers(ann, family, id);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(await waiting(ann), []);
    assert.ok(!(await kindsIn(ann)).includes('question'));
    assert.equal((await answers(ann, family, id)).status, 404, 'it has its answer');
    for (const who of [tim, ann, eva]) {
      const [post] = (await who.feed()).items;
      assert.deepEqual([post?.question?.words, post?.question?.askedBy.firstName], [swim, 'Tim']);
      const open = await who.ask(posts.get, { id: post?.id ?? '' });
      assert.deepEqual(open.question, post?.question);
    }
    const [told] = (await tim.ask(notifications.list, {})).items;
    assert.deepEqual([told?.kind, told?.quote], ['question_answered', 'My aunt']);
    assert.ok(!(await kindsIn(eva)).includes('question_answered'));
    const [post] = (await ann.feed()).items;
    const edited = await ann.ask(posts.edit, { id: post?.id ?? '', content: 'My uncle' });
    assert.equal(edited.question?.words, swim);
    assert.equal((await asks(tim, family, ann, 'And who taught your sister?')).status, 201);
  });

  // ASK-1
  test('the asker hears of an answer only if they see it', async () => {
    const { tim, ann, eva, family, id } = await reached('Tom', 'Amy', 'Elsa');
    const page = await Listening.openQuiet(tim);
    const made = await answers(ann, family, id, { hiddenFrom: [tim.id] });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await page.quiet(tim), []);
    await page.close();
    assert.deepEqual((await tim.feed()).items, []);
    assert.ok(!(await kindsIn(tim)).includes('question_answered'));
    assert.equal((await eva.feed()).items[0]?.question?.words, swim);
    assert.equal((await asks(tim, family, ann)).status, 409, 'as if nothing had happened');
  });

  // ASK-2
  test('one question a week reaches a member, of all circles, oldest first', async () => {
    const { tim, ann, eva, family } = await asked('Theo', 'Ada', 'Edna');
    const club = await eva.makesCircle('Club');
    await eva.adds(ann, club);
    await asks(eva, club, ann, 'Which song do you know by heart?');
    await asks(eva, family, ann, 'Which tree did you climb?');
    await hour();
    assert.deepEqual(await waiting(ann), [swim]);
    await hour(6);
    assert.deepEqual(await waiting(ann), [swim]);
    await hour(7);
    assert.deepEqual(await waiting(ann), ['Which song do you know by heart?', swim]);
    await hour(14);
    assert.equal((await waiting(ann)).length, 3);
    // A question that was withdrawn has taken its week all the same.
    const [mine] = (await tim.ask(questions.asked, { id: family.id })).items;
    await tim.ask(questions.remove, { id: mine?.id ?? '' });
    assert.equal((await waiting(ann)).length, 2);
    await asks(tim, family, ann, 'What did you dance to?');
    await hour(20);
    assert.equal((await waiting(ann)).length, 2);
    await hour(21);
    assert.equal((await waiting(ann)).length, 3);
  });

  test('a question ends with its own circle, also for those who share another', async () => {
    const { tim, ann, eva, family } = await asked('Taro', 'Amrei', 'Ewa');
    const club = await eva.makesCircle('Club');
    await eva.adds(ann, club);
    await asks(eva, family, ann, 'Which tree did you climb?');
    for (const days of [0, 7]) await hour(days);
    assert.deepEqual(await waiting(ann), ['Which tree did you climb?', swim]);
    await tim.removes(ann, family);
    assert.deepEqual(await waiting(ann), []);
  });

  // ASK-1
  test('one asks another member of a shared circle, one question at a time', async () => {
    const { tim, ann, eva, family } = await asked('Tia', 'Abe', 'Ella');
    const stranger = await server().member('Stranger');
    assert.equal((await asks(stranger, family, ann)).status, 404);
    assert.equal((await asks(tim, family, stranger)).status, 404);
    assert.equal((await asks(tim, family, tim)).status, 404);
    assert.equal((await asks(tim, family, ann, 'Another?')).status, 409);
    assert.equal((await asks(tim, family, eva)).status, 201);
    const own = await tim.makesCircle('Own', { kind: 'private' });
    await tim.adds(ann, own);
    assert.equal((await asks(tim, own, ann)).status, 409);
    assert.equal((await asks(ann, own, tim)).status, 404);
    for (const words of ['', ' \n ', 'x'.repeat(301)])
      assert.equal((await asks(eva, family, ann, words)).status, 400, words);
    assert.equal((await asks(eva, family, ann, 'x'.repeat(300))).status, 201);
    const club = await tim.makesCircle('Club');
    for (const who of [ann, eva]) await tim.adds(who, club);
    assert.equal((await asks(tim, club, ann)).status, 201, 'in another circle');
    await ann.ask(blocking.block, { id: eva.id });
    assert.equal((await asks(eva, club, ann)).status, 404, 'she does not see her there');
    assert.equal((await asks(ann, club, eva)).status, 404);
  });

  // ASK-3, ASK-4
  test('an asker sees the same whether a question was read, declined, stopped, muted or faded', async () => {
    type Made = Awaited<ReturnType<typeof reached>>;
    const ends: [string, (made: Made) => Promise<unknown>][] = [
      ['Declined', ({ ann, id }) => ann.ask(questions.remove, { id, next: 'none' })],
      ['Another', ({ ann, id }) => ann.ask(questions.remove, { id, next: 'another' })],
      ['Stopped', ({ ann, id }) => ann.ask(questions.remove, { id, next: 'stop' })],
      ['Off', ({ ann }) => ann.ask(account.edit, { takesQuestions: false })],
      ['Muted', ({ tim, ann }) => ann.ask(blocking.mute, { id: tim.id })],
      ['Left', ({ ann, family: { id } }) => ann.ask(circles.removeMember, { id, memberId: ann.id })],
      ['Removed', ({ tim, ann, family }) => tim.removes(ann, family)],
    ];
    for (const [name, end] of ends) {
      const made = await reached(`T${name}`, `A${name}`, `E${name}`);
      const { tim, ann, family, id } = made;
      const list = await askedBy(tim, family);
      assert.ok(list.includes(swim));
      const again = await asks(tim, family, ann);
      await end(made);
      assert.deepEqual([await waiting(ann), name], [[], name]);
      assert.ok(!(await kindsIn(ann)).includes('question'), name);
      assert.equal((await answers(ann, family, id)).status, 404, name);
      assert.equal((await ann.call(questions.remove, { id })).status, 404, name);
      assert.equal(await askedBy(tim, family), list, name);
      const now = await asks(tim, family, ann);
      // The list of members shows that they left.
      if (name === 'Left' || name === 'Removed') assert.equal(now.status, 404, name);
      else assert.deepEqual([now.status, now.json], [again.status, again.json], name);
      assert.equal((await tim.call(questions.remove, { id })).status, 204, name);
    }
    const { tim, ann, family } = await reached('Tfaded', 'Afaded', 'Efaded');
    const list = await askedBy(tim, family);
    await fadeQuestions(server().app.context.db, Date.now() + 29 * day);
    assert.deepEqual(await waiting(ann), [swim]);
    await fadeQuestions(server().app.context.db, Date.now() + 31 * day);
    assert.deepEqual([await waiting(ann), await askedBy(tim, family)], [[], list]);
  });

  // ASK-4
  test('a member who blocks the asker is as one who is banned or whose account has ended', async () => {
    type Made = Awaited<ReturnType<typeof reached>>;
    const ends: [string, (made: Made) => Promise<unknown>][] = [
      ['Gone', ({ ann }) => ann.ask(account.remove, { password })],
      ['Barred', ({ ann }) => chief.ask(moderation.actOnMember, { id: ann.id, action: 'ban' })],
      ['Blocked', ({ tim, ann }) => ann.ask(blocking.block, { id: tim.id })],
    ];
    const told: unknown[][] = [];
    for (const [name, end] of ends) {
      const made = await reached(`T${name}`, `A${name}`, `E${name}`);
      const { tim, ann, family, id } = made;
      const club = await tim.makesCircle('Club');
      await tim.adds(ann, club);
      const repeat = () =>
        tim.request('POST', `/api/circles/${club.id}/questions`, {
          json: { userId: ann.id, words: swim },
          headers: { 'idempotency-key': 'once' },
        });
      assert.equal((await repeat()).status, 201);
      await end(made);
      await server().app.context.jobs.idle();
      const again = await asks(tim, family, ann);
      const withdrawn = await tim.call(questions.remove, { id });
      const { items } = await tim.ask(questions.asked, { id: family.id });
      const { context } = server().app;
      const key = await server().keyOf('users', tim);
      const { asked: exported } = await ownQuestions(context.db.read, { id: key });
      const repeated = await repeat();
      assert.deepEqual([again.status, withdrawn.status, repeated.status], [404, 404, 404], name);
      told.push([again.json, withdrawn.json, repeated.json, items, exported]);
    }
    assert.deepEqual(told, [told[0], told[0], told[0]]);
    assert.deepEqual(told[0]?.slice(-2), [[], []]);
  });

  // ASK-1
  test('a question is one line of a verified member', async () => {
    const { tim, ann, eva, family } = await asked('Tor', 'Adi', 'Evi');
    await server().app.context.db.write(({ q }) =>
      q.updateTable('users').set({ verification_status: 'none' }).where('public_id', '=', eva.id).execute(),
    );
    assert.equal((await asks(eva, family, ann)).status, 403);
    const made = await asks(tim, family, eva, ' Who sang?\r\n\n\u2028 My aunt:\t “La”');
    assert.equal(made.status, 201, made.text);
    const [item] = (await tim.ask(questions.asked, { id: family.id })).items;
    assert.equal(item?.words, 'Who sang? My aunt: “La”');
  });

  // ASK-2
  test('one who asks in many circles waits for the others', async () => {
    const { tim, ann, eva, family } = await asked('Tex', 'Ara', 'Efa');
    const club = await tim.makesCircle('Club');
    await tim.adds(ann, club);
    await asks(tim, club, ann, 'Which song do you know by heart?');
    await asks(eva, family, ann, 'Which tree did you climb?');
    await hour();
    await hour(7);
    assert.deepEqual(await waiting(ann), ['Which tree did you climb?', swim]);
    await hour(14);
    assert.equal((await waiting(ann))[0], 'Which song do you know by heart?');
  });

  // ASK-2
  test('an answer does not begin another week', async () => {
    const { ann, eva, family, id } = await reached('Tig', 'Abi', 'Epi');
    await asks(eva, family, ann, 'Which tree did you climb?');
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('users')
        .set({ question_at: Date.now() - 7 * day })
        .where('public_id', '=', ann.id)
        .execute(),
    );
    assert.equal((await answers(ann, family, id)).status, 201);
    await hour();
    assert.deepEqual(await waiting(ann), ['Which tree did you climb?']);
  });

  // ASK-3
  test('a question that was being asked while its member stopped them never comes', async () => {
    const { ann, id } = await asked('Tuk', 'Aki', 'Eki');
    const { db } = server().app.context;
    await ann.ask(account.edit, { takesQuestions: false });
    const leaveOpen = () =>
      db.write(({ q }) =>
        q.updateTable('questions').set({ ended_at: null }).where('public_id', '=', id).execute(),
      );
    await leaveOpen();
    await hour();
    assert.deepEqual(await waiting(ann), []);
    await ann.ask(account.edit, { takesQuestions: true });
    await hour(7);
    assert.deepEqual(await waiting(ann), []);
  });

  // ASK-3
  test('a member who wants no more questions is asked in vain, until they want them again', async () => {
    const { tim, ann, eva, family, id } = await reached('Tam', 'Ava', 'Emmy');
    await asks(eva, family, ann, 'Which tree did you climb?');
    await ann.ask(questions.remove, { id, next: 'stop' });
    assert.equal((await ann.ask(account.edit, {})).takesQuestions, false);
    const club = await eva.makesCircle('Club');
    for (const who of [ann, tim]) await eva.adds(who, club);
    const ask = (who: Person) =>
      eva.ask(questions.ask, { id: club.id, userId: who.id, words: 'Where did you hide?' });
    const [taken, inVain] = [await ask(tim), await ask(ann)];
    assert.deepEqual(Object.keys(inVain), Object.keys(taken));
    await hour(7);
    assert.deepEqual(await waiting(ann), []);
    await ann.ask(account.edit, { takesQuestions: true });
    await hour(14);
    assert.deepEqual(await waiting(ann), [], 'what was asked meanwhile never comes');
    const later = await tim.makesCircle('Later');
    await tim.adds(ann, later);
    await asks(tim, later, ann, 'What do you see on your way?');
    await hour(21);
    assert.deepEqual(await waiting(ann), ['What do you see on your way?']);
  });

  // ASK-3
  test('another question comes now in place of the one that a member declines', async () => {
    const { ann, eva, family, id } = await reached('Tap', 'Ali', 'Etta');
    await asks(eva, family, ann, 'Which tree did you climb?');
    await ann.ask(questions.remove, { id, next: 'another' });
    assert.deepEqual(await waiting(ann), ['Which tree did you climb?']);
    assert.equal((await kindsIn(ann)).filter((kind) => kind === 'question').length, 1);
    const [only] = (await ann.ask(questions.waiting, {})).items;
    await ann.ask(questions.remove, { id: only?.id ?? '', next: 'another' });
    assert.deepEqual(await waiting(ann), []);
    assert.equal((await ann.call(questions.remove, { id: nobodysId, next: 'none' })).status, 404);
  });

  // ASK-3
  test('a declined question that is declined twice brings one other', async () => {
    const { tim, ann, eva, family, id } = await reached('Tup', 'Alf', 'Ely');
    await asks(eva, family, ann, 'Which tree did you climb?');
    const club = await tim.makesCircle('Club');
    await tim.adds(ann, club);
    await asks(tim, club, ann, 'Where did you hide?');
    const press = () => ann.call(questions.remove, { id, next: 'another' });
    await Promise.all([press(), press(), press()]);
    assert.deepEqual(await waiting(ann), ['Which tree did you climb?']);
  });

  // ASK-6
  test('what ended does not come back with the block, the membership or the ban', async () => {
    const { tim, ann } = await reached('Tea', 'Art', 'Eda');
    await ann.ask(blocking.block, { id: tim.id });
    await ann.ask(blocking.unblock, { id: tim.id });
    assert.deepEqual(await waiting(ann), []);
    const second = await reached('Teb', 'Aru', 'Edb');
    await second.tim.removes(second.ann, second.family);
    await second.tim.adds(second.ann, second.family);
    assert.deepEqual(await waiting(second.ann), []);
    const third = await asked('Tec', 'Arv', 'Edc');
    await asks(third.eva, third.family, third.ann, 'Which tree did you climb?');
    await third.tim.removes(third.eva, third.family);
    await third.tim.adds(third.eva, third.family);
    await hour();
    await hour(7);
    assert.deepEqual(await waiting(third.ann), [swim]);
    await chief.ask(moderation.actOnMember, { id: third.tim.id, action: 'ban' });
    assert.deepEqual(await waiting(third.ann), []);
    await chief.ask(moderation.actOnMember, { id: third.tim.id, action: 'restore' });
    assert.deepEqual(await waiting(third.ann), []);
    const fourth = await reached('Ted', 'Arw', 'Edd');
    await becomesUnclaimed(server(), fourth.tim);
    assert.deepEqual(await waiting(fourth.ann), []);
  });

  // ASK-5
  test('the words of a question are hidden like a comment of the same member, and go with the account', async () => {
    const [own, tim, ann, eva] = await server().members('Own', 'Tick', 'Alma', 'Esra');
    const family = await own.makesCircle('Family');
    for (const who of [tim, ann, eva]) await own.adds(who, family);
    const { id } = await tim.ask(questions.ask, { id: family.id, userId: ann.id, words: swim });
    await hour();
    const made = await answers(ann, family, id);
    assert.equal(made.status, 201);
    const seen = async (who: Person): Promise<Post['question'] | undefined> =>
      (await who.feed()).items.find(({ content }) => content === 'My aunt')?.question;
    assert.equal((await seen(eva))?.words, swim);
    const post = (await eva.feed()).items.find(({ content }) => content === 'My aunt');
    const report = {
      targetType: 'post',
      targetId: post?.id ?? '',
      reportType: 'spam',
      reason: 'Twice',
    } as const;
    const evidence = async (who: Person) => {
      const filed = await who.ask(reporting.create, report);
      await chief.ask(moderation.open, { id: filed.id });
      return (await chief.ask(moderation.report, { id: filed.id })).evidence?.text;
    };
    assert.equal(await evidence(eva), `> ${swim}\n\nMy aunt`);
    await server().app.context.db.write(({ q }) =>
      q
        .updateTable('posts')
        .set({ question: 'Who?\nShe' })
        .where('public_id', '=', post?.id ?? '')
        .execute(),
    );
    assert.equal(await evidence(own), '> Who?\n> She\n\nMy aunt');
    await eva.ask(blocking.block, { id: tim.id });
    assert.equal(await seen(eva), null);
    assert.equal((await seen(ann))?.words, 'Who?\nShe');
    await eva.ask(blocking.unblock, { id: tim.id });
    await chief.ask(moderation.actOnMember, { id: tim.id, action: 'ban' });
    assert.equal(await seen(eva), null);
    await chief.ask(moderation.actOnMember, { id: tim.id, action: 'restore' });
    await becomesUnclaimed(server(), tim);
    assert.equal(await seen(eva), null);
    await tim.ask(auth.answerClaim, { mine: false });
    assert.equal(await seen(eva), null, 'under the name of the owner of the address');

    const other = await reached('Tock', 'Anke', 'Elke');
    const club = await other.ann.makesCircle('Club');
    await other.ann.adds(other.eva, club);
    await other.tim.ask(circles.handOver, { id: other.family.id, userId: other.ann.id });
    assert.equal((await answers(other.ann, other.family, other.id)).status, 201);
    await other.tim.ask(account.remove, { password });
    await server().app.context.jobs.idle();
    assert.equal(await seen(other.eva), null);
  });
});

const nobodysId = '0'.repeat(32);

onBothDatabases(
  'the limit of questions',
  (server) => {
    // ASK-2, ASK-4
    test('five stored questions a day count, refused ones do not, whatever became of them', async () => {
      const [tim, ann, eva] = await server().members('Tim', 'Ann', 'Eva');
      const family = await tim.makesCircle('Family');
      const club = await tim.makesCircle('Club');
      for (const circle of [family, club]) for (const who of [ann, eva]) await tim.adds(who, circle);
      await eva.ask(account.edit, { takesQuestions: false });
      const choir = await ann.makesCircle('Choir');
      await ann.adds(tim, choir);
      const stored: (readonly [Circle, { id: string }])[] = [
        [family, ann],
        [family, eva],
        [club, ann],
        [club, eva],
      ];
      for (const [circle, who] of stored) {
        assert.equal((await asks(tim, circle, who)).status, 201);
        assert.equal((await asks(tim, circle, who)).status, 409, 'it is open');
        assert.equal((await asks(tim, circle, { id: nobodysId })).status, 404);
      }
      await eva.ask(blocking.block, { id: tim.id });
      assert.equal((await asks(tim, family, eva)).status, 404);
      assert.equal((await asks(tim, choir, ann)).status, 201, 'the fifth');
      const bo = await server().member('Bo');
      await tim.adds(bo, family);
      const sixth = await asks(tim, family, bo);
      assert.deepEqual([sixth.status, Number(sixth.headers.get('retry-after')) > 0], [429, true]);
      assert.equal((await asks(tim, family, eva)).status, 404, 'out of sight as before');
      assert.equal((await asks(tim, choir, ann)).status, 409);
    });
  },
  { RATE_LIMIT_FACTOR: '1' },
);
