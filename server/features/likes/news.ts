import { selectLikerToName } from '../../access/show/likers.ts';
import { bind } from '../../access/rules/sees.ts';
import type { Tx } from '../../platform/db/database.ts';
import { setNotificationActor, withdrawNews } from '../notifications/notify.ts';
import { notifyOnce, rememberWithdrawn } from '../notifications/withdrawn.ts';

/** A like of a moment, or of a photo in it, by keys. */
interface Like {
  post: number;
  giver: number;
  /** The author of the moment, or the member who added the photo. */
  to: number;
  /** The photo. */
  image?: number;
}

// One notification for all hearts that a member gets in one moment.
const groupOf = ({ post }: Pick<Like, 'post'>) => `like:${post}`;

/** Likes of the moment and of each photo are taken back separately. */
const actionOf = ({ post, image }: Like) =>
  image === undefined ? groupOf({ post }) : `like:${post}:${image}`;

export const tellOfLike = (tx: Tx, like: Like): Promise<void> => {
  const { post, to, giver: actor } = like;
  return notifyOnce(tx, { kind: 'like', to, actor, post, group: groupOf(like), action: actionOf(like) });
};

/**
 * Updates the one notification that a member has of all likes in a moment: it names somebody who still likes it or a photo
 * of theirs in it, first those whom they are shown, and is deleted with the last like.
 */
export const refreshLikeNews = async (tx: Tx, about: Pick<Like, 'post' | 'to'>): Promise<void> => {
  const { post, to } = about;
  const { rows } = await selectLikerToName(bind(to), bind(post)).execute(tx.q);
  const [named] = rows;
  if (named) await setNotificationActor(tx, to, groupOf(about), named.giver);
  else await withdrawNews(tx, to, groupOf(about));
};

export const withdrawLikeNews = async (tx: Tx, like: Like): Promise<void> => {
  const { to, giver: actor } = like;
  await rememberWithdrawn(tx, { to, actor, group: groupOf(like), action: actionOf(like), restores: true });
  // Anybody else who is named still likes the moment.
  const named = await tx.q
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', to)
    .where('group_key', '=', groupOf(like))
    .where('actor_id', '=', actor)
    .executeTakeFirst();
  if (named) await refreshLikeNews(tx, like);
};
