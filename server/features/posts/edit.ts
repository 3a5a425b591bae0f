import { messages } from '../../../contract/errors/errors.ts';
import type { Post } from '../../../contract/shapes.ts';
import { findAudience, type LeftOut } from '../../access/readers/audience.ts';
import { findPost } from '../../access/find/posts.ts';
import { assertIsAuthor } from '../../access/assert-may.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockPost } from '../../platform/db/locks.ts';
import { publish } from '../../platform/events/hub.ts';
import { invalid } from '../../platform/problem.ts';
import { captionPhotos } from '../media/captions.ts';
import { countPhotos } from '../media/photos.ts';
import { leaveOut, publishLoss } from './leave-out.ts';
import { findCirclesOfPost, narrowTo } from './narrow.ts';
import { loadPost } from './read.ts';
import { checkWords, mention } from './write.ts';

interface Edit extends LeftOut {
  id: string;
  circleIds?: string[] | undefined;
  content?: string | undefined;
  mentions?: string[] | undefined;
  alts?: string[] | undefined;
}

/** @returns whether the words changed. @throws invalid for words that a new post could not have */
const rewrite = async (tx: Tx, postId: number, content: string): Promise<boolean> => {
  const before = await tx.q
    .selectFrom('posts')
    .select(['content', 'kind', 'voice_id'])
    .where('id', '=', postId)
    .executeTakeFirst();
  if (!before || before.content === content) return false;
  // An album may be without words.
  if (before.kind === 'post')
    checkWords(content, (await countPhotos(tx, postId)) + (before.voice_id === null ? 0 : 1));
  await tx.q.updateTable('posts').set({ content }).where('id', '=', postId).execute();
  return true;
};

const isAlbum = async (tx: Tx, postId: number): Promise<boolean> =>
  (await tx.q.selectFrom('posts').select('kind').where('id', '=', postId).executeTakeFirst())?.kind ===
  'album';

/**
 * Edits a post's words and the descriptions of its photos (MOMENT-17), and narrows its audience: circles may only be
 * removed (MOMENT-9), and members left out. Earlier words are not kept.
 * @throws missing, forbidden, invalid, conflict for a circle that the post is not shared with
 */
export const editPost = (db: Database, viewer: Viewer, input: Edit): Promise<Post> =>
  db.write(async (tx) => {
    // Lock the post, so that a concurrent comment keeps to the remaining circles.
    await lockPost(tx, input.id);
    const post = await findPost(tx, viewer, input.id);
    assertIsAuthor(viewer, post);
    const told = await findAudience(tx.q, { post: post.id });
    let lost: readonly number[] = [];
    if (input.circleIds) {
      if (input.circleIds.length === 0) throw invalid('circleIds', messages.circleRequired);
      const refusal = messages.circlesOnlyFewer;
      const { named, others } = await findCirclesOfPost(tx, viewer, post.id, input.circleIds, refusal);
      lost = others;
      await narrowTo(tx, post.id, named);
    }
    if (input.hiddenFrom || input.withoutLetters) await leaveOut(tx, viewer, post.id, input);
    const { content, mentions: ids } = input;
    const isRewritten = content !== undefined && (await rewrite(tx, post.id, content));
    if (content !== undefined) await mention(tx, viewer, post, { ids, content });
    // The photos of an album are described by their ids, because others add photos too.
    if (input.alts !== undefined && (await isAlbum(tx, post.id))) throw invalid('alts', messages.invalid);
    const isRecaptioned = input.alts !== undefined && (await captionPhotos(tx, post.id, input.alts));
    if (isRewritten || isRecaptioned)
      await tx.q.updateTable('posts').set({ edited_at: Date.now() }).where('id', '=', post.id).execute();
    // Publish also to members who no longer see the post: their pages have to remove it.
    if (isRewritten || ids !== undefined || isRecaptioned)
      await publish(tx, { kind: 'post', id: input.id, to: { members: told } });
    else await publishLoss(tx, post, told, lost);
    return loadPost(tx, viewer, input.id);
  });
