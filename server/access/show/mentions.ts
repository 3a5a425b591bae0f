import { type RawBuilder, sql } from 'kysely';
import type { Mention } from '../../../contract/shapes.ts';
import {
  bind,
  col,
  hiddenPeople,
  readersByCircle,
  seesCircleById,
  seesPerson,
  type SqlRef,
} from '../rules/sees.ts';
import { commentRefs, seesCommentOfSeenPost } from '../rules/sees-talk.ts';

/** Both are in one shared circle, or one of them is in a circle that the other owns. */
const haveCommonCircle = (viewer: SqlRef, user: SqlRef) => sql<boolean>`exists (
  select 1 from circle_members theirs
  join circle_members mine on mine.circle_id = theirs.circle_id and mine.user_id = ${viewer}
  join circles common on common.id = theirs.circle_id
  where theirs.user_id = ${user} and (common.kind = 'shared' or common.owner_id in (${viewer}, ${user})))`;

/**
 * The viewer may know who is mentioned under the post (MENTION-4): a mention does not introduce two of its circles to
 * each other. `post` is the alias of a `posts` row that the viewer sees.
 */
const seesMentioned = (viewer: SqlRef, user: SqlRef, post: string) => sql<boolean>`(
  ${user} = ${viewer} or (${seesPerson(viewer, user)} and (
    ${user} = ${col(`${post}.author_id`)} or ${haveCommonCircle(viewer, user)}
    or exists (
      select 1 from comments said where said.post_id = ${col(`${post}.id`)} and said.author_id = ${user}
        and ${seesCommentOfSeenPost(viewer, commentRefs('said', post))}))))`;

/**
 * The members mentioned in a post or a comment, as JSON text. `post` is the alias of the `posts` row that it is, or is
 * under.
 */
export const selectMentions = (
  viewer: SqlRef,
  kind: 'post' | 'comment',
  key: SqlRef,
  post: string,
): RawBuilder<string | null> => sql<string | null>`(
  select cast(json_group_array(json_object('id', m.public_id,
    'name', case when ${seesMentioned(viewer, col('m.id'), post)}
      then coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.username, '') end)
    order by m.id) as text)
  from ${sql.table(`${kind}_mentions`)} named join users m on m.id = named.user_id
  where ${col(`named.${kind}_id`)} = ${key})`;

// The text was written by the selection above.
// oxlint-disable-next-line typescript/consistent-type-assertions
export const readMentions = (json: string | null): Mention[] => JSON.parse(json ?? '[]') as Mention[];

interface PostKeys {
  readonly id: number;
  readonly authorId: number;
}

/**
 * The keys of the members whom the viewer may mention under a post that they see (MENTION-1). The author mentions
 * readers whose circle they see. Anybody else mentions the author, the member who is answered, and the members of the
 * post's shared circles that they are in, whether these see the post or not: a missing name would tell.
 */
export const mentionableUnder = (
  viewer: number,
  post: PostKeys,
  answered: number | null = null,
): RawBuilder<unknown> => {
  const me = bind(viewer);
  const proposed =
    post.authorId === viewer
      ? sql`select way.id from (${readersByCircle(bind(post.id))}) way where ${seesCircleById(me, col('way.circle_id'))}`
      : sql`
        select member.user_id as id from post_circles shared
        join circles c on c.id = shared.circle_id and c.kind = 'shared'
        join circle_members mine on mine.circle_id = c.id and mine.user_id = ${me}
        join circle_members member on member.circle_id = c.id
        where shared.post_id = ${post.id}
        union select id from users where id in (${post.authorId}, ${answered ?? post.authorId})`;
  return without(me, proposed);
};

/** The keys of the members who would see a new post of the viewer's in these circles. */
export const mentionableIn = (viewer: number, circleIds: readonly number[]): RawBuilder<unknown> =>
  without(
    bind(viewer),
    sql`select user_id as id from circle_members where circle_id in (${sql.join([0, ...circleIds])})`,
  );

const without = (viewer: SqlRef, proposed: RawBuilder<unknown>) => sql`
  select distinct proposed.id from (${proposed}) proposed
  where proposed.id <> ${viewer} and proposed.id not in (${hiddenPeople(viewer)})`;
