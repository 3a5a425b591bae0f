import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { LoaderCircle } from 'lucide-react';
import { tryAgain, useOnline } from '../../offline/connection.ts';
import { words } from '../../words/words.ts';
import { Button } from '../form/button.tsx';
import { VisuallyHidden } from '../text/time-ago.tsx';

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

/** A turning mark beside words. With reduced motion only the words stay. */
export function Spinner({ words: text }: { words: string }) {
  return (
    <span className="row g8 mut" role="status">
      <LoaderCircle className="spin" aria-hidden="true" size={20} />
      {text}
    </span>
  );
}

/** A grey bed where something will stand; `className` gives its size. Silent: the page says that it is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`sk block ${className}`} aria-hidden="true" />;
}

interface LoadingProps {
  words: string;
  /** Skeletons to show in the place of the spinner. */
  children?: ReactNode;
}

/** Replaces an answer that is loading. Offline it says that nothing will load, and offers to try again. */
export function Loading({ words: text, children }: LoadingProps) {
  const client = useQueryClient();
  if (!useOnline()) {
    return (
      <div role="status" className="stack g8 items-start">
        <p className="mut">{words.shell.notLoaded}</p>
        <Button kind="quiet" size="sm" onClick={() => tryAgain(client)}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (!children) return <Spinner words={text} />;
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      {children}
    </div>
  );
}
