import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { api, errorText } from '../../../data/api.ts';
import { queryKey, queryFor } from '../../../data/query.ts';
import { Badge } from '../../../ui/people/badge.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { date } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';

const texts = words.account.sessions;

const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'));

const useEndSession = <T,>(mutationFn: (input: T) => Promise<unknown>, done: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => toast({ title: done }),
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
    // Refetch after errors too, because the session may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(account.sessions, {}) }),
  });
};

/** This device and the two that were used last. */
const firstShown = 3;

export function SessionsCard() {
  const { data, isPending, error } = useQuery({ ...queryFor(account.sessions, {}), staleTime: 0 });
  const end = useEndSession((id: string) => api(account.endSession, { id }), texts.ended);
  const [moving, setMoving] = useState(false);
  const [allShown, setAllShown] = useState(false);
  const endOthers = useEndSession<void>(() => api(account.endOtherSessions, {}), texts.othersEnded);
  return (
    <section className="card pad" aria-labelledby="sessions">
      <h2 id="sessions">{texts.title}</h2>
      {isPending ? <Loading words={texts.loading} /> : null}
      {error && !data ? <p role="alert">{errorText(error, texts.loadFailed)}</p> : null}
      <ul className="list mt-1">
        {data?.slice(0, allShown ? undefined : firstShown).map((session) => (
          <li key={session.id} className="row between py-3">
            <span className="grow">
              <span className="b block">{session.device}</span>
              <span className="small mut block">
                {texts.since({ date: date(session.createdAt) })}
                {session.current ? null : (
                  <>
                    {', '}
                    {texts.seen} <TimeSince iso={session.lastSeenAt} />
                  </>
                )}
              </span>
            </span>
            {session.current ? (
              <Badge tone="ok">{texts.current}</Badge>
            ) : (
              <Button
                kind="ghost"
                size="sm"
                aria-label={texts.endOf({ device: session.device, date: date(session.createdAt) })}
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {texts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > firstShown && !allShown ? (
        <Button kind="ghost" flush onClick={() => setAllShown(true)}>
          {texts.all({ count: data.length })}
        </Button>
      ) : null}
      <div className="row wrap mt-2">
        <Button kind="quiet" onClick={() => setMoving(true)}>
          {texts.move}
        </Button>
        {data && data.length > 1 ? (
          <Button
            kind="quiet"
            busy={endOthers.isPending}
            busyText={texts.ending}
            onClick={() => endOthers.mutate()}
          >
            {texts.endOthers}
          </Button>
        ) : null}
      </div>
      {moving ? <MoveDialog onClose={() => setMoving(false)} /> : null}
    </section>
  );
}
