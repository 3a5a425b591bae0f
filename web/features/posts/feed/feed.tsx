import { type ComponentType, type ReactNode, useCallback, useRef } from 'react';
import { go } from '../../../app/navigation.ts';
import { useTitle } from '../../../app/page-title.ts';
import { useUser } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type HomeChoice, type HomeRoom, useHomeChoice } from './feed-query.ts';
import { FeedFilter } from './feed-filter.tsx';
import { FeedHead } from './feed-head.tsx';
import { FeedPosts } from './feed-posts.tsx';
import { useIsNarrow } from '../../../ui/hooks/use-is-narrow.ts';
import { useShared } from '../../../data/waiting-mark.ts';
import { ProfileCard } from './profile-card.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.posts.feed;

const OutboxLine = lazyComponent(async () => ({
  default: (await import('../../../app/waiting/outbox-line.tsx')).OutboxLine,
}));

interface FeedProps {
  first: ReactNode;
  /** Stand after the first moment, the second, …. */
  between: readonly ReactNode[];
  rooms: Readonly<Record<Exclude<HomeRoom, 'moments'>, ComponentType<{ circleId: string | null }>>>;
}

/** Home: the member, the rooms, the filter and the posts. The URL holds what is chosen. */
export function Feed({ first, between, rooms }: FeedProps) {
  const [choice, addressOf] = useHomeChoice();
  const { room, circleId } = choice;
  const isNarrow = useIsNarrow();
  const me = useUser();
  const shared = useShared(me.id);
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useTitle(room === 'moments' ? words.titles.home : texts.rooms[room]);
  const choose = (change: Partial<HomeChoice>) => {
    go(addressOf(change));
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
  const isFeed = room === 'moments';
  const Room = isFeed ? null : rooms[room];
  const isBeside = isFeed && !isNarrow;
  const filter = (
    <FeedFilter
      look={isBeside ? 'list' : 'chips'}
      circleId={circleId}
      hasShared={isFeed}
      onChange={(chosen) => choose({ circleId: chosen })}
    />
  );
  return (
    <div className={isFeed ? 'feed' : 'page home-room'} data-room={room}>
      {isFeed ? (
        <aside>
          <ProfileCard />
          {isBeside ? filter : null}
        </aside>
      ) : null}
      <section aria-label={isFeed ? texts.title : texts.rooms[room]} ref={section}>
        {isFeed ? first : null}
        <FeedHead choice={choice} addressOf={addressOf} onChange={choose} title={title} />
        {isBeside ? null : filter}
        {isFeed && shared > 0 ? <OutboxLine /> : null}
        {Room === null ? (
          <FeedPosts choice={choice} between={between} onClear={clear} onGone={focusTitle} />
        ) : (
          <Room key={circleId} circleId={circleId} />
        )}
      </section>
    </div>
  );
}
