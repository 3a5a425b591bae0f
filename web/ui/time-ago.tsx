import { ago, fullTime } from '../words/time.ts';
import { useMinute } from './minute.ts';

/** A moment in time, short, and growing older by itself; the whole date stands behind it. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  useMinute();
  return (
    <time dateTime={iso} title={fullTime(iso)} className={className}>
      {ago(iso)}
    </time>
  );
}
