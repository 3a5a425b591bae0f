import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import type { Post } from '../../../../contract/shapes.ts';
import { ApiError } from '../../../data/api.ts';
import { type FeedChoice, feedOf, postsOf } from './feed-query.ts';
import { FeedFailed } from './feed-failed.tsx';
import { FeedList } from './feed-list.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { focusBeside } from '../../../ui/hooks/focus-beside.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { upTo } from '../../../words/up-to.ts';
import { words } from '../../../words/words.ts';

const FilterLinks = lazyComponent(async () => (await import('../../../app/later-parts.ts')).filterLinks());

interface FeedBannerProps {
  /** The numbers of the filter; null without a filter, or before they are known. */
  counts: { matching: number; total: number } | null;
  circleId: string | null;
  onClear: () => void;
}

/** Says how much of the feed the filter shows. The live region is always in the DOM, so that it is read out. */
function FeedBanner({ counts, circleId, onClear }: FeedBannerProps) {
  return (
    <div className={counts ? 'row between fb' : 'fb'}>
      <p className="small mut" role="status">
        {counts
          ? words.posts.feed.showing({ matching: upTo(counts.matching), total: upTo(counts.total) })
          : null}
      </p>
      {counts ? <FilterLinks circleId={circleId} onClear={onClear} /> : null}
    </div>
  );
}

const EmptyFeed = lazyComponent(async () => (await import('../../../app/later-parts.ts')).emptyFeed());

interface FeedPostsProps {
  choice: FeedChoice;
  /** Stand after the first post, the second, …, while nothing is chosen. */
  between?: readonly ReactNode[];
  /** On the page of the circle, where nothing is filtered. */
  isPlace?: boolean;
  onClear: () => void;
  /** Finds what gets the focus when a post was deleted that has no neighbour. */
  onGone: () => Element | null;
}

/** The posts of the feed, or what stands in their place. */
export function FeedPosts({ choice, between, isPlace, onClear, onGone }: FeedPostsProps) {
  const query = useInfiniteQuery(feedOf(choice));
  const { refetch, isPending, isPaused } = query;
  const client = useQueryClient();
  useEffect(() => {
    // The connection was lost on another page: show the stored feed rather than nothing.
    if (isPending && isPaused)
      void import('./restore-feed.ts').then(({ restoreFeed }) => restoreFeed(client));
  }, [isPending, isPaused, client]);
  useEffect(() => {
    // Pull to refresh needs a touch, so load its code at the first one.
    const begin = (event: TouchEvent) =>
      void import('./pull.ts').then(({ followPull }) =>
        followPull(event, async () => (await refetch()).isSuccess),
      );
    addEventListener('touchstart', begin, { passive: true });
    return () => removeEventListener('touchstart', begin);
  }, [refetch]);
  const posts = query.data ? postsOf(query.data.pages) : [];
  const [first] = query.data?.pages ?? [];
  const { matching, total } = first ?? {};
  const counts = matching === undefined || total === undefined ? null : { matching, total };
  const focusNeighbour = useCallback(
    (post: Post) => focusBeside(document.querySelector(`[data-post="${post.id}"]`), onGone),
    [onGone],
  );
  const contents = () => {
    if (query.isPending && query.isPaused) {
      return <FeedFailed error={null} onRetry={() => void query.refetch()} />;
    }
    if (query.isPending) return <FeedSkeleton />;
    if (query.error instanceof ApiError && query.error.status === 404)
      return <EmptyFeed circleId={null} onClear={onClear} />;
    if (!query.data) return <FeedFailed error={query.error} onRetry={() => void query.refetch()} />;
    if (posts.length === 0) return <EmptyFeed circleId={choice.circleId} />;
    return (
      <FeedList
        posts={posts}
        query={query}
        sort={choice.sort}
        level={isPlace ? 2 : 3}
        {...(between && choice.circleId === null && choice.sort === 'newest' && { between })}
        onDeleted={focusNeighbour}
      />
    );
  };
  return (
    <>
      {isPlace ? null : <FeedBanner counts={counts} circleId={choice.circleId} onClear={onClear} />}
      {contents()}
    </>
  );
}
