import { type RawBuilder, sql } from 'kysely';
import { messages } from '../../../contract/errors/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { type FeedSort, sharedWithYou } from '../../../contract/posts.ts';
import type { Post } from '../../../contract/shapes.ts';
import { findCircle } from '../../access/find/circles.ts';
import { type CachedParts, fieldsOf } from '../../access/show/cached-parts.ts';
import { belongsInFeed, countsInFeed } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { type Database, prepared } from '../../platform/db/database.ts';
import { Unwritten } from '../../platform/unwritten.ts';
import { Problem } from '../../platform/problem.ts';
import { pageOf } from '../../platform/text/cursor.ts';
import { type FeedOrder, type FeedPage, selectCountedIds, selectFeedIds } from './feed-ids.ts';
import {
  countedTo,
  loadParts,
  type PostRevisionRow,
  type PostRow,
  readPost,
  selectPostRevisions,
  selectPosts,
  writePosts,
} from './select.ts';

type Scope = 'all' | 'circle' | 'shared-with-you';
type FeedParameters = { viewer: number; circle: number | null; before: number | null; limit: number };

const orders: readonly FeedOrder[] = ['newest', 'oldest', 'popular'];
const scopes: readonly Scope[] = ['all', 'circle', 'shared-with-you'];

type Placeholders = { [K in keyof FeedParameters]: RawBuilder<FeedParameters[K]> };

const narrowed = (scope: Scope, { circle }: Placeholders): RawBuilder<unknown> => {
  if (scope === 'all') return sql``;
  if (scope === 'circle') return sql`and m.circle_id = ${circle}`;
  return sql`and exists (
    select 1 from circles c where c.id = m.circle_id and c.kind = 'private' and c.owner_id <> m.user_id)`;
};

const pageIn = (scope: Scope, placeholders: Placeholders): FeedPage => ({
  circles: sql`select m.circle_id, m.sees_after_post_id from circle_members m
    where m.user_id = ${placeholders.viewer} ${narrowed(scope, placeholders)}`,
  mayRepeat: scope !== 'circle',
  before: placeholders.before,
  limit: placeholders.limit,
  keep: (post) => belongsInFeed(placeholders.viewer, post),
  propose: (post) => countsInFeed(placeholders.viewer, post),
});

const parameters = ['viewer', 'circle', 'before', 'limit'] as const;

const pages = new Map(
  orders.flatMap((order) =>
    scopes.map((scope) => [
      `${order} ${scope}`,
      prepared<FeedParameters, PostRevisionRow>({
        name: `feed_${order}_${scope}`,
        parameters,
        text: (placeholders, dialect) => sql<PostRevisionRow>`
          ${selectPostRevisions(placeholders.viewer, selectFeedIds(dialect, order, pageIn(scope, placeholders)))}
          order by found.position ${order === 'oldest' ? sql`asc` : sql`desc`}`,
      }),
    ]),
  ),
);

const counts = new Map(
  scopes.map((scope) => [
    scope,
    prepared<FeedParameters, { count: number }>({
      name: `feed_count_${scope}`,
      parameters,
      text: (placeholders, dialect) => sql`
        select count(*) as count from (${selectCountedIds(dialect, pageIn(scope, placeholders))}) counted`,
    }),
  ]),
);

const momentsBefore = (scope: Scope) =>
  prepared<FeedParameters, PostRow>({
    name: `feed_before_${scope}`,
    parameters,
    text: (placeholders, dialect) => sql<PostRow>`
      ${selectPosts(placeholders.viewer, selectFeedIds(dialect, 'newest', pageIn(scope, placeholders)))}
      order by found.position desc`,
  });
const moments = { all: momentsBefore('all'), 'shared-with-you': momentsBefore('shared-with-you') };

/**
 * The viewer's moments before a key, newest first; before null, from the newest on.
 * @returns the key before which the next page begins; null on the last page
 */
export const findFeedBefore = async (
  db: Database,
  viewer: Viewer,
  before: number | null,
  size: number,
  scope: keyof typeof moments = 'all',
): Promise<{ items: Post[]; next: number | null }> => {
  const rows = await db.run(moments[scope], { viewer: viewer.id, circle: null, before, limit: size + 1 });
  const page = rows.slice(0, size);
  return { items: page.map(readPost), next: rows.length > size ? (page.at(-1)?.id ?? null) : null };
};

/** The number of the viewer's moments, up to `countedTo`. */
export const countFeed = async (
  db: Database,
  viewer: Viewer,
  scope: Scope,
  circle: number | null = null,
): Promise<number> => {
  const statement = counts.get(scope);
  if (!statement) throw new Error('A feed statement is missing');
  const [row] = await db.run(statement, { viewer: viewer.id, circle, before: null, limit: countedTo });
  return row?.count ?? 0;
};

const countBoth = async (
  db: Database,
  viewer: Viewer,
  scope: Scope,
  circle: number | null,
): Promise<{ matching: number; total: number }> => {
  const matching = await countFeed(db, viewer, scope, circle);
  // More than can be counted in one circle is more than can be counted in all.
  return { matching, total: matching === countedTo ? countedTo : await countFeed(db, viewer, 'all') };
};

interface FeedInput {
  cursor?: string | undefined;
  limit?: number | undefined;
  circleId?: string | undefined;
  sort?: FeedSort | undefined;
}

/** Reads of a page before giving up on one of which something changes between the page and its parts. */
const maxReads = 5;

/**
 * A page of the viewer's feed. The circles propose posts through the index and `sees` decides, in one statement. What
 * everybody sees alike is taken from the cached parts, in the revisions that this statement read.
 * @throws missing for a circle that the viewer does not know of, invalid for a foreign cursor
 */
export const findFeed = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  parts: CachedParts,
  viewer: Viewer,
  input: FeedInput,
): Promise<Unwritten> => {
  const order = input.sort ?? 'newest';
  const size = input.limit ?? limits.pageDefault;
  const scope: Scope =
    input.circleId === undefined ? 'all' : input.circleId === sharedWithYou ? 'shared-with-you' : 'circle';
  const circle = scope === 'circle' ? (await findCircle(db.read, viewer, input.circleId ?? '')).id : null;
  const list = `feed ${order} ${input.circleId ?? ''}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const statement = pages.get(`${order} ${scope}`);
  if (!statement) throw new Error('A feed statement is missing');
  const readRows = () =>
    db.run(statement, { viewer: viewer.id, circle, before: before ?? null, limit: size + 1 });
  const write = async (rows: PostRevisionRow[], reads = 1): Promise<string> => {
    const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position));
    let items = writePosts(parts, page);
    if (items === null) {
      await loadParts(db, parts, page);
      items = writePosts(parts, page);
    }
    if (items !== null) return `{"items":${items},${fieldsOf({ nextCursor, ...counted })}}`;
    if (reads === maxReads) throw new Problem('unavailable', messages.unavailable);
    return write(await readRows(), reads + 1);
  };
  const rows = await readRows();
  const counted = scope === 'all' || input.cursor ? {} : await countBoth(db, viewer, scope, circle);
  return new Unwritten(
    () => JSON.stringify([rows, counted]),
    () => write(rows),
  );
};
