import { ago, fullTime } from '../words/time.ts';

/** A moment in time, short; the whole date stands behind it. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} title={fullTime(iso)} className={className}>
      {ago(iso)}
    </time>
  );
}
