import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { messages } from '../../../contract/errors/errors.ts';
import * as verification from '../../../contract/verification.ts';
import { api, errorText } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { listName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { More } from './more.tsx';

const texts = words.moderation.names;

const waitingNames = { ...infiniteQueryFor(verification.names, (place) => place), staleTime: 0 };

/** Lists names that verified members asked for; others see the former names until an administrator decides. */
export function NameRequests() {
  const client = useQueryClient();
  const user = useUser();
  const list = useInfiniteQuery({ ...waitingNames, enabled: user.isAdmin });
  const decide = useMutation({
    mutationFn: (decision: { id: string; status: 'approved' | 'rejected' }) =>
      api(verification.decideName, decision),
    onSuccess: (_, { status }) => toast({ title: texts[status] }),
    onError: (error) => toast({ title: words.moderation.error, text: errorText(error), tone: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: waitingNames.queryKey }),
  });
  const requests = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="names" className="mb-5.5">
      <h2 id="names" className="text-h3 mb-3">
        {texts.title}
      </h2>
      <ul className="stack g12">
        {requests.map((request) => {
          const name = `${request.firstName} ${request.lastName}`.trim();
          const busy = decide.isPending && decide.variables.id === request.id;
          return (
            <li key={request.id} className="card rq">
              <div className="row">
                <PersonAvatar person={request.user} />
                <span className="grow min-w-0 wrap-anywhere">
                  <span className="mut block">{texts.now(listName(request.user))}</span>
                  <b className="b block">{texts.wanted(name)}</b>
                </span>
                <span className="small dim">
                  <TimeAgo iso={request.askedAt} />
                </span>
              </div>
              {request.user.id === user.id ? (
                <p className="small mut">{messages.verificationOwn}</p>
              ) : (
                <div className="row g8">
                  <Button
                    size="sm"
                    icon={Check}
                    busy={busy}
                    aria-label={texts.approveName(name)}
                    onClick={() => decide.mutate({ id: request.id, status: 'approved' })}
                  >
                    {texts.approve}
                  </Button>
                  <Button
                    kind="quiet"
                    size="sm"
                    icon={X}
                    busy={busy}
                    aria-label={texts.rejectName(name)}
                    onClick={() => decide.mutate({ id: request.id, status: 'rejected' })}
                  >
                    {texts.reject}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <More query={list} />
    </section>
  );
}
