import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { Fragment, type ReactNode, useDeferredValue, Component, createRef } from 'react';
import type * as calls from '../../../../contract/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { beginsAtTop } from '../../../app/navigation.ts';
import { MorePages } from '../../../ui/feedback/loading.tsx';
import { words } from '../../../words/words.ts';
import type { PostPage } from './feed-query.ts';
import { PostSkeleton } from './feed-skeleton.tsx';
import { PostCard } from '../card/post-card.tsx';

interface Anchor {
  element: Element;
  top: number;
}

// Height in pixels of the top bar, which covers posts under it.
const topBarPx = 64;

/**
 * Keeps the scroll position when posts are inserted above. Most browsers anchor automatically. In Safari this restores
 * the position of the first visible post after the change.
 */
class KeepScrollPosition extends Component<{ children: ReactNode }> {
  private readonly box = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): Anchor | null {
    if (CSS.supports('overflow-anchor', 'auto') || scrollY < topBarPx) return null;
    const posts = this.box.current?.querySelectorAll(':scope > .post') ?? [];
    for (const element of posts) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > topBarPx) return { element, top };
    }
    return null;
  }

  override componentDidUpdate(_: unknown, __: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) > 1) scrollBy(0, moved);
  }

  override render() {
    return (
      <div className="posts" ref={this.box}>
        {this.props.children}
      </div>
    );
  }
}

const texts = words.posts.feed;
const ends = { newest: texts.end, oldest: texts.endOldest, popular: texts.endPopular };

/** The first post fills a phone's screen. The rest renders after it, so that a slow phone paints sooner. */
const firstPaintCount = 1;

type Query = UseInfiniteQueryResult<InfiniteData<PostPage, string | null>>;

interface FeedListProps {
  posts: readonly Post[];
  query: Query;
  sort: calls.FeedSort;
  level?: 2 | 3;
  /** Stand after the first post, the second, …. */
  between?: readonly ReactNode[];
  onDeleted: (post: Post) => void;
}

/** The list of posts. Loads the next page near its end or on a press of the button. */
export function FeedList({ posts, query, sort, level = 2, between, onDeleted }: FeedListProps) {
  const pages = query.data?.pages.length ?? 0;
  const drawn = useDeferredValue(posts.length, beginsAtTop() ? firstPaintCount : posts.length);
  return (
    <>
      <KeepScrollPosition>
        {posts.slice(0, drawn).map((post, index) => (
          <Fragment key={post.id}>
            <PostCard post={post} index={index} level={level} onDeleted={onDeleted} />
            {drawn > firstPaintCount ? between?.[index] : null}
          </Fragment>
        ))}
      </KeepScrollPosition>
      <p className="vh" role="status">
        {pages > 1 ? texts.shown({ count: posts.length }) : null}
      </p>
      {drawn < posts.length ? (
        <PostSkeleton />
      ) : query.hasNextPage ? (
        <MorePages query={query} failed={texts.moreFailed} />
      ) : (
        <p className="mut small fe">{ends[sort]}</p>
      )}
    </>
  );
}
