import { useQuery } from '@tanstack/react-query';
import { ArrowUpDown } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import * as posts from '../../../../contract/posts.ts';
import { queryFor } from '../../../data/query.ts';
import { useUser } from '../../../app/session.tsx';
import { TextLink } from '../../../ui/form/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/loading.tsx';
import { words } from '../../../words/words.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { Badge, CircleDot } from '../../../ui/people/badge.tsx';
import { RailPage } from '../../../ui/layout/layouts.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { VisuallyHidden } from '../../../ui/text/time-ago.tsx';
import { focusAfterOverlays } from '../../../ui/hooks/focus-beside.ts';
import { PostCard } from '../card/post-card.tsx';
import { FeedFailed } from './feed-failed.tsx';
import './priority.css';
import { upTo } from '../../../words/up-to.ts';
import { keep, recall } from '../../../data/browser-storage.ts';

// Separate from priority-feed.tsx: a module that imports that file also loads the schemas of the whole contract (see
// web/build/endpoints.ts).
const Kept = z.object({ userId: z.string(), open: z.record(z.string(), z.boolean()) });

type Open = Readonly<Record<string, boolean>>;

const readKept = (userId: string): Open => {
  try {
    const kept = Kept.safeParse(JSON.parse(recall('openCircles') ?? 'null'));
    return kept.success && kept.data.userId === userId ? kept.data.open : {};
  } catch {
    return {};
  }
};

/** Which cards are open in this browser, and the setter. */
const useOpenCircles = (userId: string): [Open, (card: string, open: boolean) => void] => {
  const [open, setOpen] = useState(() => readKept(userId));
  const change = (card: string, isOpen: boolean) => {
    const next = { ...open, [card]: isOpen };
    setOpen(next);
    keep('openCircles', JSON.stringify({ userId, open: next }));
  };
  return [open, change];
};

const texts = words.postPages.priority;

/** The member's circles, closest first, each with its newest posts. */
export function PriorityFeed() {
  return (
    <RailPage
      back={{ href: '/', label: words.postPages.page.back }}
      title={texts.title}
      intro={texts.intro}
      rail={
        <TextLink href="/circles" icon={ArrowUpDown}>
          {texts.set}
        </TextLink>
      }
    >
      <Groups />
    </RailPage>
  );
}

function Groups() {
  const me = useUser();
  const { data: groups, error, isPending, refetch } = useQuery(queryFor(posts.groupedByPriority, {}));
  const [open, setOpen] = useOpenCircles(me.id);
  if (isPending) return <Cards />;
  if (!groups) return <FeedFailed error={error} onRetry={() => void refetch()} />;
  const firstWithPosts = groups.findIndex(({ totalPosts }) => totalPosts > 0);
  return groups.map((group, index) => {
    const card = group.circle?.id ?? posts.sharedWithYou;
    const isOpen = open[card] ?? index === Math.max(firstWithPosts, 0);
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
    <Loading words={words.controls.circlesLoading}>
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

type Group = Output<typeof posts.groupedByPriority>[number];

interface PriorityCardProps {
  group: Group;
  /** Index in the list: neighbours get different rings, and the first card's photos load first. */
  index: number;
  open: boolean;
  onToggle: () => void;
}

/** One circle of the priority feed with its newest posts and a link to all of them. */
function PriorityCard({ group, index, open, onToggle }: PriorityCardProps) {
  const { circle, posts: items, totalPosts, hasMore } = group;
  const box = useRef<HTMLDivElement>(null);
  const name = circle?.name ?? words.ui.sharedWithYou;
  const id = circle?.id ?? posts.sharedWithYou;
  const focusHead = useCallback(() => focusAfterOverlays(() => box.current?.querySelector('button')), []);
  return (
    <div ref={box} className="pcard">
      <Collapsible
        open={open}
        onToggle={onToggle}
        mark={circle ? <CircleDot color={circle.color} variant={index} /> : null}
        title={circle ? <span className="cname">{name}</span> : <span className="b">{name}</span>}
        note={<Note group={group} open={open} />}
        end={
          circle ? (
            <span className="desk">
              <Badge tone="line">{words.circles.priority({ value: circle.priority })}</Badge>
            </span>
          ) : null
        }
      >
        {totalPosts === 0 ? <p className="small mut pnone">{texts.emptyCircle}</p> : null}
        {items.map((post, at) => (
          <PostCard key={post.id} post={post} index={index + at} level={3} onDeleted={focusHead} />
        ))}
        {hasMore ? (
          <div className="pall">
            <TextLink href={`/?circleId=${id}`}>
              {texts.seeAll({ total: upTo(totalPosts) })}
              <VisuallyHidden> {texts.seeAllIn({ circle: name })}</VisuallyHidden>
            </TextLink>
          </div>
        ) : null}
      </Collapsible>
    </div>
  );
}

/** The number of posts, with the number shown or the age of the newest. */
function Note({ group: { posts: items, totalPosts }, open }: { group: Group; open: boolean }) {
  const [newest] = items;
  if (!newest) return texts.none;
  if (open)
    return `${texts.posts({ total: totalPosts, shown: upTo(totalPosts) })}, ${texts.shown({ count: items.length })}`;
  return (
    <>
      {texts.posts({ total: totalPosts, shown: upTo(totalPosts) })}, {texts.newest}{' '}
      <TimeSince iso={newest.createdAt} />
    </>
  );
}
