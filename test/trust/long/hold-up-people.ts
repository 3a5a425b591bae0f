import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import * as auth from '../../../contract/auth.ts';
import * as comments from '../../../contract/comments.ts';
import * as posts from '../../../contract/posts.ts';
import type { Circle } from '../../../contract/shapes.ts';
import type { Mailbox } from '../../harness/mailbox.ts';
import { Person } from '../../harness/person.ts';

/** A person with a separate IP address, as a proxy reports it: limits count by address too. */
export class Remote extends Person {
  readonly address: string;

  constructor(name: string, url: string, address: string) {
    super(name, url);
    this.address = address;
  }

  override fetch(method: string, path: string, request: Parameters<Person['fetch']>[2] = {}) {
    const headers = { ...request.headers, 'x-forwarded-for': this.address };
    return super.fetch(method, path, { ...request, headers });
  }
}

/** How many milliseconds each call took, by kind. */
export type Times = Record<'read' | 'post' | 'reset', number[]>;

const thinking = 300;
/** One round of this many shares a moment, because sixty an hour are allowed. */
const postsEvery = 80;

const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  times.push(performance.now() - began);
  return result;
};

/** Resets a forgotten password by mail and signs in. */
const reset = async (who: Remote, mailbox: Mailbox): Promise<void> => {
  mailbox.take(who.email);
  await who.ask(auth.forgotPassword, { email: who.email });
  let token: string | undefined;
  for (const end = performance.now() + 60_000; token === undefined; await wait(20)) {
    assert.ok(performance.now() < end, 'The reset mail has not come within a minute.');
    for (const { text } of mailbox.take(who.email))
      token ??= /reset-password\?token=([\w-]+)/.exec(text)?.[1];
  }
  const password = `lemon-tart-at-${token.slice(0, 8)}`;
  await who.ask(auth.resetPassword, { token, password });
  who.cookie = null;
  await who.signIn(password);
};

const live = async (who: Remote, circle: Circle, at: number, end: number, times: Times): Promise<void> => {
  for (let round = at * 7; performance.now() < end; round++) {
    const { items } = await timed(times.read, () => who.feed());
    const [post] = items;
    if (post) await timed(times.read, () => who.ask(comments.list, { id: post.id }));
    await timed(times.read, () => who.ask(posts.feed, { circleId: circle.id }));
    if (round % postsEvery === 0) await timed(times.post, () => who.posts(`Round ${round}`, { to: circle }));
    else if (post && round % 20 === 0)
      await timed(times.post, () => who.ask(comments.add, { id: post.id, content: `Round ${round}` }));
    await wait(thinking);
  }
};

/**
 * Seven people read and post, and three reset passwords, which an account may do three times an hour.
 * @throws when a call fails
 */
export const liveOn = async (
  people: readonly Remote[],
  circle: Circle,
  mailbox: Mailbox,
  { milliseconds, resets }: { milliseconds: number; resets: number },
): Promise<Times> => {
  const times: Times = { read: [], post: [], reset: [] };
  const end = performance.now() + milliseconds;
  const resetAll = async (): Promise<void> => {
    // These three do nothing else, because a reset ends sessions and other calls of theirs would fail.
    for (let at = 0; at < resets; at++) {
      const who = people[at % 3];
      if (who) await timed(times.reset, () => reset(who, mailbox));
      await wait(milliseconds / (resets + 1));
    }
  };
  await Promise.all([resetAll(), ...people.slice(3).map((who, at) => live(who, circle, at, end, times))]);
  return times;
};

export const p99Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
