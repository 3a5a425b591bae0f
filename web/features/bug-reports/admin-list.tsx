import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BugStatus, list as call } from '../../../contract/bug-reports.ts';
import { errorText } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import './admin-list.css';
import { ReportCard } from './report-card.tsx';

const texts = words.bugReports.admin;

type Filter = 'all' | BugStatus;

const filters = [
  { value: 'open', label: texts.open },
  { value: 'closed', label: texts.closed },
  { value: 'all', label: texts.all },
] as const;

/** Bug reports for administrators, newest first and paged. */
export function BugReportList() {
  const [filter, setFilter] = useState<Filter>('open');
  const asked = filter === 'all' ? {} : { status: filter };
  const found = useInfiniteQuery({
    ...infiniteQueryFor(call, (place) => ({ ...asked, ...place })),
    staleTime: 0,
  });
  const reports = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Tabs bleed label={texts.filter} tabs={filters} value={filter} onChange={setFilter}>
      {found.isPending ? <Loading words={texts.loading} /> : null}
      {found.error ? <p role="alert">{errorText(found.error, texts.failed)}</p> : null}
      {found.data && reports.length === 0 ? (
        <div className="card">
          <EmptyState title={texts.empty} text={texts.emptyText} />
        </div>
      ) : null}
      <ul className="bugs">
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} />
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button
          kind="quiet"
          className="mt-4"
          busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </Tabs>
  );
}
