import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/search.ts';
import { bind, postOf, seesPost } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { fold } from '../../platform/text/fold.ts';
import { listCircleNames } from '../circles/read.ts';
import { findMembers, partsOf } from '../members/search.ts';
import { joined } from './highlight.ts';
import { findPosts, indexRecent, loadFound, wordsOfSearch } from './search-posts.ts';
import { findIn, type Span, spanOf, unfolded, type Wanted, wordsOf } from './terms.ts';

type Context = Pick<AppContext, 'db' | 'limits'>;

/** The number that is shown of each kind, and the number that is counted. */
const shown = 3;
const counted = limits.searchResults;

interface Found<T> extends contract.FoundCount {
  /** The first ones. */
  items: T[];
}

const nothing = { items: [], count: 0, hasMore: false };

/** Where the parts of a term stand in a name, wherever they begin; short ones at the beginning of a word. */
const marksInName = (name: string, parts: readonly string[]): Span[] =>
  joined(
    [...name.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) =>
      parts.flatMap((part): Span[] => {
        const letters = part.trimStart();
        const at = fold(word).indexOf(letters);
        if (at < 0 || (letters !== part && at > 0)) return [];
        const [from, to] = unfolded(word, [at, at + letters.length], fold);
        return [[index + from, index + to]];
      }),
    ),
  );

/** How many moments of this member the viewer sees, up to 50. Only moments in the viewer's circles are looked at. */
const countMoments = async (q: Queries, viewer: Viewer, author: number) => {
  const { rows } = await sql<{ count: number }>`
    with proposed as materialized (
      select distinct pc.post_id, pc.author_id from circle_members m join post_circles pc on pc.circle_id = m.circle_id
      where m.user_id = ${viewer.id} and pc.author_id = ${author})
    select count(*) as count from (
      select 1 from proposed where ${seesPost(bind(viewer.id), postOf('proposed'))}
      limit ${counted + 1}) theirs`.execute(q);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, counted), hasMore: count > counted };
};

const searchPeople = async (
  context: Context,
  viewer: Viewer,
  q: string,
  most: number,
): Promise<Found<contract.FoundMember> & Pick<contract.Everything, 'from'>> => {
  const { items: members, ...count } = await findMembers(context, viewer, q, { most, counts: false });
  const parts = partsOf(q);
  const found = members.map(({ key, ...member }) => ({
    key,
    person: { ...member, marks: marksInName(`${member.firstName} ${member.lastName}`.trim(), parts) },
  }));
  const items = found.map(({ person }) => person);
  for (const { key, person } of found.slice(0, shown)) {
    const moments = await countMoments(context.db.read, viewer, key);
    if (moments.count > 0) return { items, ...count, from: { person, ...moments } };
  }
  return { items, ...count, from: null };
};

const searchCircles = async (q: Queries, viewer: Viewer, wanted: readonly Wanted[], most: number) => {
  const found = (await listCircleNames(q, viewer)).flatMap(({ id, name, color, memberCount }) => {
    const words = wordsOf(name);
    const places = wanted.map((part) => findIn(words, part));
    return places.every((each) => each.length > 0)
      ? [{ id, name, color, memberCount, marks: joined(places.flat().map((place) => spanOf(name, place))) }]
      : [];
  });
  return {
    items: found.slice(0, most),
    count: Math.min(found.length, counted),
    hasMore: found.length > counted,
  };
};

const searchShared = async (
  db: Database,
  viewer: Viewer,
  { q, kind }: { q: string; kind: 'moments' | 'albums' },
  most: number,
) => {
  const { hits, hasMore } = await findPosts(db, viewer, { q, kind }, { size: counted });
  return { items: await loadFound(db, viewer, hits.slice(0, most)), count: hits.length, hasMore };
};

/**
 * The results of a search: people by the rules of `findMembers`, the viewer's circles by their names, moments
 * and albums as `findPosts` does.
 * @throws invalid for a search without words, tooMany for a member who looks for one address after the other
 */
export const searchEverything = async (
  context: Context,
  viewer: Viewer,
  { q, kind }: Input<typeof contract.everything>,
): Promise<Output<typeof contract.everything>> => {
  const { db } = context;
  const wanted = wordsOfSearch(q);
  const most = kind === undefined ? shown : counted;
  const isWanted = (one: contract.FoundKind) => kind === undefined || kind === one;
  const { from, ...people } = isWanted('people')
    ? await searchPeople(context, viewer, q, most)
    : { ...nothing, from: null };
  const circles = isWanted('circles') ? await searchCircles(db.read, viewer, wanted, most) : nothing;
  if (isWanted('moments') || isWanted('albums')) await indexRecent(db, viewer);
  const ofKind = async (one: 'moments' | 'albums') =>
    isWanted(one) ? searchShared(db, viewer, { q, kind: one }, most) : nothing;
  const [moments, albums] = [await ofKind('moments'), await ofKind('albums')];
  return {
    people: people.items,
    circles: circles.items,
    moments: moments.items,
    albums: albums.items,
    counts: { people, circles, moments, albums },
    from,
  };
};
