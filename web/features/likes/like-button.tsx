import { Heart } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../../contract/shapes.ts';
import { Ring } from '../../ui/pencil/ring.tsx';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { words } from '../../words/words.ts';
import * as likes from '../../../contract/likes.ts';
import { api, toastError } from '../../data/api.ts';
import { changeCached, withChangedPost } from '../../data/cached-posts.ts';

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

type State = Pick<Post, 'isLiked' | 'likesCount'>;

const call = (id: string, liked: boolean) => (liked ? api(likes.like, { id }) : api(likes.unlike, { id }));

/** Likes or unlikes a moment optimistically in every list, and reverts it with a toast if the server refuses. */
const useLike = ({ id, isLiked, likesCount }: Pick<Post, 'id'> & State): (() => void) => {
  const client = useQueryClient();
  const key = ['like', id];
  const show = (state: State) =>
    changeCached(client, (data) => withChangedPost(data, id, (post) => ({ ...post, ...state })));
  // Without `useMutation`: nothing here shows how the request goes, and Home needs it for nothing else.
  const send = (change: { liked: boolean; before: State }) =>
    client
      .getMutationCache()
      .build(client, {
        mutationKey: key,
        // Send the requests one after the other, so that the last press is also the last to arrive.
        scope: { id: key.join(' ') },
        mutationFn: ({ liked }: { liked: boolean; before: State }) => call(id, liked),
        onSuccess: (state) => {
          // If another press waits, this answer is already out of date.
          if (client.isMutating({ mutationKey: key }) === 1) show(state);
        },
        onError: (error, { before }) => {
          show(before);
          toastError(error, words.likes.error);
        },
      })
      .execute(change)
      // Shown above.
      .catch(() => undefined);
  return () => {
    const before = { isLiked, likesCount };
    show({ isLiked: !isLiked, likesCount: likesCount + (isLiked ? -1 : 1) });
    void send({ liked: !isLiked, before });
  };
};
