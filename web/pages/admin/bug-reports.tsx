import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import {
  type BugStatus,
  list as call,
  type BugReport,
  remove,
  setStatus,
} from '../../../contract/bug-reports.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { errorText, api, toastError } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import '../../features/bug-reports/admin-list.css';

const texts = words.bugReports.admin;
const tones = { low: 'neutral', medium: 'info', high: 'warn', critical: 'bad' } as const;

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['/api', 'admin', 'bug-reports'] });
};

/** One bug report, with the data that the browser sent. */
function ReportCard({ report }: { report: BugReport }) {
  const { id, title, status, picture, reporter } = report;
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => api(setStatus, { id, status: status === 'open' ? 'closed' : 'open' }),
    onSuccess: refresh,
    onError: (error) => toastError(error, texts.changeFailed),
  });
  return (
    <ListItem className="card bugc">
      {picture ? (
        <a href={picture.url} target="_blank" rel="noreferrer" aria-label={texts.picture({ title })}>
          <img src={picture.smallUrl} alt="" loading="lazy" />
        </a>
      ) : null}
      <div className="grow">
        <h2 className="wrap-anywhere">{title}</h2>
        <p className="row wrap mt-1.5 mb-2">
          <Badge tone={tones[report.severity]}>{words.bugReports.severities[report.severity]}</Badge>
          <Badge tone={status === 'open' ? 'line' : 'ok'}>{texts[status]}</Badge>
          <span className="cap dim">
            {reporter ? `${reporter.firstName} ${reporter.lastName}` : texts.visitor} ·{' '}
            <TimeAgo iso={report.createdAt} />
          </span>
        </p>
        <p className="bugd">{report.description}</p>
        <Details report={report} />
        <div className="row mt-3">
          <Button kind="quiet" size="sm" busy={change.isPending} onClick={() => change.mutate()}>
            {status === 'open' ? words.ui.close : texts.reopen}
            <span className="vh">{texts.about({ title })}</span>
          </Button>
          <IconButton icon={Trash2} label={texts.remove({ title })} onClick={() => setAsking(true)} />
        </div>
      </div>
      {asking ? (
        <ConfirmCall
          title={texts.removeTitle}
          text={texts.removeText}
          action={words.controls.delete}
          onClose={() => setAsking(false)}
          failed={texts.changeFailed}
          call={() => api(remove, { id })}
          onDone={() => {
            toast({ title: texts.removed });
            return refresh();
          }}
        />
      ) : null}
    </ListItem>
  );
}

function Details({ report }: { report: BugReport }) {
  const { browserInfo: browser, consoleErrors: errors } = report;
  const rows = [
    [texts.page, report.pageUrl],
    [texts.browser, browser?.userAgent ?? report.userAgent],
    [texts.platform, browser?.platform ?? ''],
    [words.controls.language, browser?.language ?? ''],
    [texts.screen, browser?.screenResolution ?? ''],
    [texts.window, browser?.viewportSize ?? ''],
  ].filter(([, value]) => value !== '');
  return (
    <>
      {rows.length > 0 ? (
        <details>
          <summary>{texts.details}</summary>
          <dl className="bugl">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt className="mut">{name}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
      {errors.length > 0 ? (
        <details>
          <summary>{texts.errors({ count: errors.length })}</summary>
          <pre tabIndex={0}>{errors.join('\n\n')}</pre>
        </details>
      ) : null}
    </>
  );
}

type Filter = 'all' | BugStatus;

const filters = [
  { value: 'open', label: texts.open },
  { value: 'closed', label: texts.closed },
  { value: 'all', label: texts.all },
] as const;

/** Bug reports for administrators, newest first and paged. */
function BugReportList() {
  const [filter, setFilter] = useState<Filter>('open');
  const asked = filter === 'all' ? {} : { status: filter };
  const found = useInfiniteQuery({
    ...infiniteQueryFor(call, (place) => ({ ...asked, ...place })),
    staleTime: 0,
  });
  const reports = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Tabs bleed label={words.controls.status} tabs={filters} value={filter} onChange={setFilter}>
      {found.isPending ? <Loading words={words.controls.loading} /> : null}
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
          {words.ui.more}
        </Button>
      ) : null}
    </Tabs>
  );
}

export default function AdminBugReportsPage() {
  return (
    <AdminArea path="/admin/bug-reports">
      <BugReportList />
    </AdminArea>
  );
}
