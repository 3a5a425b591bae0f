import * as auth from '../../../../contract/auth.ts';
import * as circles from '../../../../contract/circles.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import * as members from '../../../../contract/members.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as posts from '../../../../contract/posts.ts';
import type { Actor } from '../actor.ts';
import { drawPhoto } from '../drawn-photo.ts';
import type { Scenario } from '../scenario.ts';

// Generous on purpose: the suite runs at low priority beside a working server. It finds only what is slower by an
// order of magnitude.
const quick = 1_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const timeOf = async (
  who: Actor,
  endpoint: Endpoint,
  input: Record<string, unknown> = {},
): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) times.push((await who.call(endpoint, input)).took);
  return median(times);
};

const reading = (
  id: string,
  name: string,
  description: string,
  endpoint: Endpoint,
  input: Record<string, unknown> = {},
): Scenario => ({
  id,
  name,
  description,
  category: 'performance',
  priority: 'medium',
  act: async (stage, { expect }) => {
    const [ana, ben] = await stage.people('Ana', 'Ben');
    const family = await ana.makesCircle('Family');
    await ana.adds(family, ben);
    for (let number = 0; number < 30; number++) await ana.posts(`Moment ${number}`, family);
    const took = await timeOf(ben, endpoint, input);
    expect(took < quick, `In the middle it takes ${Math.round(took)} ms.`);
  },
});

export const performance: readonly Scenario[] = [
  reading('feed-speed', 'The feed answers quickly', 'Reads a page of the feed seven times.', posts.feed),
  reading(
    'priority-feed-speed',
    'The priority feed answers quickly',
    'Reads the groups by priority seven times.',
    posts.groupedByPriority,
  ),
  reading(
    'search-speed',
    'The search answers quickly',
    'Searches for a part of a name seven times.',
    members.search,
    { q: 'inven' },
  ),
  reading(
    'directory-speed',
    'The directory answers quickly',
    'Opens the directory of everyone seven times.',
    members.directory,
  ),
  reading(
    'bell-speed',
    'The bell answers quickly',
    'Counts unread notifications seven times.',
    notifications.unread,
  ),
  {
    id: 'long-feed',
    name: 'Feed with 300 posts',
    description: 'Scrolls to the end; the last page takes no longer than a few times the first.',
    category: 'performance',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      const family = await ana.makesCircle('Family');
      for (let batch = 0; batch < 10; batch++) {
        await Promise.all(Array.from({ length: 30 }, (_, at) => ana.posts(`Moment ${batch}-${at}`, family)));
      }
      const times: number[] = [];
      const seen = new Set<string>();
      let cursor: string | null | undefined;
      do {
        const began = Date.now();
        const page: { items: { id: string }[]; nextCursor: string | null } = await ana.ask(posts.feed, {
          limit: '50',
          ...(cursor && { cursor }),
        });
        times.push(Date.now() - began);
        for (const post of page.items) seen.add(post.id);
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen.size === 300, `${seen.size} of 300 moments came.`, 'high');
      expect(Math.max(...times) < quick, `A page took ${Math.max(...times)} ms.`);
    },
  },
  {
    id: 'unchanged-feed',
    name: 'Nothing new',
    description: 'Asks for the same feed again with its tag: the answer has no body.',
    category: 'performance',
    priority: 'low',
    act: async (stage, { expect }) => {
      const ana = await stage.person('Ana');
      await ana.posts('Here', await ana.makesCircle('Family'));
      const first = await ana.call(posts.feed);
      const again = await ana.request('GET', '/api/posts/feed', {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect(again.status === 304 && again.text === '', `The second answer is ${again.status}.`);
      await ana.makesCircle('Another');
      await ana.posts('New', (await ana.ask(circles.list, {}))[0] ?? (await ana.makesCircle('Third')));
      const changed = await ana.request('GET', '/api/posts/feed', {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect(changed.status === 200, 'A changed feed still counts as known.', 'high');
    },
  },
  {
    id: 'photo-speed',
    name: 'A photo of twelve megapixels',
    description: 'How long a large photo takes, and whether the feed answers meanwhile.',
    category: 'performance',
    priority: 'medium',
    act: async (stage, { expect }) => {
      const [ana, ben] = await stage.people('Ana', 'Ben');
      const family = await ana.makesCircle('Family');
      const sending = ana.call(posts.create, ana.form('Large', [family], [drawPhoto(4_000, 3_000)]));
      const meanwhile = await timeOf(ben, auth.currentUser);
      const { status, took } = await sending;
      expect(status === 201, `The photo got ${status}.`, 'high');
      expect(took < 15_000, `The photo took ${Math.round(took)} ms.`);
      expect(meanwhile < quick, `Others waited ${Math.round(meanwhile)} ms meanwhile.`);
    },
  },
];
