import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode, useState } from 'react';
import * as moderation from '../../../contract/moderation.ts';
import type { Report, ReviewedReport } from '../../../contract/moderation.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { useIsShown } from '../../ui/hooks/use-is-shown.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { date, short } from '../../words/dates.ts';
import { ago } from '../../words/time.ts';
import { words } from '../../words/words.ts';
import VoicePlayer from '../media/voice/voice-player.tsx';
import { displayName, handle } from '../../ui/people/person-name.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import WrittenText from '../mentions/written-text.tsx';
import { refreshReports, StatusBadge } from './status-badge.tsx';
import { ReviewForm, ReportForm } from './review-form.tsx';

const texts = words.moderation.review;

interface NotesFormProps {
  report: ReviewedReport;
  children: ReactNode;
  onClose: () => void;
}

/** The form to correct the notes of a decided report; the decision stays. */
function NotesForm({ report, children, onClose }: NotesFormProps) {
  const client = useQueryClient();
  const [notes, setNotes] = useState(report.moderatorNotes ?? '');
  const isShown = useIsShown();
  const save = useMutation({
    mutationFn: () => api(moderation.correctNotes, { id: report.id, moderatorNotes: notes }),
    onSuccess: () => {
      toast({ title: texts.notesSaved });
      if (isShown.current) onClose();
      void refreshReports(client);
    },
    onError: (error) => toastError(error, words.controls.error),
  });
  return (
    <ReportForm
      notes={notes}
      onNotes={setNotes}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      submit={{
        disabled: notes.trim() === (report.moderatorNotes ?? ''),
        busy: save.isPending,
        busyText: words.controls.saving,
        children: texts.saveNotes,
      }}
    >
      {children}
    </ReportForm>
  );
}

/** The reported content as its reporter saw it. */
function Evidence({ report }: { report: ReviewedReport }) {
  const { evidence, targetType, isGone, member } = report;
  return (
    <section className="ev stack g8" aria-label={texts.evidence[targetType]({ name: displayName(member) })}>
      <span className="row between wrap g8">
        <b className="small b">{texts.evidence[targetType]({ name: displayName(member) })}</b>
        {isGone ? <Badge>{texts.gone}</Badge> : null}
      </span>
      {evidence ? <Kept report={report} evidence={evidence} /> : <p className="small mut">{texts.over}</p>}
    </section>
  );
}

interface KeptProps {
  report: ReviewedReport;
  evidence: NonNullable<ReviewedReport['evidence']>;
}

function Kept({ report: { targetType, member }, evidence }: KeptProps) {
  const { text, name, username, photos, voice } = evidence;
  const isProfile = targetType === 'user';
  return (
    <>
      {isProfile ? (
        <p className="small">
          {name} <span className="mut">{handle({ username })}</span>
        </p>
      ) : null}
      {text ? (
        <p className="people">
          <WrittenText content={text} mentions={[]} />
        </p>
      ) : null}
      {voice ? <VoicePlayer voice={voice} name={displayName(member)} /> : null}
      {!text && photos.length === 0 && !voice ? (
        <p className="small mut">{isProfile ? texts.noMore : texts.noText}</p>
      ) : null}
      {photos.length > 0 ? (
        <div className="shots">
          {photos.map((photo, index) =>
            photo.video ? (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- videos of members have none
              <video
                key={photo.url}
                src={photo.video.url}
                poster={photo.variants[0]?.url ?? photo.url}
                aria-label={photo.alt ?? texts.video({ at: index + 1 })}
                width={photo.width}
                height={photo.height}
                controls
                playsInline
                preload="none"
              />
            ) : (
              <a key={photo.url} href={photo.url} target="_blank" rel="noreferrer">
                <img
                  src={photo.variants[0]?.url ?? photo.url}
                  alt={photo.alt ?? texts.photo({ at: index + 1 })}
                  width={photo.width}
                  height={photo.height}
                />
              </a>
            ),
          )}
        </div>
      ) : null}
    </>
  );
}

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
