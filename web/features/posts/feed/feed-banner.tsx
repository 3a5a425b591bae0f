import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { upTo } from '../../../words/up-to.ts';
import { words } from '../../../words/words.ts';

const FilterLinks = lazyComponent(async () => (await import('../../../app/later-parts.ts')).filterLinks());

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
        {counts
          ? words.posts.feed.showing({ matching: upTo(counts.matching), total: upTo(counts.total) })
          : null}
      </p>
      {counts ? <FilterLinks circleId={circleId} onClear={onClear} /> : null}
    </div>
  );
}
