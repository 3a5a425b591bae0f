import { useCallback, useRef } from 'react';
import type { Output } from '../../../contract/endpoint.ts';
import * as posts from '../../../contract/posts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CircleDot } from '../../ui/circle-dot.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { TextLink } from '../../ui/links.tsx';
import { TimeSince } from '../../ui/time-since.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { words } from '../../words/words.ts';
import { afterDialogMs } from './focus.ts';
import { PostCard } from './post-card.tsx';

const texts = words.postPages.priority;

type Group = Output<typeof posts.groupedByPriority>[number];

interface PriorityCardProps {
  group: Group;
  /** Where it stands: rings next to each other differ, and the first card's photos come first. */
  index: number;
  open: boolean;
  onToggle: () => void;
}

/** One circle of the priority feed: its newest posts, and the way to all of them. */
export function PriorityCard({ group, index, open, onToggle }: PriorityCardProps) {
  const { circle, posts: items, totalPosts, hasMore } = group;
  const box = useRef<HTMLDivElement>(null);
  const name = circle?.name ?? words.ui.sharedWithYou;
  const id = circle?.id ?? posts.sharedWithYou;
  const focusHead = useCallback(() => {
    setTimeout(() => box.current?.querySelector('button')?.focus(), afterDialogMs);
  }, []);
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
              <Badge tone="line">{words.circles.priority(circle.priority)}</Badge>
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
              {texts.seeAll(totalPosts)}
              <VisuallyHidden> {texts.seeAllIn(name)}</VisuallyHidden>
            </TextLink>
          </div>
        ) : null}
      </Collapsible>
    </div>
  );
}

/** How many posts there are, with how many of them are shown, or how old the newest is. */
function Note({ group: { posts: items, totalPosts }, open }: { group: Group; open: boolean }) {
  const [newest] = items;
  if (!newest) return texts.none;
  if (open) return `${texts.posts(totalPosts)}, ${texts.shown(items.length)}`;
  return (
    <>
      {texts.posts(totalPosts)}, {texts.newest} <TimeSince iso={newest.createdAt} />
    </>
  );
}
