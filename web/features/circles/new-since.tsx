import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as circles from '../../../contract/circles.ts';
import { api } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import { daysBetween, form } from '../../words/time.ts';
import { words } from '../../words/words.ts';

const weekday = form({ weekday: 'long' });
const time = form({ timeStyle: 'short' });
const dayMonth = form({ day: 'numeric', month: 'long' });
const dayMonthYear = form({ dateStyle: 'long' });

const daysOfYear = 365;

/** Since when, and how a sentence names it. */
const sinceOf = (iso: string) => {
  const then = Date.parse(iso);
  const days = daysBetween(then, Date.now());
  if (days <= 0) return { kind: 'time', since: time(then) };
  if (days === 1) return { kind: 'yesterday', since: '' };
  if (days < 7) return { kind: 'weekday', since: weekday(then) };
  return { kind: 'date', since: (days < daysOfYear ? dayMonth : dayMonthYear)(then) };
};

/** The number of moments that came since the member left the circle's moments last. Leaving this place is the next visit. */
export function NewSince({ circle: { id, newSince } }: { circle: circles.CirclePlace }) {
  const client = useQueryClient();
  useEffect(() => {
    const leave = async (keepalive: boolean) => {
      await api(circles.visit, { id }, { keepalive });
      client.setQueryData<circles.CirclePlace>(
        queryKey(circles.get, { id }),
        (now) => now && { ...now, newSince: null },
      );
      await client.invalidateQueries({ queryKey: queryKey(circles.strips, {}) });
    };
    // Without a connection or a session, the visit is not noted.
    const tryToLeave = (keepalive: boolean) => void leave(keepalive).catch(() => undefined);
    const onHide = () => {
      if (document.visibilityState === 'hidden') tryToLeave(true);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      tryToLeave(false);
    };
  }, [client, id]);
  if (newSince === null) return null;
  return (
    <p className="place-new">
      <span className="new-mark">
        {words.circles.place.newSince({ count: newSince.count, ...sinceOf(newSince.since) })}
      </span>
    </p>
  );
}
