// Loads after the first screen.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSearch } from 'wouter';
import * as calls from '../../../contract/timeline.ts';
import { queryFor } from '../../data/query.ts';
import { placeBelowUnseen } from './place-below-unseen.ts';
import { ThisDayCard } from './this-day-card.tsx';

/**
 * Photos and moments of this day in earlier years, within the feed: below the moments that this browser has not shown
 * yet (DAY-10), and below the screen, so that nothing on it moves.
 */
export default function ThisDay() {
  // Not among the moments of one circle, nor in another order.
  const isWholeFeed = useSearch() === '';
  const { data } = useQuery(queryFor(calls.thisDay, {}));
  const mark = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const hasYears = isWholeFeed && data !== undefined && data.years.length > 0;
  useEffect(() => {
    const feed = mark.current?.parentElement?.querySelector<HTMLElement>('.posts');
    if (!feed || !hasYears) return;
    const { host, stop } = placeBelowUnseen(feed);
    setPlace(host);
    return stop;
  }, [hasYears]);
  return (
    <>
      <span ref={mark} hidden />
      {place && hasYears ? createPortal(<ThisDayCard {...data} />, place) : null}
    </>
  );
}
