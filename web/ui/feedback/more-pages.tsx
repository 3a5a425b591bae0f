import { useEffect, useRef } from 'react';
import { words } from '../../words/words.ts';
import { Button } from '../form/button.tsx';

/** How far before the end of the list the next page is asked for. */
const aheadPx = 1_200;

interface MorePagesProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
  };
  /** Says that the next page could not be loaded. */
  failed?: string;
}

/** Loads the next page of an endless list when its end comes near or the button is pressed. */
export function MorePages({ query, failed = words.ui.moreFailed }: MorePagesProps) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const place = useRef<HTMLDivElement>(null);
  // After a failure only the button asks again, or a page that cannot be had would be asked for without end.
  const asks = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const element = place.current;
    if (!element || !asks) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage({ cancelRefetch: false });
      },
      { rootMargin: `${aheadPx}px` },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [asks, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div className="fe stack g8 items-start" ref={place}>
      {isFetchNextPageError ? <p role="alert">{failed}</p> : null}
      <Button
        kind="quiet"
        busy={isFetchingNextPage}
        busyText={words.ui.moreBusy}
        onClick={() => void fetchNextPage({ cancelRefetch: false })}
      >
        {words.ui.more}
      </Button>
    </div>
  );
}
