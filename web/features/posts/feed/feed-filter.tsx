import { useDeferredValue, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as circles from '../../../../contract/circles.ts';
import * as posts from '../../../../contract/posts.ts';
import { queryFor } from '../../../data/query.ts';
import { type Choice, Choices } from '../../../ui/form/choices.tsx';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { words } from '../../../words/words.ts';

const texts = words.posts.feed;

const MoreCircles = lazyComponent(async () => (await import('../../../app/later-parts.ts')).moreCircles());

/** The value of 'All Circles'; no circle has it, their ids are 32 digits. */
const all = 'all';

/** More circles are in a sheet. */
const maxChips = 8;

interface FeedFilterProps {
  circleId: string | null;
  onChange: (circleId: string | null) => void;
  /** `list` in the rail of wide screens, `chips` above the posts on phones and above photos and albums. */
  look: 'list' | 'chips';
  /** Offers moments that come through private circles of others. */
  hasShared: boolean;
}

const useChoices = ({ circleId, hasShared }: Pick<FeedFilterProps, 'circleId' | 'hasShared'>) => {
  const { data } = useQuery(queryFor(circles.list, {}));
  // After the first moment, so that a slow phone paints that sooner.
  const own = useDeferredValue(data, undefined) ?? [];
  // Most members are in nobody's private circle, so an always empty entry would only confuse.
  const through = useQuery({
    ...queryFor(posts.feed, { circleId: posts.sharedWithYou, limit: '1' }),
    enabled: hasShared,
  });
  const isShared = circleId === posts.sharedWithYou || (through.data?.matching ?? 0) > 0;
  const closest = own.filter(({ id }, at) => at < maxChips || id === circleId);
  const choices: Choice[] = [
    { value: all, label: texts.all, isNone: true },
    ...closest.map(({ id, name, color, memberCount }) => ({
      value: id,
      label: name,
      color,
      note: <span aria-hidden="true">{memberCount}</span>,
    })),
    ...(hasShared && isShared ? [{ value: posts.sharedWithYou, label: texts.sharedWithYou }] : []),
  ];
  // One circle filters nothing.
  const isNeeded = circleId !== null || data === undefined || data.length > 1 || isShared;
  return { choices, isNeeded, hasMore: own.length > maxChips };
};

/** Filters Home: all circles, one of the closest or of all, or moments shared through others' private circles. */
export function FeedFilter({ circleId, onChange, look, hasShared }: FeedFilterProps) {
  const { choices, isNeeded, hasMore } = useChoices({ circleId, hasShared });
  const box = useRef<HTMLDivElement>(null);
  const known = choices.some(({ value }) => value === circleId);
  const inView = useRef<string | null>(null);
  // Scroll the chosen chip into view, as after Back. The line begins with 'All Circles': asking where that is would
  // cost a layout before the first paint.
  useEffect(() => {
    if (circleId === null && inView.current === null) return;
    inView.current = circleId;
    const line = box.current;
    const chosen = line?.querySelector<HTMLElement>('[aria-checked="true"]');
    if (look !== 'chips' || !line || !chosen) return;
    const beyond = chosen.offsetLeft + chosen.offsetWidth - line.clientWidth - line.scrollLeft;
    if (beyond > 0 || chosen.offsetLeft < line.scrollLeft) {
      line.scrollLeft = chosen.offsetLeft - (line.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [circleId, known, look]);
  if (!isNeeded) return null;
  return (
    <div ref={box} className={look === 'chips' ? 'fchips' : 'fl'}>
      {look === 'list' ? (
        <p className="lab" aria-hidden="true">
          {texts.show}
        </p>
      ) : null}
      <Choices
        label={texts.show}
        look={look}
        choices={choices}
        value={circleId ?? all}
        onChange={(value) => onChange(value === all ? null : value)}
      />
      {hasMore ? (
        <MoreCircles className={look === 'chips' ? 'chip' : 'sidef'} chosen={circleId} onChoose={onChange} />
      ) : null}
    </div>
  );
}
