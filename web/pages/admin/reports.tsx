import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Trash2 } from 'lucide-react';
import type { Report } from '../../../contract/moderation.ts';
import { errorText } from '../../data/api.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { More } from '../../features/moderation/more.tsx';
import {
  reportsOf,
  type StatusChoice,
  subjectOf,
  nameOf,
  StatusBadge,
} from '../../features/moderation/status-badge.tsx';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFocusBeside } from '../../ui/hooks/focus-beside.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { upTo } from '../../words/up-to.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { TimeAgo, VisuallyHidden } from '../../ui/text/time-ago.tsx';

const texts = words.moderation.reports;

interface ReportHandlers {
  onReview: (report: Report) => void;
  onDelete: (report: Report) => void;
}

/** Reports as a table; on phones each row is a card. */
function ReportTable({ reports, ...handlers }: ReportHandlers & { reports: readonly Report[] }) {
  return (
    <div className="at">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.columns.report}</th>
            <th scope="col">{texts.columns.reason}</th>
            <th scope="col">{words.controls.status}</th>
            <th scope="col" className="drop">
              {texts.columns.action}
            </th>
            <th scope="col" className="drop">
              {texts.columns.received}
            </th>
            <th scope="col">
              <VisuallyHidden>{texts.columns.buttons}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} {...handlers} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReportRow({ report, onReview, onDelete }: ReportHandlers & { report: Report }) {
  const place = useRef<HTMLTableRowElement>(null);
  useFocusBeside(place);
  return (
    <tr ref={place}>
      <td>
        <b className="b block">{words.reporting.types[report.reportType]}</b>
        <span className="cap dim">{subjectOf(report)}</span>
      </td>
      <td className="small why">
        <span>{report.reason}</span>
      </td>
      <td>
        <StatusBadge status={report.status} />
      </td>
      <td className="small mut nowrap drop">{texts.actions[report.actionTaken]}</td>
      <td className="small mut nowrap drop">
        <TimeAgo iso={report.createdAt} />
      </td>
      <td className="acts-cell">
        <span className="row g8">
          <span className="cap dim narrow">
            <TimeAgo iso={report.createdAt} />
          </span>
          <span className="grow" />
          <Button
            kind="quiet"
            size="sm"
            aria-label={texts.reviewOf({ what: nameOf(report) })}
            onClick={() => onReview(report)}
          >
            {texts.review}
          </Button>
          <IconButton
            icon={Trash2}
            label={texts.delete({ what: nameOf(report) })}
            onClick={() => onDelete(report)}
          />
        </span>
      </td>
    </tr>
  );
}

const ReviewDialog = lazyComponent(() => import('../../features/moderation/review-dialog.tsx'));
const DeleteReportDialog = lazyComponent(() => import('../../features/moderation/delete-report-dialog.tsx'));

const choices: readonly StatusChoice[] = ['all', 'pending', 'reviewed', 'resolved', 'dismissed'];
const tabs = choices.map((value) => ({ value, label: texts.statuses[value] }));

/** Reports of members. The URL holds the status filter. */
export default function AdminReportsPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const status = choices.find((choice) => choice === params.get('status')) ?? 'all';
  const list = useInfiniteQuery({ ...reportsOf(status), enabled: user?.isAdmin === true });
  const [reviewed, setReviewed] = useState<Report | null>(null);
  const [doomed, setDoomed] = useState<Report | null>(null);
  const [first] = list.data?.pages ?? [];
  const reports = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminArea
      path="/admin/reports"
      intro={
        first ? (
          texts.counts({
            pending: upTo(first.pending, first.pending < 1_000),
            total: upTo(first.total, first.total < 1_000),
          })
        ) : (
          <>&nbsp;</>
        )
      }
    >
      <Tabs
        label={words.controls.status}
        tabs={tabs}
        value={status}
        bleed
        onChange={(next) => setParams(next === 'all' ? {} : { status: next }, { replace: true })}
      >
        <div className="pt-3">
          {list.isPending ? <Loading words={texts.loading} /> : null}
          {list.error ? (
            <p role="alert">
              {texts.failed}. {errorText(list.error)}
            </p>
          ) : null}
          {list.data && reports.length === 0 ? (
            <div className="card">
              <EmptyState title={texts.empty} text={status === 'all' ? texts.emptyText : texts.emptyStatus} />
            </div>
          ) : null}
          {reports.length > 0 ? (
            <ReportTable reports={reports} onReview={setReviewed} onDelete={setDoomed} />
          ) : null}
          <More query={list} />
        </div>
      </Tabs>
      {reviewed ? <ReviewDialog report={reviewed} onClose={() => setReviewed(null)} /> : null}
      {doomed ? <DeleteReportDialog id={doomed.id} onClose={() => setDoomed(null)} /> : null}
    </AdminArea>
  );
}
