import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as moderation from '../../../contract/moderation.ts';
import type { Report, ReviewedReport } from '../../../contract/moderation.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { date, short } from '../../words/dates.ts';
import { ago } from '../../words/time.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { Evidence } from './evidence.tsx';
import { NotesForm } from './notes-form.tsx';
import { refreshReports } from './reports.ts';
import { ReviewForm } from './review-form.tsx';
import { StatusBadge } from './status-badge.tsx';

const texts = words.moderation.review;

/** Shows one report with its evidence. Opening it is recorded, and marks a pending report as under review. */
export default function ReviewDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, isPending } = useQuery({
    ...queryFor(moderation.report, { id: report.id }),
    queryFn: async ({ signal }) => {
      if (report.status === 'pending') await api(moderation.open, { id: report.id });
      return api(moderation.report, { id: report.id }, { signal });
    },
    gcTime: 0,
    staleTime: 0,
  });
  const isTakenUp = report.status === 'pending' && data !== undefined;
  useEffect(() => {
    if (isTakenUp) void refreshReports(client);
  }, [client, isTakenUp]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.intro({
        type: words.reporting.types[report.reportType],
        received: short(report.createdAt),
      })}
      width="34rem"
    >
      {data ? (
        <Review report={data} onClose={onClose} />
      ) : (
        <DialogBody>
          {isPending ? <Loading words={texts.loading} /> : null}
          {error ? <Alert tone="bad">{errorText(error, texts.failed)}</Alert> : null}
        </DialogBody>
      )}
    </Dialog>
  );
}

function Review({ report, onClose }: { report: ReviewedReport; onClose: () => void }) {
  const isOpen = report.status === 'pending' || report.status === 'reviewed';
  const story = (
    <div className="stack g16">
      <div>
        <p className="small mut">
          {texts.wrote({ name: report.reporter ? displayName(report.reporter) : texts.someone })}
        </p>
        <blockquote className="quote people mt-1.5! mb-0! whitespace-pre-wrap">{report.reason}</blockquote>
      </div>
      <Evidence report={report} />
      <Earlier report={report} />
    </div>
  );
  if (isOpen) return <ReviewForm report={report} story={story} onClose={onClose} />;
  return (
    <NotesForm report={report} onClose={onClose}>
      {story}
      <section className="stack g8" aria-label={texts.decision}>
        <b className="small b">{texts.decision}</b>
        <p className="row wrap g8">
          <StatusBadge status={report.status} />
          <span className="small">
            {texts.action}: {words.moderation.reports.actions[report.actionTaken]}
            {report.decidedAt === null ? null : ` · ${date(report.decidedAt)}`}
          </span>
        </p>
      </section>
    </NotesForm>
  );
}

function Earlier({ report: { member, earlier } }: { report: ReviewedReport }) {
  const name = displayName(member);
  if (earlier.length === 0) return <p className="small mut">{texts.noEarlier({ name })}</p>;
  return (
    <section className="stack g8" aria-label={texts.earlier({ name })}>
      <b className="small b">{texts.earlier({ name })}</b>
      <ul className="list small">
        {earlier.map((other) => (
          <li key={other.id} className="row between wrap g8 py-1.5">
            <span>
              {words.reporting.types[other.reportType]}
              <span className="mut">
                {' '}
                {other.actionTaken === 'none'
                  ? null
                  : `· ${words.moderation.reports.actions[other.actionTaken]} `}
                · {ago(other.createdAt)}
              </span>
            </span>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
