import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/search.ts';
import { findCircle } from '../../access/find/circles.ts';
import { findSeenTexts, type SeenTexts } from './seen-texts.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalid } from '../../platform/problem.ts';
import { findAlbumDays } from '../albums/list-albums.ts';
import { loadPosts } from '../posts/read.ts';
import { byRarity, proposePosts } from './candidates.ts';
import { highlight } from './highlight.ts';
import { indexPosts, indexPostsOf, ofAuthor, ofCircle } from './index-posts.ts';
import { type Lookup, lookupOf, type Wanted, wantedIn, withoutMentions } from './terms.ts';

/** How many rows of the index one statement looks at: twice as many as the one before, up to 20 ms. */
const [fewestRows, mostRows] = [250, 8_000];
/** The number of posts whose texts one statement reads: usually the first ones fill the page. */
const readTogether = 100;
/** How much text (UTF-16 units) is compared for one page. What is left comes with the next one. */
const maxCompared = 200_000;
/** The least that a post counts, however short its texts are: 290 of them are compared at most. */
const minCompared = 700;

/** The places through which the viewer may find posts: their circles and their own posts, or one circle. */
const placesOf = async (
  db: Pick<Database, 'read'>,
  viewer: Viewer,
  circleId: string | undefined,
): Promise<{ places: number[]; circle: number | null }> => {
  if (circleId !== undefined) {
    const { id } = await findCircle(db.read, viewer, circleId);
    return { places: [ofCircle(id)], circle: id };
  }
  const { rows } = await sql<{ circle_id: number }>`
    select circle_id from circle_members where user_id = ${viewer.id}`.execute(db.read);
  return { places: [ofAuthor(viewer.id), ...rows.map((row) => ofCircle(row.circle_id))], circle: null };
};

/** The first post shared at this time (epoch ms) or later; null if there is none. */
const firstSince = async ({ read }: Pick<Database, 'read'>, since: number): Promise<number | null> => {
  const row = await read
    .selectFrom('posts')
    .select('id')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
};

const farthest = Number.MAX_SAFE_INTEGER;

/** The keys between which the posts of a year lie: from the first one to the one before the second. */
const boundsOf = async (db: Database, year: string | undefined): Promise<[from: number, before: number]> => {
  if (year === undefined) return [0, farthest];
  const from = await firstSince(db, Date.UTC(Number(year), 0));
  const before = await firstSince(db, Date.UTC(Number(year) + 1, 0));
  return [from ?? farthest, before ?? farthest];
};

const textsOf = ({ title, content, captions }: SeenTexts) => [
  ...(title === null ? [] : [{ in: 'title' as const, text: title }]),
  { in: 'content' as const, text: withoutMentions(content) },
  ...captions.map((text) => ({ in: 'caption' as const, text })),
];

type Choice = Omit<Input<typeof contract.posts>, 'cursor' | 'limit'>;

interface Reach {
  places: number[];
  circle: number | null;
  kind: 'post' | 'album' | null;
  from: number;
  before: number;
}

/** The posts that may contain the wanted words and that the viewer sees, the newest first. */
async function* seenAmongProposed(
  db: Database,
  viewer: Viewer,
  lookups: readonly Lookup[],
  { places, circle, kind, from, before }: Reach,
): AsyncGenerator<SeenTexts> {
  const words = await byRarity(db, lookups, places);
  let rows = fewestRows;
  for (let next: number | null = before; next !== null; rows = Math.min(2 * rows, mostRows)) {
    const proposed = await proposePosts(db, words, places, { from, before: next, rows, kind });
    for (let read = 0; read < proposed.posts.length; read += readTogether)
      yield* await findSeenTexts(db, viewer, proposed.posts.slice(read, read + readTogether), circle);
    // Many of them may be out of sight.
    await nextTurn();
    next = proposed.next;
  }
}

/** The wanted words of a search. @throws invalid for a search without words */
export const wordsOfSearch = (q: string): Wanted[] => {
  const wanted = wantedIn(q);
  const longest = Math.max(0, ...wanted.map(({ words }) => words.join('').length));
  if (longest < limits.searchMin) throw invalid('q', messages.searchTooShort);
  return wanted;
};

/** A search finds moments that were shared just before it. */
export const indexRecent = async (db: Database, viewer: Viewer): Promise<void> => {
  await indexPostsOf(db, viewer.id);
  await indexPosts(db, 2);
};

interface Hit {
  id: number;
  highlights: contract.Highlight[];
}

const kinds = { moments: 'post', albums: 'album' } as const;

/**
 * The keys of the newest moments that the viewer sees and in which all wanted words stand. The index proposes posts of
 * the viewer's circles alone and `sees` decides. What is shown as found is only text that the viewer sees, and where a
 * page ends depends only on such text.
 * @param before the key where an earlier page ended
 * @throws missing for a circle that the viewer does not know of, invalid for a search without words
 */
export const findPosts = async (
  db: Database,
  viewer: Viewer,
  input: Choice,
  { size, before: resumed = farthest }: { size: number; before?: number | undefined },
): Promise<{ hits: Hit[]; before: number; hasMore: boolean }> => {
  const wanted = wordsOfSearch(input.q);
  const lookups = wanted.map(lookupOf);
  const { places, circle } = await placesOf(db, viewer, input.circleId);
  const kind = input.kind === undefined ? null : kinds[input.kind];
  const [from, last] = await boundsOf(db, input.year);
  let before = Math.min(resumed, last);
  let compared = 0;
  let hasMore = false;
  const hits: Hit[] = [];
  const reach = { places, circle, kind, from, before };
  for await (const post of seenAmongProposed(db, viewer, lookups, reach)) {
    const texts = textsOf(post);
    const highlights = await highlight(texts, wanted, lookups);
    await nextTurn();
    hasMore = hits.length === size && highlights.isFound;
    if (hasMore) break;
    before = post.id;
    if (highlights.isFound) hits.push({ id: post.id, highlights: highlights.inTexts });
    // A description out of sight can have proposed a post. It must not count.
    if (highlights.isProposed)
      compared += Math.max(
        minCompared,
        texts.reduce((sum, { text }) => sum + text.length, 0),
      );
    hasMore = compared >= maxCompared;
    if (hasMore) break;
  }
  return { hits, before, hasMore };
};

/** The moments that were found, as the viewer sees them. */
export const loadFound = async (
  db: Database,
  viewer: Viewer,
  hits: readonly Hit[],
): Promise<contract.FoundPost[]> => {
  const keys = hits.map(({ id }) => id);
  const posts = await loadPosts(db, viewer, keys);
  const days = await findAlbumDays(
    db,
    viewer,
    keys.filter((key) => posts.get(key)?.kind === 'album'),
  );
  return hits.flatMap(({ id, highlights }) => {
    const post = posts.get(id);
    return post ? [{ ...post, highlights, from: null, to: null, ...days.get(id) }] : [];
  });
};

/** A page of the moments that a search finds, newest first. @throws as `findPosts`, invalid for a foreign cursor */
export const searchPosts = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: Input<typeof contract.posts>,
): Promise<Output<typeof contract.posts>> => {
  const list = `search ${input.q} ${input.circleId ?? ''} ${input.year ?? ''} ${input.kind ?? ''}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  await indexRecent(db, viewer);
  const found = await findPosts(db, viewer, input, { size: input.limit ?? limits.pageDefault, before });
  const items = await loadFound(db, viewer, found.hits);
  return { items, nextCursor: found.hasMore ? cursors.seal(list, found.before) : null };
};
