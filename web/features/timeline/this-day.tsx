// Loads after the first screen.
import { useQuery } from '@tanstack/react-query';
import * as calls from '../../../contract/timeline.ts';
import { queryFor } from '../../data/query.ts';
import { ThisDayCard } from './this-day-card.tsx';

/** Photos and moments of this day in earlier years, within the feed. */
export default function ThisDay() {
  const { data } = useQuery(queryFor(calls.thisDay, {}));
  return data && data.years.length > 0 ? <ThisDayCard {...data} /> : null;
}
