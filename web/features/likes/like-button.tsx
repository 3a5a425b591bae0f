import { Heart } from 'lucide-react';
import { useState } from 'react';
import type { Post } from '../../../contract/shapes.ts';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import { useLike } from './like.ts';

/** A heart that is circled when it is given. */
export function LikeButton({ post, variant }: { post: Post; variant: number }) {
  const toggle = useLike(post);
  // The ring draws itself where somebody just pressed, not on every post that was liked some other day.
  const [pressed, setPressed] = useState(false);
  return (
    <button
      type="button"
      className="act"
      aria-pressed={post.isLiked}
      aria-label={(post.isLiked ? words.likes.unlike : words.likes.like)(post.likesCount)}
      onClick={() => {
        setPressed(true);
        toggle();
      }}
    >
      <span className="rw">
        <Heart className="h" aria-hidden="true" />
        {post.isLiked ? <Ring shape="round" variant={variant} draw={pressed} /> : null}
      </span>
      <span className="num">{words.likes.count(post.likesCount)}</span>
    </button>
  );
}
