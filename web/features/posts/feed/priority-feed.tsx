import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import * as posts from '../../../../contract/posts.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { words } from '../../../words/words.ts';
import './feed.css';
import { FeedFailed } from './feed-empty.tsx';
import { useOpenCircles } from './open-circles.ts';
import { PriorityCard } from './priority-card.tsx';
import './priority.css';
import { ProfileCard } from './profile-card.tsx';

const texts = words.postPages.priority;

/** The member's circles, closest first, each with its newest posts. */
export function PriorityFeed() {
  return (
    <div className="feed">
      <aside>
        <ProfileCard />
      </aside>
      <section aria-label={texts.title} className="pf">
        <div className="phead">
          <div>
            <h1>{texts.title}</h1>
            <p className="small mut">{texts.intro}</p>
          </div>
          <TextLink href="/circles" icon={ArrowUpDown}>
            {texts.set}
          </TextLink>
        </div>
        <Groups />
      </section>
    </div>
  );
}

function Groups() {
  const me = useUser();
  const { data: groups, error, isPending, refetch } = useQuery(queryFor(posts.groupedByPriority, {}));
  const [open, setOpen] = useOpenCircles(me.id);
  if (isPending) return <Cards />;
  if (!groups) return <FeedFailed error={error} onRetry={() => void refetch()} />;
  return groups.map((group, index) => {
    const card = group.circle?.id ?? posts.sharedWithYou;
    const isOpen = open[card] ?? index === 0;
    return (
      <PriorityCard
        key={card}
        group={group}
        index={index}
        open={isOpen}
        onToggle={() => setOpen(card, !isOpen)}
      />
    );
  });
}

function Cards() {
  return (
    <Loading words={texts.loading}>
      {[1, 2, 3].map((number) => (
        <div key={number} className="cc" aria-hidden="true">
          <div className="hd cursor-auto!">
            <Skeleton className="size-11 rounded-full" />
            <div className="grow stack g8">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-3.5 w-44" />
            </div>
          </div>
        </div>
      ))}
    </Loading>
  );
}
