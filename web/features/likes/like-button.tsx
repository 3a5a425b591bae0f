import { Heart } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../../contract/shapes.ts';
import { Ring } from '../../ui/pencil/ring.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';
import * as likes from '../../../contract/likes.ts';
import { api } from '../../data/api.ts';
import { changeCached, withChangedPost } from '../../data/cached-posts.ts';
import { setHeart } from './set-heart.ts';

const LikesDialog = lazyComponent(() => import('./likes-dialog.tsx'));

/** The like button and the number of likes, which opens the list of people. */
export function Likes({ post, variant }: { post: Post; variant: number }) {
  const [open, setOpen] = useState(false);
  const { id, likesCount } = post;
  const count = <span className="num">{words.number(likesCount)}</span>;
  return (
    <>
      <LikeButton post={post} variant={variant} />
      {likesCount > 0 ? (
        <button
          type="button"
          className="act who"
          aria-haspopup="dialog"
          aria-label={words.likes.show({ count: likesCount })}
          onClick={() => setOpen(true)}
        >
          {count}
        </button>
      ) : (
        <span className="act who" aria-hidden="true">
          {count}
        </span>
      )}
      {open ? <LikesDialog id={id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The like button: a heart with a ring around it once the viewer likes the moment. */
function LikeButton({ post, variant }: { post: Post; variant: number }) {
  const toggle = useLike(post);
  // Animate the ring only after a press, not on posts that were liked earlier.
  const [pressed, setPressed] = useState(false);
  return (
    <button
      type="button"
      className="act"
      aria-pressed={post.isLiked}
      aria-label={(post.isLiked ? words.likes.unlike : words.likes.like)({ count: post.likesCount })}
      onClick={() => {
        setPressed(true);
        toggle();
      }}
    >
      <span className="rw">
        <Heart className="h" aria-hidden="true" />
        {post.isLiked ? <Ring shape="round" variant={variant} draw={pressed} /> : null}
      </span>
    </button>
  );
}

/** Likes or unlikes a moment in every list, before the server has answered. */
const useLike = ({ id, isLiked, likesCount }: Post): (() => void) => {
  const client = useQueryClient();
  return () =>
    setHeart(client, {
      key: ['like', id],
      liked: !isLiked,
      before: { isLiked, likesCount },
      call: () => api(isLiked ? likes.unlike : likes.like, { id }),
      show: (hearts) =>
        changeCached(client, (data) => withChangedPost(data, id, (post) => ({ ...post, ...hearts }))),
    });
};
