import type { ReportStatus } from '../../../contract/reporting.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';

const tones = { pending: 'warn', reviewed: 'info', resolved: 'ok', dismissed: 'neutral' } as const;

export function StatusBadge({ status }: { status: ReportStatus }) {
  return <Badge tone={tones[status]}>{words.moderation.reports.statuses[status]}</Badge>;
}
