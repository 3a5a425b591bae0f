import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type * as contract from '../../../contract/mentions.ts';
import { findCircles } from '../../access/find/circles.ts';
import { findComment } from '../../access/find/comments.ts';
import { findPost } from '../../access/find/posts.ts';
import { mentionableIn, mentionableUnder } from '../../access/show/mentions.ts';
import { openPageByName } from '../../access/show/page-by-name.ts';
import { readPerson, selectPerson } from '../../access/show/present.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AppContext } from '../../app-context.ts';
import { missing } from '../../platform/problem.ts';
import { fold } from '../../platform/text/fold.ts';

type Page = Output<typeof contract.underPost>;
type Context = Pick<AppContext, 'db' | 'cursors'>;

interface Asked {
  list: string;
  q?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A page of these members, by name. A word of the name begins with `q`. */
const listMembers = async (
  { db, cursors }: Context,
  viewer: Viewer,
  members: RawBuilder<unknown>,
  { list, q = '', cursor, limit: size = limits.pageDefault }: Asked,
): Promise<Page> => {
  const part = fold(q);
  const begins = `% ${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const byName = openPageByName(cursors, { list: `${list} ${part}`, cursor, size });
  const { rows } = await sql<{ id: number | null; search_text: string; person: string }>`
    with named as materialized (
      select one.id from (${members}) one join users u on u.id = one.id
      where ' ' || u.search_text like ${begins} escape '\\')
    select u.id, u.search_text, ${selectPerson(bind(viewer.id), 'u')} as person
    from (select 1 as one) told ${byName.join('named')}`.execute(db.read);
  const { page, nextCursor } = byName.read(rows);
  return { items: page.map((row) => readPerson(row.person)), nextCursor };
};

/** The members whom the viewer may mention under a post (MENTION-1). @throws missing */
export const listUnderPost = async (
  context: Context,
  viewer: Viewer,
  input: Input<typeof contract.underPost>,
): Promise<Page> => {
  const post = await findPost(context.db, viewer, input.id);
  const answered = input.replyTo === undefined ? null : await findComment(context.db, viewer, input.replyTo);
  if (answered && answered.postId !== post.id) throw missing();
  const members = mentionableUnder(viewer.id, post, answered?.authorId);
  return listMembers(context, viewer, members, {
    ...input,
    list: `mentionable ${input.id} ${input.replyTo ?? ''}`,
  });
};

/** The members whom the viewer may mention in a new post for these circles. @throws missing */
export const listInCircles = async (
  context: Context,
  viewer: Viewer,
  input: Input<typeof contract.inCircles>,
): Promise<Page> => {
  const circles = await findCircles(context.db.read, viewer, input.circleIds);
  const ids = circles.map((circle) => circle.id);
  const list = `mentionable in ${input.circleIds.join(' ')}`;
  return listMembers(context, viewer, mentionableIn(viewer.id, ids), { ...input, list });
};
