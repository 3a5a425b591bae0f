import type { ReactNode } from 'react';
import { ago, fullTime } from '../../words/time.ts';
import { useMinute } from '../hooks/use-minute.ts';

/** Words for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}

/** A relative time that updates automatically, with the full date as its title. */
export function TimeAgo({ iso, className }: { iso: string; className?: string }) {
  useMinute();
  return (
    <time dateTime={iso} title={fullTime(iso)} className={className}>
      {ago(iso)}
    </time>
  );
}
