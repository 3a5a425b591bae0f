import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import * as timeline from '../../../contract/timeline.ts';
import { type Key, queryKey } from '../../data/query.ts';
import {
  type Direction,
  type Place,
  pagesOf,
  readAgain,
  readBeside,
  readWindow,
  type TimelineWindow,
  withBeside,
} from './window.ts';

const keyOf = (circleId: string | null): Key => [
  ...queryKey(timeline.photos, circleId === null ? {} : { circleId }),
  'window',
];

type Progress = 'idle' | 'busy' | 'failed';

const windowIn = (client: QueryClient, key: Key) => client.getQueryData<TimelineWindow>(key);

/** The photos of a circle, or of all circles, around the place that is shown. */
export const useTimeline = (circleId: string | null) => {
  const client = useQueryClient();
  const [key, read] = useMemo(() => [keyOf(circleId), pagesOf(circleId)] as const, [circleId]);
  const query = useQuery<TimelineWindow>({
    queryKey: key,
    queryFn: ({ signal }) => {
      const known = windowIn(client, key);
      return known ? readAgain(read, known, signal) : readWindow(read, 'newest', signal);
    },
  });
  const [progress, setProgress] = useState<Record<Direction, Progress>>({ newer: 'idle', older: 'idle' });
  const [isMoving, setMoving] = useState(false);
  const busy = useRef(new Set<Direction>());

  const change = useCallback(
    (to: (window: TimelineWindow) => TimelineWindow) =>
      client.setQueryData<TimelineWindow>(key, (window) => window && to(window)),
    [client, key],
  );

  /** Loads the photos beside the window. Returns the window with them. */
  const extend = useCallback(
    async (direction: Direction): Promise<TimelineWindow | undefined> => {
      const window = windowIn(client, key);
      if (!window?.[direction] || busy.current.has(direction)) return window;
      busy.current.add(direction);
      setProgress((now) => ({ ...now, [direction]: 'busy' }));
      let outcome: Progress = 'idle';
      try {
        const found = await readBeside(read, window, direction);
        change((now) => withBeside(window, now, direction, found));
      } catch (error) {
        console.warn(error);
        outcome = 'failed';
      }
      busy.current.delete(direction);
      setProgress((now) => ({ ...now, [direction]: outcome }));
      return windowIn(client, key);
    },
    [client, key, read, change],
  );

  /** Shows the photos at another place. @throws what `api` throws */
  const move = useCallback(
    async (place: Place, above?: Pick<TimelineWindow, 'above' | 'passed'>): Promise<void> => {
      setMoving(true);
      try {
        const next = await readWindow(read, place);
        await client.cancelQueries({ queryKey: key });
        change(({ jumps }) => ({ ...next, ...(next.newer && above), jumps: jumps + 1 }));
        setProgress({ newer: 'idle', older: 'idle' });
      } finally {
        setMoving(false);
      }
    },
    [client, key, read, change],
  );

  return { query, window: query.data, progress, isMoving, extend, move, change };
};

export type Timeline = ReturnType<typeof useTimeline>;
