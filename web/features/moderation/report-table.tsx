import { Trash2 } from 'lucide-react';
import type { Report } from '../../../contract/moderation.ts';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { words } from '../../words/words.ts';
import { subjectOf, nameOf } from './reports.ts';
import { StatusBadge } from './status-badge.tsx';

const texts = words.moderation.reports;

interface ReportTableProps {
  reports: readonly Report[];
  onReview: (report: Report) => void;
  onDelete: (report: Report) => void;
}

/** Reports as a table; on phones each row is a card. */
export function ReportTable({ reports, onReview, onDelete }: ReportTableProps) {
  return (
    <div className="at">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.columns.report}</th>
            <th scope="col">{texts.columns.reason}</th>
            <th scope="col">{texts.columns.status}</th>
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
            <tr key={report.id}>
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
          ))}
        </tbody>
      </table>
    </div>
  );
}
