import { type ComponentType, type ReactNode, useCallback, useRef, type Ref } from 'react';
import { ArrowDownWideNarrow } from 'lucide-react';
import { sharedWithYou } from '../../../../contract/posts.ts';
import { go } from '../../../app/navigation.ts';
import { useTitle } from '../../../app/not-found.tsx';
import { useUser } from '../../../app/session.tsx';
import { words } from '../../../words/words.ts';
import { type HomeChoice, type HomeRoom, useHomeChoice, homeRooms } from './feed-query.ts';
import { FeedFilter } from './feed-filter.tsx';
import { FeedPosts } from './feed-posts.tsx';
import { focusAfterOverlays } from '../../../ui/hooks/focus-beside.ts';
import { useIsNarrow } from '../../../ui/hooks/roving.ts';
import { useShared } from '../../../data/waiting-mark.ts';
import { ProfileCard } from './profile-card.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';

const texts = words.posts.feed;
const sorts = ['newest', 'oldest', 'popular'] as const;

interface FeedHeadProps {
  choice: HomeChoice;
  addressOf: (change: Partial<HomeChoice>) => string;
  onChange: (change: Partial<HomeChoice>) => void;
  title: Ref<HTMLHeadingElement>;
}

/** The title of the feed, the rooms of Home, and the order of the feed. */
function FeedHead({ choice: { room, circleId, sort }, addressOf, onChange, title }: FeedHeadProps) {
  const isFeed = room === 'moments';
  return (
    <div className="fh">
      {isFeed ? <h2 ref={title}>{texts.title}</h2> : <h1 className="vh">{texts.rooms[room]}</h1>}
      <LinkTabs
        label={texts.shows}
        tabs={homeRooms}
        value={room}
        // Moments that come through private circles are in no room but the feed.
        hrefOf={(one) =>
          addressOf({ room: one, sort: 'newest', circleId: circleId === sharedWithYou ? null : circleId })
        }
        textOf={(one) => texts.rooms[one]}
      />
      {isFeed ? (
        <Menu
          trigger={{ icon: ArrowDownWideNarrow, label: texts.sortBy({ chosen: texts.sorts[sort] }) }}
          items={[
            ...sorts.map((one) => ({
              key: one,
              label: texts.sorts[one],
              checked: one === sort,
              onSelect: () => onChange({ sort: one }),
            })),
            {
              key: 'closest',

              label: texts.priority,
              isApart: true,
              onSelect: () => go('/feed'),
            },
          ]}
        />
      ) : null}
    </div>
  );
}

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
  const findTitle = useCallback(() => title.current, []);
  const clear = () => {
    choose({ circleId: null });
    focusAfterOverlays(findTitle);
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
          <FeedPosts choice={choice} between={between} onClear={clear} onGone={findTitle} />
        ) : (
          <Room key={circleId} circleId={circleId} />
        )}
      </section>
    </div>
  );
}
