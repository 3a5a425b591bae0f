import { ArrowDownWideNarrow } from 'lucide-react';
import type { Ref } from 'react';
import { sharedWithYou } from '../../../../contract/posts.ts';
import { go } from '../../../app/navigation.ts';
import { LinkTabs } from '../../../ui/layout/link-tabs.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { words } from '../../../words/words.ts';
import { type HomeChoice, homeRooms } from './feed-query.ts';

const texts = words.posts.feed;
const sorts = ['newest', 'oldest', 'popular'] as const;

interface FeedHeadProps {
  choice: HomeChoice;
  addressOf: (change: Partial<HomeChoice>) => string;
  onChange: (change: Partial<HomeChoice>) => void;
  title: Ref<HTMLHeadingElement>;
}

/** The title of the feed, the rooms of Home, and the order of the feed. */
export function FeedHead({ choice: { room, circleId, sort }, addressOf, onChange, title }: FeedHeadProps) {
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
