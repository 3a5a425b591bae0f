import { since } from '../../words/dates.ts';
import { fullTime } from '../../words/time.ts';
import { useMinute } from '../hooks/use-minute.ts';

/** As `TimeAgo`, where it stands within a sentence. */
export function TimeSince({ iso }: { iso: string }) {
  useMinute();
  return (
    <time dateTime={iso} title={fullTime(iso)}>
      {since(iso)}
    </time>
  );
}
