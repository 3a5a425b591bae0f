import { X } from 'lucide-react';
import type { Ref } from 'react';
import { IfRouteExists } from '../../../app/route-exists.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextLink } from '../../../ui/form/links.tsx';
import { Menu } from '../../../ui/overlay/menu.tsx';
import { words } from '../../../words/words.ts';
import type { FeedChoice } from './feed-choice.ts';

const texts = words.posts.feed;
const sorts = ['newest', 'oldest', 'popular'] as const;

interface FeedHeadProps {
  choice: FeedChoice;
  onChange: (change: Partial<FeedChoice>) => void;
  title: Ref<HTMLHeadingElement>;
}

/** The title and the order. */
export function FeedHead({ choice, onChange, title }: FeedHeadProps) {
  return (
    <div className="fh row between">
      <h1 ref={title}>{texts.title}</h1>
      <span className="row g8">
        <IfRouteExists path="/feed">
          <TextLink href="/feed">{texts.priority}</TextLink>
        </IfRouteExists>
        <Menu
          trigger={{ text: texts.sorts[choice.sort], label: texts.sortBy(texts.sorts[choice.sort]) }}
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
  /** Null while nothing is filtered, or before the numbers are known. */
  counts: { matching: number; total: number } | null;
  onClear: () => void;
}

/** Says how much of the feed the filter shows. The live region is always in the DOM, so that it is read out. */
export function FeedBanner({ counts, onClear }: FeedBannerProps) {
  return (
    <div className={counts ? 'row between fb' : 'fb'}>
      <p className="small mut" role="status">
        {counts ? texts.showing(counts.matching, counts.total) : null}
      </p>
      {counts ? (
        <Button kind="ghost" size="sm" icon={X} onClick={onClear}>
          {texts.clear}
        </Button>
      ) : null}
    </div>
  );
}
