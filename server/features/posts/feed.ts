import { type RawBuilder, sql } from 'kysely';
import type { Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import { type FeedSort, type feed as feedCall, sharedWithYou } from '../../../contract/posts.ts';
import { findCircle } from '../../access/find.ts';
import { belongsInFeed, countsInFeed } from '../../access/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { prepared } from '../../platform/db/database.ts';
import { type FeedOrder, type FeedPage, selectCountedIds, selectFeedIds } from './feed-ids.ts';
import { countedTo, type PostRow, readPost, selectPosts } from './select.ts';
import { pageOf } from '../../platform/text/cursor.ts';

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
      prepared<FeedParameters, PostRow>({
        name: `feed_${order}_${scope}`,
        parameters,
        text: (placeholders, dialect) => sql<PostRow>`
          ${selectPosts(placeholders.viewer, selectFeedIds(dialect, order, pageIn(scope, placeholders)))}
          order by page.position ${order === 'oldest' ? sql`asc` : sql`desc`}`,
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

interface FeedInput {
  cursor?: string | undefined;
  limit?: number | undefined;
  circleId?: string | undefined;
  sort?: FeedSort | undefined;
}

/**
 * A page of the viewer's feed. The circles propose posts through the index, `sees` decides, in one statement.
 * @throws missing for a circle that the viewer does not know of, invalid for a foreign cursor
 */
export const findFeed = async (
  { db, cursors }: Pick<AppContext, 'db' | 'cursors'>,
  viewer: Viewer,
  input: FeedInput,
): Promise<Output<typeof feedCall>> => {
  const order = input.sort ?? 'newest';
  const size = input.limit ?? limits.pageDefault;
  const scope: Scope =
    input.circleId === undefined ? 'all' : input.circleId === sharedWithYou ? 'shared-with-you' : 'circle';
  const circle = scope === 'circle' ? (await findCircle(db.read, viewer, input.circleId ?? '')).id : null;
  const list = `feed ${order} ${input.circleId ?? ''}`;
  const [before] = input.cursor ? cursors.open(list, input.cursor) : [];
  const statement = pages.get(`${order} ${scope}`);
  const count = counts.get(scope);
  const countAll = counts.get('all');
  if (!statement || !count || !countAll) throw new Error('A feed statement is missing');
  const rows = await db.run(statement, {
    viewer: viewer.id,
    circle,
    before: before ?? null,
    limit: size + 1,
  });
  const { page, nextCursor } = pageOf(rows, size, (last) => cursors.seal(list, last.position));
  const answer = {
    items: page.map(readPost),
    nextCursor,
  };
  if (scope === 'all' || input.cursor) return answer;
  const whole = { viewer: viewer.id, circle, before: null, limit: countedTo };
  const [[matching], [total]] = await Promise.all([
    db.run(count, whole),
    db.run(countAll, { ...whole, circle: null }),
  ]);
  return { ...answer, matching: matching?.count ?? 0, total: total?.count ?? 0 };
};
