import { useCallback, useRef } from 'react';
import type { Output } from '../../../../contract/endpoint.ts';
import * as posts from '../../../../contract/posts.ts';
import { Badge } from '../../../ui/people/badge.tsx';
import { CircleDot } from '../../../ui/people/circle-dot.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { words } from '../../../words/words.ts';
import { afterDialogMs } from '../card/focus.ts';
import { PostCard } from '../card/post-card.tsx';

const texts = words.postPages.priority;

type Group = Output<typeof posts.groupedByPriority>[number];

interface PriorityCardProps {
  group: Group;
  /** Index in the list: neighbours get different rings, and the first card's photos load first. */
  index: number;
  open: boolean;
  onToggle: () => void;
}

/** One circle of the priority feed with its newest posts and a link to all of them. */
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

/** The number of posts, with the number shown or the age of the newest. */
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
