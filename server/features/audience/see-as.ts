import { sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import * as calls from '../../../contract/audience/audience.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import { findPerson } from '../../access/find/members.ts';
import { findPost } from '../../access/find/posts.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { readPhotos, selectAuthorsPhotos, shownPhotos } from '../../access/show/photos.ts';
import { bind, hiddenPeople, readersByCircle } from '../../access/rules/sees.ts';
import { findLeftCircles, findWhyNotSeen } from '../../access/readers/why-not-seen.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { fold } from '../../platform/text/fold.ts';
import { loadPost } from '../posts/read.ts';
import { findWays, presentCircles } from './audience.ts';

type Context = Pick<AppContext, 'db'>;

/**
 * The viewer's post as another member gets it, or why they do not (TRUTH-22). It names only circles that the viewer
 * knows of.
 * @throws missing for a post or member that the viewer does not see, forbidden
 */
export const seePostAs = async (
  { db }: Context,
  viewer: Viewer,
  { id, userId }: Input<typeof calls.seeAs>,
): Promise<Output<typeof calls.seeAs>> => {
  const post = await findPost(db, viewer, id);
  assertIsAuthor(viewer, post);
  const person = await findPerson(db, viewer, userId);
  const reason = (await findWhyNotSeen(db.read, viewer, post.id, [person.id])).get(person.id);
  if (reason) return { sees: false, reason };
  // The schema drops the fields that tell something of the member.
  const seen = calls.SeenPost.parse(await loadPost(db, person, id));
  // As its author sees it: whether the member sees it would tell of a block between them and the asker.
  const { question } = await loadPost(db, viewer, id);
  const left = await findLeftCircles(db.read, viewer, post.id);
  const circles = seen.circles.filter((circle) => !left.has(circle.id));
  // Blocks decide which photos of others the member sees.
  const { photos } = await db.read
    .selectFrom('posts')
    .select(selectAuthorsPhotos('posts').as('photos'))
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  return { sees: true, post: { ...seen, ...shownPhotos(seen.kind, readPhotos(photos)), circles, question } };
};

/**
 * Whether members of the viewer's circles see the viewer's post: those with a word in their name that begins with `q`
 * (TRUTH-20).
 * @throws missing, forbidden
 */
export const findWhoSees = async (
  { db }: Context,
  viewer: Viewer,
  { id, q }: Input<typeof calls.whoSees>,
): Promise<Output<typeof calls.whoSees>> => {
  const post = await findPost(db, viewer, id);
  assertIsAuthor(viewer, post);
  const me = bind(viewer.id);
  const begins = `% ${fold(q).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ id: number; person: string }>`
    select u.id, ${selectPerson(me, 'u')} as person from users u
    where u.id in (
        select inside.user_id from circle_members mine
        join circles known on known.id = mine.circle_id and (known.kind = 'shared' or known.owner_id = ${viewer.id})
        join circle_members inside on inside.circle_id = known.id
        where mine.user_id = ${viewer.id})
      and u.id <> ${viewer.id} and u.id not in (${hiddenPeople(me)})
      and ' ' || u.search_text like ${begins} escape '\\'
    order by u.search_text, u.id limit ${limits.whoSees}`.execute(db.read);
  const keys = rows.map((row) => row.id);
  const reasons = await findWhyNotSeen(db.read, viewer, post.id, keys);
  const ways = await findWays(db.read, viewer, readersByCircle(bind(post.id)), keys);
  return {
    items: rows.map((row) => {
      const reason = reasons.get(row.id) ?? null;
      return {
        member: readPerson(row.person),
        circles: reason ? [] : presentCircles(ways.get(row.id)),
        reason,
      };
    }),
  };
};
