import { Users, X } from 'lucide-react';
import { type Ref, useDeferredValue, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/form/button.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { words } from '../../../words/words.ts';
import * as circles from '../../../../contract/circles.ts';
import * as posts from '../../../../contract/posts.ts';
import { queryFor } from '../../../data/query.ts';
import { type Choice, Choices } from '../../../ui/form/choices.tsx';
import type { FeedChoice } from './feed-query.ts';
import { upTo } from '../../../words/up-to.ts';

const texts = words.posts.feed;
const sorts = ['newest', 'oldest', 'popular'] as const;

interface FeedHeadProps {
  choice: FeedChoice;
  onChange: (change: Partial<FeedChoice>) => void;
  title: Ref<HTMLHeadingElement>;
}

/** The title of the feed and the choice of its order. */
export function FeedHead({ choice, onChange, title }: FeedHeadProps) {
  return (
    <div className="fh row between">
      <h1 ref={title}>{texts.title}</h1>
      <span className="row g8">
        <TextLink href="/feed">{texts.priority}</TextLink>
        <Menu
          trigger={{
            text: texts.sorts[choice.sort],
            label: texts.sortBy({ chosen: texts.sorts[choice.sort] }),
          }}
          items={sorts.map((sort) => ({
            key: sort,
            label: texts.sorts[sort],
            checked: sort === choice.sort,
            onSelect: () => onChange({ sort }),
          }))}
        />
      </span>
    </div>
  );
}

interface FeedBannerProps {
  /** The numbers of the filter; null without a filter, or before they are known. */
  counts: { matching: number; total: number } | null;
  circleId: string | null;
  onClear: () => void;
}

/** Says how much of the feed the filter shows. The live region is always in the DOM, so that it is read out. */
export function FeedBanner({ counts, circleId, onClear }: FeedBannerProps) {
  return (
    <div className={counts ? 'row between fb' : 'fb'}>
      <p className="small mut" role="status">
        {counts ? texts.showing({ matching: upTo(counts.matching), total: upTo(counts.total) }) : null}
      </p>
      {counts ? (
        <span className="row wrap gap-y-0!">
          {circleId === posts.sharedWithYou ? null : (
            <TextLink href={`/circle-management?id=${circleId}&tab=photos`}>{texts.photos}</TextLink>
          )}
          <Button kind="ghost" size="sm" icon={X} onClick={onClear}>
            {texts.clear}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** The value of 'All Circles'; no circle has it, their ids are 32 digits. */
const all = 'all';

interface FeedFilterProps {
  circleId: string | null;
  onChange: (circleId: string | null) => void;
  /** `list` in the rail of wide screens, `chips` above the posts on phones. */
  look: 'list' | 'chips';
}

const useChoices = (circleId: string | null): Choice[] => {
  const { data } = useQuery(queryFor(circles.list, {}));
  // After the first moment, so that a slow phone paints that sooner.
  const own = useDeferredValue(data, undefined) ?? [];
  // Most members are in nobody's private circle, so an always empty entry would only confuse.
  const through = useQuery(queryFor(posts.feed, { circleId: posts.sharedWithYou, limit: '1' }));
  const hasShared = circleId === posts.sharedWithYou || (through.data?.matching ?? 0) > 0;
  return [
    { value: all, label: texts.all },
    ...own.map(({ id, name, color, memberCount }) => ({
      value: id,
      label: name,
      color,
      note: (
        <span aria-hidden="true" className="row g4">
          <Users />
          {memberCount}
        </span>
      ),
    })),
    ...(hasShared ? [{ value: posts.sharedWithYou, label: texts.sharedWithYou }] : []),
  ];
};

/** Filters the feed: all circles, one circle, or moments shared through other members' private circles. */
export function FeedFilter({ circleId, onChange, look }: FeedFilterProps) {
  const choices = useChoices(circleId);
  const box = useRef<HTMLDivElement>(null);
  const known = choices.some(({ value }) => value === circleId);
  const inView = useRef<string | null>(null);
  // Scroll the chosen chip into view, as after Back. The line begins with 'All Circles': asking where that is would
  // cost a layout before the first paint.
  useEffect(() => {
    if (circleId === null && inView.current === null) return;
    inView.current = circleId;
    const line = box.current?.firstElementChild;
    const chosen = line?.querySelector<HTMLElement>('[aria-checked="true"]');
    if (look !== 'chips' || !line || !chosen) return;
    const beyond = chosen.offsetLeft + chosen.offsetWidth - line.clientWidth - line.scrollLeft;
    if (beyond > 0 || chosen.offsetLeft < line.scrollLeft) {
      line.scrollLeft = chosen.offsetLeft - (line.clientWidth - chosen.offsetWidth) / 2;
    }
  }, [circleId, known, look]);
  return (
    <div ref={box}>
      <Choices
        label={texts.show}
        look={look}
        choices={choices}
        value={circleId ?? all}
        onChange={(value) => onChange(value === all ? null : value)}
      />
    </div>
  );
}
