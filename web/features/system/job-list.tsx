import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as system from '../../../contract/system.ts';
import type { JobTally } from '../../../contract/system.ts';
import { api, errorText } from '../../data/api.ts';
import { ConfirmCall } from '../../data/confirm-call.tsx';
import { queryKey } from '../../data/query.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.system;

/** Waiting and failed jobs, one row for each kind. */
export function JobList({ jobs }: { jobs: readonly JobTally[] }) {
  if (jobs.length === 0) return <p className="mut">{texts.noJobs}</p>;
  return (
    <ul className="list">
      {jobs.map((tally) => (
        <Job key={tally.kind} tally={tally} />
      ))}
    </ul>
  );
}

function Job({ tally: { kind, waiting, retrying, failed, lastError } }: { tally: JobTally }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const name = new Map(Object.entries(texts.kinds)).get(kind) ?? kind;
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(system.overview, {}) });
  const retry = useMutation({
    mutationFn: () => api(system.retryJobs, { kind }),
    onSuccess: () => {
      toast({ title: texts.retried });
      return refresh();
    },
    onError: (error) => toast({ title: texts.error, text: errorText(error), tone: 'destructive' }),
  });
  return (
    <li className="sysjob">
      <div className="row between wrap g8">
        <b className="b">{name}</b>
        <span className="row wrap g8">
          {waiting > 0 ? <Badge>{texts.waiting({ count: waiting })}</Badge> : null}
          {retrying > 0 ? <Badge tone="warn">{texts.retrying({ count: retrying })}</Badge> : null}
          {failed > 0 ? <Badge tone="bad">{texts.givenUp({ count: failed })}</Badge> : null}
        </span>
      </div>
      {lastError === null ? null : <p className="small mut wrap-anywhere">{lastError}</p>}
      {retrying + failed > 0 ? (
        <div className="row wrap g8">
          <Button
            kind="quiet"
            size="sm"
            busy={retry.isPending}
            aria-label={texts.retryKind({ kind: name })}
            onClick={() => retry.mutate()}
          >
            {texts.retry}
          </Button>
          {failed > 0 ? (
            <Button
              kind="quiet"
              size="sm"
              aria-label={texts.dropKind({ kind: name })}
              onClick={() => setAsking(true)}
            >
              {texts.drop}
            </Button>
          ) : null}
        </div>
      ) : null}
      {asking ? (
        <ConfirmCall
          onClose={() => setAsking(false)}
          title={texts.dropTitle({ kind: name })}
          text={texts.dropText({ count: failed })}
          action={texts.drop}
          busyText={texts.busy}
          failed={texts.error}
          call={() => api(system.dropJobs, { kind })}
          onDone={() => {
            toast({ title: texts.dropped });
            setAsking(false);
            return refresh();
          }}
        />
      ) : null}
    </li>
  );
}
