import { connect, type Socket } from 'node:net';
import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import * as comments from '../../../../contract/comments.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import * as likes from '../../../../contract/likes.ts';
import * as members from '../../../../contract/members.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as posts from '../../../../contract/posts.ts';
import { type Actor, momentForm } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { CategoryScenarios } from '../scenario.ts';

// Generous on purpose: the suite runs at low priority beside a working server. It finds only what is slower by an
// order of magnitude.
const quick = 1_000;

const times = <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => act(at)));

export const stress: CategoryScenarios = {
  'likes-back-and-forth': {
    name: 'Like, unlike, like',
    description: 'Ten people like and unlike at once; the number agrees with those who like in the end.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana, ...others] = await stage.family('Ana', 'Ben', 'Cleo', 'Dan', 'Eve');
      const { id } = await ana.posts('Here', { to: family });
      const ways = [likes.like, likes.unlike, likes.like, likes.unlike];
      await Promise.all(others.flatMap((who) => ways.map((way) => who.call(way, { id }))));
      const liking = await Promise.all(others.map((who) => who.ask(likes.liked, { id })));
      const { likesCount } = await ana.ask(posts.get, { id });
      const really = liking.filter((answer) => answer.isLiked).length;
      expect(likesCount === really, `The moment says ${likesCount}, ${really} people like it.`);
    },
  },
  'comments-at-once': {
    name: 'Everybody talks at once',
    description: 'A hundred comments by five people at once: all are there, and counted.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana, ...others] = await stage.family('Ana', 'Ben', 'Cleo', 'Dan', 'Eve');
      const post = await ana.posts('Here', { to: family });
      await times(100, (at) => (others[at % 5] ?? ana).comments(post, `Word ${at}`));
      const { commentsCount } = await ana.ask(posts.get, { id: post.id });
      expect(commentsCount === 100, `The moment says ${commentsCount}.`);
      const { items } = await ana.ask(comments.list, { id: post.id, limit: '50' });
      expect(new Set(items.map(({ content }) => content)).size === 50, 'A page holds a comment twice.');
    },
  },
  'same-circle-twice': {
    name: 'Added ten times at once',
    description: 'The same person is added to a circle ten times at once; the circle counts them once.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [{ id }, ana] = await stage.family('Ana');
      const { id: userId } = await stage.person('Ben');
      const answers = await times(10, () => ana.call(circles.addMember, { id, userId }));
      const isFine = answers.every(({ status }) => status === 200 || status === 201);
      expect(isFine, 'One of them failed.');
      const { memberCount, members: listed } = await ana.ask(circles.get, { id });
      expect(memberCount === 2 && listed.length === 2, `It counts ${memberCount}, lists ${listed.length}.`);
    },
  },
  'post-sent-again': {
    name: 'Sent again, and again',
    description: 'A phone that lost the answer sends a moment eight times with one key: one moment.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const headers = { 'idempotency-key': 'one-and-the-same' };
      const answers = await times(8, () =>
        ana.request('POST', '/api/posts', { form: momentForm('Once', { to: family }), headers }),
      );
      const isOurs = answers.some(({ status }) => status >= 500);
      expect(!isOurs, 'One of them was answered with an error of ours.');
      const { items } = await ana.ask(posts.feed, {});
      expect(items.length === 1, `${items.length} moments were made.`);
    },
  },
  'hundred-readers': {
    name: 'A hundred readers',
    description: 'A hundred reads of the feed at once; each gets its answer.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      await ana.posts('Here', { to: family });
      const answers = await times(100, () => ben.call(posts.feed));
      const isAnswered = answers.every(({ status }) => status === 200);
      expect(isAnswered, 'Not every reader got the feed.');
      const slowest = Math.max(...answers.map(({ took }) => took));
      expect(slowest < 5_000, `The slowest took ${Math.round(slowest)} ms.`);
    },
  },
  'photos-at-once': {
    name: 'Twenty photos at once',
    description: 'Two moments of ten photos each, sent together.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      const photos = Array.from({ length: 10 }, (_, at) => drawPhoto(640 + at, 480));
      const made = await times(2, (at) => ana.posts(`Walk ${at}`, { to: family, photos }));
      const isWhole = made.every(({ images }) => images.every(({ width }, at) => width === 640 + at));
      expect(isWhole, 'Photos are missing, or out of order.');
      const form = momentForm('', { to: family, photos: [...photos, drawPhoto()] });
      const { status } = await ana.call(posts.create, form);
      expect(status === 400, `Eleven photos got ${status}.`);
    },
  },
  'slow-clients': {
    name: 'Slow clients',
    description: 'Thirty connections that begin a request and say no more; others are served meanwhile.',
    priority: 'high',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      const open = await times(30, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<Socket>();
        const socket = connect(stage.port, '127.0.0.1', () => socket.write(head, () => resolve(socket)));
        socket.on('error', reject);
        return promise;
      });
      const answers = await times(10, () => ana.call(posts.feed));
      const isServed = answers.every(({ status, took }) => status === 200 && took < 3_000);
      expect(isServed, 'Others had to wait for them.');
      for (const socket of open) socket.destroy();
    },
  },
};

const timeOf = async (who: Actor, endpoint: Endpoint, input: object = {}): Promise<number> => {
  const took: number[] = [];
  for (let round = 0; round < 7; round++) took.push((await who.call(endpoint, input)).took);
  return took.toSorted((a, b) => a - b)[3] ?? 0;
};

const reading = (
  name: string,
  description: string,
  endpoint: Endpoint,
  input: object = {},
): CategoryScenarios[string] => ({
  name: `${name} answers quickly`,
  description: `${description} seven times.`,
  priority: 'medium',
  act: async (stage, { expect }) => {
    const [family, ana, ben] = await stage.family('Ana', 'Ben');
    for (let number = 0; number < 30; number++) await ana.posts(`Moment ${number}`, { to: family });
    const took = await timeOf(ben, endpoint, input);
    expect(took < quick, `In the middle it takes ${Math.round(took)} ms.`);
  },
});

const { groupedByPriority } = posts;

export const performance: CategoryScenarios = {
  'feed-speed': reading('The feed', 'Reads a page of the feed', posts.feed),
  'priority-feed-speed': reading('The priority feed', 'Reads the groups by priority', groupedByPriority),
  'search-speed': reading('The search', 'Searches for a part of a name', members.search, { q: 'inven' }),
  'directory-speed': reading('The directory', 'Opens the directory of everyone', members.directory),
  'bell-speed': reading('The bell', 'Counts unread notifications', notifications.unread),
  'long-feed': {
    name: 'Feed with 300 posts',
    description: 'Scrolls to the end; the last page takes no longer than a few times the first.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [family, ana] = await stage.family('Ana');
      for (let batch = 0; batch < 10; batch++)
        await times(30, (at) => ana.posts(`Moment ${batch}-${at}`, { to: family }));
      const seen = new Set<string>();
      let [slowest, cursor]: [number, string | null] = [0, ''];
      do {
        const input = { limit: '50', ...(cursor && { cursor }) };
        const { took, json } = await ana.call(posts.feed, input);
        const page = posts.feed.output.parse(json);
        slowest = Math.max(slowest, took);
        for (const post of page.items) seen.add(post.id);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen.size === 300, `${seen.size} of 300 moments came.`, 'high');
      expect(slowest < quick, `A page took ${Math.round(slowest)} ms.`);
    },
  },
  'photo-speed': {
    name: 'A photo of twelve megapixels',
    description: 'How long a large photo takes, and whether the feed answers meanwhile.',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [family, ana, ben] = await stage.family('Ana', 'Ben');
      const form = momentForm('Large', { to: family, photos: [drawPhoto(4_000, 3_000)] });
      const sending = ana.call(posts.create, form);
      const meanwhile = await timeOf(ben, auth.currentUser);
      const { status, took } = await sending;
      expect(status === 201, `The photo got ${status}.`, 'high');
      expect(took < 15_000, `The photo took ${Math.round(took)} ms.`);
      expect(meanwhile < quick, `Others waited ${Math.round(meanwhile)} ms meanwhile.`);
    },
  },
};
