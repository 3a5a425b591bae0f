import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '../../../contract/limits.ts';
import { createServer } from '../../../server/app.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { openSqlite } from '../../../server/platform/db/sqlite.ts';
import { indexPosts } from '../../../server/features/search/index-posts.ts';
import { createLog } from '../../../server/platform/log.ts';
import { newId } from '../../../server/platform/text/ids.ts';
import { readSettings } from '../../../server/settings.ts';
import { emptyFolder } from '../databases.ts';
import { type Figure, median, time } from '../figures.ts';
import { fillSqlite, type Row } from '../filler.ts';
import { cookieOf, renewSessions } from '../sessions.ts';

const memberCount = 5_000;
const circlesOfOwner = 97;
const peoplePerCircle = 990;
const postsPerCircle = 100;
/** Shared with the last circle before its newest member was added. */
const earlierPosts = 10_000;
/** Moments of the longest text, which one search compares. */
const longPosts = 300;
const owner = 1;
const reader = 2;
const newcomer = 3;
const rounds = 9;
const budget = { atMost: 50, unit: 'ms' };
const began = Date.UTC(2026, 0, 1);

/** Member 1 owns 97 circles of 990 members, 5,000 different members in all, and shares one moment with all of them. */
const fill = async (dataDir: string): Promise<{ seenByAll: string; circleIds: string[] }> => {
  const empty = openSqlite(dataDir);
  await migrate(empty);
  await empty.close();
  const filler = fillSqlite(dataDir);
  const members = Array.from({ length: memberCount }, (_, index) => index + 1);
  await filler.insert(
    'users',
    'id public_id email email_key email_confirmed_at password_hash username first_name last_name search_text is_admin verification_status posts_count created_at',
    members.map((id) => {
      const email = `member-${id}@example.org`;
      const text = `anna person${id} anna${id}`;
      return [
        id,
        newId(),
        email,
        email,
        began,
        'none',
        `anna${id}`,
        'Anna',
        `Person${id}`,
        text,
        0,
        'approved',
        0,
        began,
      ];
    }),
  );
  const circles: Row[] = [];
  const people: Row[] = [];
  const addCircle = (
    id: number,
    by: number,
    name: string,
    inside: readonly number[],
    seesFrom: (member: number) => number,
  ) => {
    circles.push([
      id,
      newId(),
      by,
      name === 'Contacts' ? 'private' : 'shared',
      Number(name === 'Contacts'),
      name,
      '',
      '#3B82F6',
      0,
      inside.length,
      began,
    ]);
    for (const member of inside) people.push([id, member, 0, seesFrom(member), by, began]);
  };
  for (const id of members) addCircle(id, id, 'Contacts', [id], () => 0);
  for (let at = 1; at <= circlesOfOwner; at++) {
    const inside = new Set([owner, reader]);
    for (let place = 0; inside.size < peoplePerCircle; place++)
      inside.add(1 + ((at * 613 + place * 7) % memberCount));
    inside.delete(newcomer);
    addCircle(memberCount + at, owner, `Circle ${at}`, [...inside], () => 0);
  }
  const old = memberCount + circlesOfOwner + 1;
  addCircle(old, reader, 'Old', [reader, newcomer], (member) => (member === newcomer ? earlierPosts : 0));
  const posts: Row[] = [];
  const shared: Row[] = [];
  const addPost = (author: number, into: readonly number[], text?: string): string => {
    const id = posts.length + 1;
    const publicId = newId();
    posts.push([id, publicId, author, text ?? `Moment ${id}`, 0, 0, began + id]);
    for (const circle of into) shared.push([circle, id, author, 0, id]);
    return publicId;
  };
  for (let at = 0; at < earlierPosts; at++) addPost(reader, [old]);
  const long = `${'a b c d e '.repeat(limits.textPost / 10 - 3)}everybodyknowsit`;
  for (let at = 0; at < longPosts; at++) addPost(reader, [old], long);
  const owned = Array.from({ length: circlesOfOwner }, (_, at) => memberCount + 1 + at);
  const seenByAll = addPost(owner, owned);
  for (let at = 0; at < postsPerCircle; at++) for (const circle of owned) addPost(reader, [circle]);
  addPost(reader, [old]);
  await filler.insert(
    'circles',
    'id public_id owner_id kind is_contacts name description color shows_earlier member_count created_at',
    circles,
  );
  await filler.insert(
    'circle_members',
    'circle_id user_id priority sees_after_post_id added_by added_at',
    people,
  );
  await filler.insert('posts', 'id public_id author_id content likes_count comments_count created_at', posts);
  await filler.insert('post_circles', 'circle_id post_id author_id comments_count popularity', shared);
  await filler.close();
  const db = openSqlite(dataDir);
  await indexPosts(db);
  await renewSessions(db);
  await db.close();
  return {
    seenByAll,
    circleIds: circles.slice(memberCount, memberCount + circlesOfOwner).map((row) => String(row[1])),
  };
};

/** The most expensive calls, with 5,000 members. Each blocks the one thread that answers everybody. */
export const heavy = async (): Promise<Figure[]> => {
  const folder = emptyFolder();
  const { seenByAll, circleIds } = await fill(folder.dataDir);
  const settings = readSettings({ PORT: '0', DATA_DIR: folder.dataDir, RATE_LIMIT_FACTOR: '0' });
  const circle = await createServer(settings, createLog('silent'), { webFolder: folder.dataDir });
  const port = await circle.listen();
  const stream = await fetch(`http://localhost:${port}/api/events`, {
    headers: { cookie: cookieOf(reader) },
  });
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const nextEvent = async (): Promise<void> => {
    for (;;) {
      const { value, done } = (await events?.read()) ?? { value: '', done: true };
      if (done) throw new Error('The event stream ended');
      if (value.includes(seenByAll)) return;
    }
  };

  const ask = async (member: number, method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await circle.http.inject({
      method,
      url,
      headers: { cookie: cookieOf(member) },
      ...(payload && { payload }),
    });
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} from ${url}`);
    return answer;
  };
  const unlike = () =>
    circle.http.inject({
      method: 'DELETE',
      url: `/api/posts/${seenByAll}/like`,
      headers: { cookie: cookieOf(reader) },
    });
  const get =
    (url: string, member = owner) =>
    () =>
      ask(member, 'GET', url);
  /** A call that `pauses` is judged by the longest time for which it keeps others waiting. */
  const calls: Record<
    string,
    { act: () => Promise<unknown>; after?: () => Promise<unknown>; pauses?: boolean }
  > = {
    'Who can see a moment in 97 circles of 990 people': { act: get(`/api/posts/${seenByAll}/audience`) },
    'How many would see it': {
      act: get(`/api/audience?circleIds=${encodeURIComponent(JSON.stringify(circleIds))}`),
    },
    'Contacts of 5,000 people': { act: get('/api/contacts') },
    'One circle with 990 people': { act: get(`/api/circles/${circleIds[0]}`) },
    'A page of the feed, for comparison': { act: get('/api/posts/feed') },
    'Priority feed of 98 circles': { act: get('/api/posts/grouped-by-priority') },
    'Own circles (98)': { act: get('/api/circles') },
    'Like of a moment that 5,000 see, one stream open': {
      act: async () => Promise.all([ask(reader, 'POST', `/api/posts/${seenByAll}/like`), nextEvent()]),
      after: async () => Promise.all([unlike(), nextEvent()]),
    },
    'Comment on it, one stream open': {
      act: async () =>
        Promise.all([
          ask(reader, 'POST', `/api/posts/${seenByAll}/comments`, { content: 'How lovely' }),
          nextEvent(),
        ]),
    },
    'Search for 127 times "a"': { act: get(`/api/users/search?q=${'a+'.repeat(127)}`) },
    [`Longest block of a search for eight words among ${longPosts} moments of 5,000 characters`]: {
      pauses: true,
      act: get(`/api/posts/search?q=${encodeURIComponent('everybodyknowsit zz yy xx ww vv uu tt')}`, reader),
    },
    'Oldest feed of a newcomer after 10,000 moments': { act: get('/api/posts/feed?sort=oldest', newcomer) },
  };
  const figures: Figure[] = [];
  try {
    for (const [what, { act, after, pauses }] of Object.entries(calls)) {
      const costs: number[] = [];
      for (let round = -1; round < rounds; round++) {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const before = process.cpuUsage();
        await act();
        const { user, system } = process.cpuUsage(before);
        delay.disable();
        // The delay is in nanoseconds.
        if (round >= 0) costs.push(pauses ? delay.max / 1_000 : user + system);
        await after?.();
      }
      const cost = median(costs);
      figures.push({
        what: `${what} (5,000 members)`,
        floor: '',
        value: time(cost),
        judged: cost / 1_000,
        budget,
      });
    }
    return figures;
  } finally {
    await events?.cancel();
    await circle.close();
    folder.remove();
  }
};
