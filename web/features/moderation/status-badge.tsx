import type { QueryClient } from '@tanstack/react-query';
import type { ReportStatus } from '../../../contract/reporting.ts';
import * as moderation from '../../../contract/moderation.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';
import { type Key, infiniteQueryFor } from '../../data/query.ts';
import { displayName } from '../../ui/people/person-name.ts';

export type StatusChoice = ReportStatus | 'all';

const reportsKey: Key = ['/api', 'reports'];

/** Refetches the lists but not the open report, because each look at it is recorded. */
export const refreshReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: reportsKey, predicate: ({ queryKey }) => queryKey.includes('pages') });

/** Always refetched: other administrators decide at the same time. */
export const reportsOf = (status: StatusChoice) => {
  const filter = status === 'all' ? {} : { status };
  return { ...infiniteQueryFor(moderation.reports, (place) => ({ ...filter, ...place })), staleTime: 0 };
};

/** A report's subject in a few words. */
export const subjectOf = ({ targetType, member }: moderation.Report): string =>
  words.moderation.reports.about[targetType]({ name: displayName(member) });

/** Distinguishes the buttons of reports for screen readers. */
export const nameOf = (report: moderation.Report): string =>
  `${words.reporting.types[report.reportType]}, ${subjectOf(report)}`;

const tones = { pending: 'warn', reviewed: 'info', resolved: 'ok', dismissed: 'neutral' } as const;

export function StatusBadge({ status }: { status: ReportStatus }) {
  return <Badge tone={tones[status]}>{words.moderation.reports.statuses[status]}</Badge>;
}
