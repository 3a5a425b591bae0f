import { MessageCircle } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Post } from '../../../../contract/shapes.ts';
import { useUser } from '../../../app/session.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { words } from '../../../words/words.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { displayName } from '../../../ui/people/person-name.ts';
import './moment.css';
import { PhotoSheet } from './photo-sheet.tsx';
import { PostHead } from './post-head.tsx';
import { PostText } from './post-text.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const Comments = lazyComponent(() => import('../../comments/comments.tsx'));

interface PostCardProps {
  post: Post;
  /** Index in the list: neighbours get different rings, and the first one's photos load first. */
  index?: number;
  level?: 2 | 3;
  /** The card is alone on its page: show all text and open the comments. */
  whole?: boolean;
  onDeleted?: ((post: Post) => void) | undefined;
}

/** One moment, with its likes and comments. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, index = 0, level = 2, whole = false, onDeleted } = props;
  const me = useUser();
  const [open, setOpen] = useState(whole);
  // Stay mounted once opened, so that folding does not lose a typed comment.
  const [opened, setOpened] = useState(whole);
  const commentsId = useId();
  const name = displayName(post.author);
  const toggle = () => {
    setOpen(!open);
    setOpened(true);
  };
  return (
    <article
      className={whole ? 'post whole' : 'post'}
      aria-label={words.posts.card.by(name)}
      data-post={post.id}
    >
      <div className="px">
        <PostHead
          post={post}
          mine={post.authorId === me.id}
          level={level}
          onDeleted={() => onDeleted?.(post)}
        />
        <PostText content={post.content} whole={whole} />
      </div>
      <PhotoSheet photos={post.images} name={name} first={index === 0} />
      <div className="px">
        <div className="acts">
          <LikeButton post={post} variant={index} />
          <button
            type="button"
            className="act"
            aria-expanded={open}
            aria-controls={opened ? commentsId : undefined}
            aria-label={words.comments.open(post.commentsCount)}
            onClick={toggle}
            onPointerEnter={Comments.preload}
            onFocus={Comments.preload}
          >
            <MessageCircle aria-hidden="true" />
            <span className="num">{words.comments.count(post.commentsCount)}</span>
          </button>
        </div>
        <div id={commentsId} hidden={!open}>
          {opened ? <Comments post={post} fallback={<Loading words={words.comments.loading} />} /> : null}
        </div>
      </div>
    </article>
  );
});
