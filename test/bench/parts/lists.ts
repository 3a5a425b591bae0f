import { copyOfSqlite } from '../databases.ts';
import { type Figure, time } from '../figures.ts';
import { get, send } from '../load.ts';
import { compare } from '../measure.ts';
import { askForFeed, readFeed } from '../pages.ts';
import { inFifty } from '../people.ts';
import { type Program, startServer } from '../programs.ts';
import { cookieOf } from '../sessions.ts';

/** This many pages down, or the last full page if the list is shorter. */
const depth = 40;
const headers = { cookie: cookieOf(inFifty.from) };

const joined = (path: string, cursor: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

/** The URL of a full page far down the list, and its page number. */
const findDeep = async (server: Program, first: string): Promise<{ path: string; pages: number }> => {
  let found = { path: first, pages: 0 };
  let next = first;
  while (found.pages < depth) {
    const { body } = await send(server.port, get(next, headers));
    const { nextCursor } = readFeed(body.toString());
    // Only the last page may be shorter than the first.
    if (nextCursor === null) break;
    found = { path: next, pages: found.pages + 1 };
    next = joined(first, nextCursor);
  }
  return found;
};

/** Compares a page far down a list with its first page. */
export const lists = async (): Promise<Figure[]> => {
  const folder = await copyOfSqlite(1_000_000);
  const server = await startServer(folder);
  try {
    const { items } = await askForFeed(server.port, inFifty.from);
    const [post] = items;
    const circle = items.flatMap((item) => item.circles)[0]?.id ?? '';
    const names: Record<string, string> = {
      'feed, newest first': '/api/posts/feed',
      'feed, oldest first': '/api/posts/feed?sort=oldest',
      'feed, most popular first': '/api/posts/feed?sort=popular',
      'feed of one circle': `/api/posts/feed?circleId=${circle}`,
      'moments of one member': `/api/posts/user/${post?.author.id}?limit=5`,
    };
    const found = [];
    for (const [name, path] of Object.entries(names)) {
      const deep = await findDeep(server, path);
      const of = (asked: string) => ({ program: server, wires: [get(asked, headers)], times: 150 });
      const costs = await compare({ name: 'first', ...of(path) }, [{ name, ...of(deep.path) }], 5);
      const { cost, timesFloor } = costs.of(name);
      found.push({ name, pages: deep.pages, first: costs.floor, cost, timesFloor });
    }
    return found.map(({ name, pages, first, cost, timesFloor }) => ({
      what: `Page ${pages} of the ${name}, compared with the first, 1 M posts, SQLite`,
      floor: `the first page: ${time(first)}`,
      value: time(cost),
      judged: timesFloor,
      budget: { atMost: 1.5, unit: '×' },
    }));
  } finally {
    await server.stop();
    folder.remove();
  }
};
