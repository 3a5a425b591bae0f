import { sql } from 'kysely';
import { mentionedIn } from '../../../contract/text/mention-tokens.ts';
import { findAudienceAmong } from '../../access/readers/audience.ts';
import type { FoundPost } from '../../access/find/posts.ts';
import { mentionableUnder } from '../../access/show/mentions.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { missing } from '../../platform/problem.ts';
import { findNotified, withdrawNews } from '../notifications/notify.ts';
import { notifyOnce, rememberWithdrawn } from '../notifications/withdrawn.ts';

/** A moment's words, or a comment under it. */
interface Written {
  post: Pick<FoundPost, 'id' | 'authorId'>;
  comment?: number;
  /** Key of the member whom the comment answers. */
  answered?: number | null;
}

interface Named {
  id: number;
  public_id: string;
}

const tableOf = ({ comment }: Written) =>
  comment === undefined
    ? { rows: sql.table('post_mentions'), owner: sql.ref('post_id') }
    : { rows: sql.table('comment_mentions'), owner: sql.ref('comment_id') };

const keyOf = ({ post, comment }: Written): number => comment ?? post.id;

const groupOf = ({ post, comment }: Written): string =>
  comment === undefined ? `mention in post ${post.id}` : `mention in comment ${comment}`;

const readNamed = async (tx: Tx, written: Written): Promise<Named[]> => {
  const { rows, owner } = tableOf(written);
  const found = await sql<Named>`
    select u.id, u.public_id from ${rows} named join users u on u.id = named.user_id
    where named.${owner} = ${keyOf(written)}`.execute(tx.q);
  return found.rows;
};

/** @throws missing if the viewer may not mention one of them */
const findMentionable = async (
  tx: Tx,
  viewer: Viewer,
  { post, answered }: Written,
  ids: readonly string[],
): Promise<number[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select u.id from (${mentionableUnder(viewer.id, post, answered)}) one join users u on u.id = one.id
    where u.public_id in (${sql.join(ids)})`.execute(tx.q);
  if (rows.length < ids.length) throw missing();
  return rows.map(({ id }) => id);
};

/** Those of the members (keys) who see the words. */
const findReaders = ({ q }: Tx, { post, comment }: Written, members: readonly number[]) =>
  findAudienceAmong(q, comment === undefined ? { post: post.id } : { comment }, members);

/**
 * Stores who is mentioned in new or edited words. Without `ids`, an edit keeps the mentions that still stand in the
 * words. Members who were mentioned before may stay mentioned, although they may have lost sight of it.
 * @returns the keys of the members who were not mentioned before
 * @throws missing if the viewer may not mention one of them
 */
export const saveMentions = async (
  tx: Tx,
  viewer: Viewer,
  written: Written,
  { ids, content }: { ids: readonly string[] | undefined; content: string },
): Promise<number[]> => {
  const before = await readNamed(tx, written);
  const standing = new Set(mentionedIn(content));
  const wanted = new Set(ids ?? before.map((one) => one.public_id).filter((id) => standing.has(id)));
  const known = new Set(before.map((one) => one.public_id));
  const added = await findMentionable(
    tx,
    viewer,
    written,
    [...wanted].filter((id) => !known.has(id)),
  );
  const { rows, owner } = tableOf(written);
  const removed = before.filter((one) => !wanted.has(one.public_id)).map(({ id }) => id);
  // Others were not notified, and are once they see the words.
  const readers = new Set(await findReaders(tx, written, removed));
  for (const id of removed) {
    await sql`delete from ${rows} where ${owner} = ${keyOf(written)} and user_id = ${id}`.execute(tx.q);
    const news = { to: id, actor: viewer.id, group: groupOf(written) };
    if (readers.has(id)) await rememberWithdrawn(tx, { ...news, restores: true });
    await withdrawNews(tx, id, news.group);
  }
  for (const id of added)
    await sql`insert into ${rows} (${owner}, user_id) values (${keyOf(written)}, ${id})
      on conflict do nothing`.execute(tx.q);
  return added;
};

/** Notifies the mentioned members who see the words (MENTION-3), but nobody twice of one comment. */
export const notifyMentioned = async (
  tx: Tx,
  viewer: Viewer,
  written: Written,
  mentioned: readonly number[],
): Promise<void> => {
  if (mentioned.length === 0) return;
  const { post, comment } = written;
  const readers = await findReaders(tx, written, mentioned);
  const notified = comment === undefined ? new Set() : await findNotified(tx, comment);
  const about = { actor: viewer.id, post: post.id, ...(comment !== undefined && { comment }) };
  for (const to of readers.filter((reader) => !notified.has(reader)))
    await notifyOnce(tx, { kind: 'mention', to, ...about, group: groupOf(written) });
};
