import { ago, fullTime } from '../../words/time.ts';
import { useMinute } from '../hooks/use-minute.ts';

/** A relative time that updates automatically, with the full date as its title. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  useMinute();
  return (
    <time dateTime={iso} title={fullTime(iso)} className={className}>
      {ago(iso)}
    </time>
  );
}
