import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppWindow, Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import * as account from '../../../../contract/account.ts';
import { api, toastError } from '../../../data/api.ts';
import { queryKey, queryFor } from '../../../data/query.ts';
import { Button } from '../../../ui/form/button.tsx';
import { focusTitle } from '../../../ui/hooks/focus-beside.ts';
import { ActRow, PlainRow, Rows } from '../../../ui/layout/rows.tsx';
import { TimeSince } from '../../../ui/text/time-since.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { date } from '../../../words/dates.ts';
import { words } from '../../../words/words.ts';
import { lazyComponent } from '../../../ui/hooks/lazy-component.tsx';
import { Waiting } from '../../../data/waiting.tsx';

const texts = words.account.sessions;

const MoveDialog = lazyComponent(() => import('./move-dialog.tsx'));

const useEndSession = <T,>(mutationFn: (input: T) => Promise<unknown>, done: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => toast({ title: done }),
    onError: (error) => toastError(error, words.controls.didNotWork),
    // Refetch after errors too, because the session may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(account.sessions, {}) }),
  });
};

/** This device and the two that were used last. */
const firstShown = 3;

/** A tablet lies, so that it differs from a phone at a glance. */
const icons = { phone: Smartphone, tablet: Smartphone, computer: Laptop, other: AppWindow };

const kindOf = ({ device }: account.Session): keyof typeof icons => {
  if (/\biPad\b/.test(device)) return 'tablet';
  if (/\b(?:iPhone|Android)\b/.test(device)) return 'phone';
  return /\b(?:Windows|ChromeOS|Mac|Linux)\b/.test(device) ? 'computer' : 'other';
};

function KindIcon({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={kind === 'tablet' ? 'lies' : undefined} />;
}

export function SessionsCard() {
  const { data, isPending, error } = useQuery({ ...queryFor(account.sessions, {}), staleTime: 0 });
  const end = useEndSession((id: string) => api(account.endSession, { id }), texts.ended);
  const [moving, setMoving] = useState(false);
  const [allShown, setAllShown] = useState(false);
  const endOthers = useEndSession<void>(() => api(account.endOtherSessions, {}), texts.othersEnded);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="rhead">
        {texts.title}
      </h2>
      <Waiting query={{ isPending, error, data }} loading={texts.loading} failed={texts.loadFailed} />
      {data ? (
        <Rows>
          {data.slice(0, allShown ? undefined : firstShown).map((session) => (
            <PlainRow
              key={session.id}
              mark={<KindIcon kind={kindOf(session)} />}
              title={(session.current ? texts.here : texts.kind)({ kind: kindOf(session) })}
              note={
                session.current ? (
                  texts.since({ device: session.device, date: date(session.createdAt) })
                ) : (
                  <>
                    {texts.seen({ device: session.device })} <TimeSince iso={session.lastSeenAt} />
                  </>
                )
              }
              state={session.current ? texts.now : null}
            >
              {session.current ? null : (
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
            </PlainRow>
          ))}
          {data.length > firstShown && !allShown ? (
            <ActRow
              title={texts.all({ count: data.length })}
              onPress={() => setAllShown(true)}
              expanded={false}
            />
          ) : null}
        </Rows>
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
            onClick={() => endOthers.mutate(undefined, { onSuccess: focusTitle })}
          >
            {texts.endOthers}
          </Button>
        ) : null}
      </div>
      {moving ? <MoveDialog onClose={() => setMoving(false)} /> : null}
    </section>
  );
}
