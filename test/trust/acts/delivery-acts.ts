import assert from 'node:assert/strict';
import type { When } from '../../../contract/delivery.ts';
import { makeAllLetters } from '../../../server/features/letters/evening.ts';
import type { Cast } from '../cast.ts';
import type { PostModel, Who } from '../model-shapes.ts';
import { expects, nth, type Play } from '../play.ts';

const times: readonly When[] = ['now', 'evening', 'sunday', 'never', 'evening'];
const day = 24 * 60 * 60_000;

const isSunday = (at: number): boolean => new Date(at).getUTCDay() === 0;

/** Has the worker send the letters, some of which wait for their photos. */
const sendAll = async ({ server }: Cast): Promise<void> => {
  const { db, jobs } = server.app.context;
  await jobs.idle();
  const open = await db.read.selectFrom('letters').select('user_id').where('state', '=', 'open').execute();
  await db.write((tx) =>
    jobs.hasten(
      tx,
      open.map(({ user_id: key }) => `letter:${key}`),
    ),
  );
  await jobs.idle();
};

/** The post is an album in the member's feed, with photos of others that they see. */
const hasPhotosOfOthers = ({ model }: Cast, who: Who, id: string): boolean => {
  const post = model.posts.get(id);
  return (
    post !== undefined &&
    model.isIn(who) &&
    model.isFed(who, post) &&
    post.photos.some((photo) => photo.adder !== who && model.seesPhoto(who, post, photo))
  );
};

const compareLetter = (cast: Cast, who: Who, onSunday: boolean): void => {
  const { model, server } = cast;
  const mails = server.mailbox.take(cast.actor(who).email).filter(({ text }) => text.includes('/post/'));
  const letter = model.letterTo(who, onSunday);
  const expected = model.isIn(who) ? letter.posts : [];
  const about = `the letter to ${who}`;
  const [mail, ...more] = mails;
  assert.equal(more.length, 0, about);
  assert.ok(mail !== undefined || expected.length === 0, about);
  if (!mail) return model.passTold(who);
  const found = new Set([...mail.text.matchAll(/\/post\/(\w{32})/g)].flatMap(([, id]) => id ?? []));
  const wanted = expected.map(({ id }) => id);
  assert.deepEqual(
    [...found].filter((id) => wanted.includes(id)),
    wanted,
    about,
  );
  // The others are albums to which somebody added photos later. `test/albums/later-photos.test.ts` tests when.
  for (const id of [...found].filter((one) => !wanted.includes(one)))
    assert.ok(hasPhotosOfOthers(cast, who, id), `${about}: ${id}`);
  for (const [part, text] of Object.entries({ text: mail.text, html: mail.html, subject: mail.subject })) {
    cast.listens(who, `the ${part} of a letter`, text);
    if (part === 'subject') continue;
    for (const post of expected)
      assert.equal(text.includes(post.content), model.carriesContent(who, post), `${about}: ${post.content}`);
  }
  model.sent(who, letter);
};

/** A new post waits for its pause in the circles where the bell rings for a member. */
export const beginPauses = ({ model }: Cast, { circles, number }: PostModel): void => {
  for (const circle of model.circles.values())
    if (
      circles.has(circle.id) &&
      [...circle.members.keys()].some((who) => model.deliveryOf(who, circle) === 'now')
    )
      model.waiting.set(circle.id, number);
};

/** Choices of when moments reach a member, moments that were on screen, and letters. */
export const deliveryActs = {
  choose: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    const when = nth(times, act.more) ?? 'evening';
    const circle = act.whom % 3 === 0 ? null : nth(model.circles.values(), act.what);
    if (circle === undefined) return;
    const known = [...model.circles.values()].filter((one) => model.seesCircle(who, one));
    // Every second time for all circles, or few members would have the same choice for two.
    const chosen = act.whom % 2 === 0 ? [null, ...known] : [circle];
    const circles = chosen.map((one) => ({ circleId: one?.id ?? null, when }));
    const told = await cast.send(who, 'PUT', '/api/delivery', { circles });
    expects(told, chosen.every((one) => one === null || known.includes(one)) ? 200 : 404, 'choose');
    if (told.status !== 200) return;
    for (const one of chosen) model.choose(who, one, when);
    if (when === 'now') model.notifyEarlier(who);
    await cast.extendsPause();
  },
  // The answer is the same for posts out of sight.
  see: async ({ cast, act, who }: Play): Promise<void> => {
    const { model } = cast;
    const posts = [nth(model.posts.values(), act.what), nth(model.posts.values(), act.whom)];
    const seen = [...new Set(posts.flatMap((post) => post ?? []))];
    const told = await cast.send(who, 'PUT', '/api/seen', { postIds: seen.map(({ id }) => id) });
    expects(told, 204, 'see');
    for (const post of seen) model.tell(who, post);
  },
  // One circle after the other: a moment in two notifies through the first.
  endPause: async ({ cast, act }: Play) => {
    const { model, server } = cast;
    const { db, jobs } = server.app.context;
    const some = nth(model.waiting, act.what);
    for (const [id, due] of act.more % 2 === 0 ? [...model.waiting] : some ? [some] : []) {
      model.waiting.delete(id);
      const circle = model.circles.get(id);
      if (!circle) continue;
      const row = db.read.selectFrom('circles').select('id').where('public_id', '=', id);
      const { id: key } = await row.executeTakeFirstOrThrow();
      await db.write(({ q }) =>
        q
          .updateTable('jobs')
          .set({ run_at: 0 })
          .where('kind', '=', 'tell-circle')
          .where('payload', 'like', `[${key},%`)
          .execute(),
      );
      await jobs.idle();
      model.notifyOfMoments(circle, due);
    }
  },
  letters: async ({ cast, act }: Play) => {
    const now = Date.now();
    // Sometimes the letters of a Sunday.
    const at = act.more % 3 === 0 ? now + ((7 - new Date(now).getUTCDay()) % 7) * day : now;
    await makeAllLetters(cast.server.app.context, at);
    await sendAll(cast);
    for (const who of cast.model.everybody) compareLetter(cast, who, isSunday(at));
  },
} satisfies Record<string, (play: Play) => Promise<void>>;
