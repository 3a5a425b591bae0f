import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type BugReport, remove, setStatus } from '../../../contract/bug-reports.ts';
import { api, errorText } from '../../data/api.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.bugReports.admin;
const tones = { low: 'neutral', medium: 'info', high: 'warn', critical: 'bad' } as const;

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['/api', 'admin', 'bug-reports'] });
};

/** One bug report, with the data that the browser sent. */
export function ReportCard({ report }: { report: BugReport }) {
  const { id, title, status, picture, reporter } = report;
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => api(setStatus, { id, status: status === 'open' ? 'closed' : 'open' }),
    onSuccess: refresh,
    onError: (error) => toast({ title: texts.changeFailed, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <li className="card bugc">
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
            {status === 'open' ? texts.close : texts.reopen}
            <span className="vh">{texts.about({ title })}</span>
          </Button>
          <IconButton icon={Trash2} label={texts.remove({ title })} onClick={() => setAsking(true)} />
        </div>
      </div>
      {asking ? (
        <ConfirmCall
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.removeAction}
          onClose={() => setAsking(false)}
          failed={texts.changeFailed}
          call={() => api(remove, { id })}
          onDone={() => {
            toast({ title: texts.removed });
            setAsking(false);
            return refresh();
          }}
        />
      ) : null}
    </li>
  );
}

function Details({ report }: { report: BugReport }) {
  const { browserInfo: browser, consoleErrors: errors } = report;
  const rows = [
    [texts.page, report.pageUrl],
    [texts.browser, browser?.userAgent ?? report.userAgent],
    [texts.platform, browser?.platform ?? ''],
    [texts.language, browser?.language ?? ''],
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
