import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Post } from '../../../../contract/shapes.ts';
import { ApiError } from '../../../data/api.ts';
import { useUser } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type FeedChoice, useFeedChoice } from './feed-query.ts';
import { FeedFailed } from './feed-failed.tsx';
import { FeedFilter } from './feed-head.tsx';
import { FeedBanner, FeedHead } from './feed-head.tsx';
import { FeedList } from './feed-list.tsx';
import { feedOf, postsOf } from './feed-query.ts';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { focusReturnMs } from '../../../ui/overlay/menu.tsx';
import { useIsNarrow } from '../../../ui/hooks/use-is-narrow.ts';
import { useShared } from '../../../data/waiting-mark.ts';
import { ProfileCard } from './profile-card.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.posts.feed;

const EmptyFeed = lazyComponent(() => import('./empty-feed.tsx'));
const OutboxLine = lazyComponent(async () => ({
  default: (await import('../../../app/waiting/outbox-line.tsx')).OutboxLine,
}));

/** The feed page: the member, the filter and the posts. The URL holds the filter. */
export function Feed({ first, thisDay }: { first: ReactNode; thisDay: ReactNode }) {
  const [choice, setChoice] = useFeedChoice();
  const isNarrow = useIsNarrow();
  const me = useUser();
  const shared = useShared(me.id);
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const choose = (change: Partial<FeedChoice>) => {
    setChoice(change);
    // Scroll a new list to its top, also when it was chosen from the rail far down in the previous one.
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
  };
  const focusTitle = useCallback(() => {
    if (!title.current) return;
    title.current.tabIndex = -1;
    title.current.focus();
  }, []);
  const clear = () => {
    choose({ circleId: null });
    focusTitle();
  };
  const filter = { circleId: choice.circleId, onChange: (circleId: string | null) => choose({ circleId }) };
  return (
    <div className="feed">
      <aside>
        <ProfileCard />
        {isNarrow ? null : (
          <div className="fl">
            <p className="lab" aria-hidden="true">
              {texts.show}
            </p>
            <FeedFilter {...filter} look="list" />
          </div>
        )}
      </aside>
      <section aria-label={texts.title} ref={section}>
        {first}
        <FeedHead choice={choice} onChange={choose} title={title} />
        {isNarrow ? <FeedFilter {...filter} look="chips" /> : null}
        {shared > 0 ? <OutboxLine /> : null}
        <Posts choice={choice} thisDay={thisDay} onClear={clear} onGone={focusTitle} />
      </section>
    </div>
  );
}

interface PostsProps {
  choice: FeedChoice;
  thisDay: ReactNode;
  onClear: () => void;
  /** Called when a post was deleted that has no neighbour to give the focus to. */
  onGone: () => void;
}

function Posts({ choice, thisDay, onClear, onGone }: PostsProps) {
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
    (post: Post) => {
      const article = document.querySelector(`[data-post="${post.id}"]`);
      const neighbour = article?.nextElementSibling ?? article?.previousElementSibling;
      setTimeout(() => {
        if (!(neighbour instanceof HTMLElement)) return onGone();
        neighbour.tabIndex = -1;
        neighbour.focus({ preventScroll: true });
      }, focusReturnMs);
    },
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
      <>
        <FeedList posts={posts} query={query} sort={choice.sort} onDeleted={focusNeighbour} />
        {thisDay}
      </>
    );
  };
  return (
    <>
      <FeedBanner counts={counts} circleId={choice.circleId} onClear={onClear} />
      {contents()}
    </>
  );
}
