import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '../../../contract/errors/errors.ts';
import * as verification from '../../../contract/verification.ts';
import { api, errorText, toastError } from '../../data/api.ts';
import { infiniteQueryFor } from '../../data/query.ts';
import { useUser } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { More } from './more.tsx';
import './moderation.css';

const texts = words.moderation.names;

const calls = {
  all: { list: verification.names, decide: verification.decideName },
  vouched: { list: verification.vouchedNames, decide: verification.decideVouchedName },
};

interface NameRequestsProps {
  /** Administrators decide all requests, others those of the members whom they vouched for. */
  of: keyof typeof calls;
  /** Shown if no name waits. */
  children?: ReactNode;
}

/** Lists names that verified members asked for; others see the former names until somebody decides. */
export function NameRequests({ of, children }: NameRequestsProps) {
  const waitingNames = { ...infiniteQueryFor(calls[of].list, (place) => place), staleTime: 0 };
  const client = useQueryClient();
  const user = useUser();
  const list = useInfiniteQuery(waitingNames);
  const decide = useMutation({
    mutationFn: (decision: { id: string; status: 'approved' | 'rejected' }) =>
      api(calls[of].decide, decision),
    onSuccess: (_, { status }) => toast({ title: texts[status] }),
    onError: (error) => toastError(error, words.controls.error),
    onSettled: () => client.invalidateQueries({ queryKey: waitingNames.queryKey }),
  });
  const requests = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error) return <p role="alert">{errorText(list.error)}</p>;
  if (requests.length === 0) return list.data ? children : null;
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
            <ListItem key={request.id} className="card rq">
              <div className="row">
                <PersonAvatar person={request.user} />
                <span className="grow min-w-0 wrap-anywhere">
                  <span className="mut block">{texts.now({ name: displayName(request.user) })}</span>
                  <b className="b block">{texts.wanted({ name })}</b>
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
                    aria-label={texts.approveName({ name })}
                    onClick={() => decide.mutate({ id: request.id, status: 'approved' })}
                  >
                    {texts.approve}
                  </Button>
                  <Button
                    kind="quiet"
                    size="sm"
                    icon={X}
                    busy={busy}
                    aria-label={texts.rejectName({ name })}
                    onClick={() => decide.mutate({ id: request.id, status: 'rejected' })}
                  >
                    {texts.reject}
                  </Button>
                </div>
              )}
            </ListItem>
          );
        })}
      </ul>
      <More query={list} />
    </section>
  );
}
