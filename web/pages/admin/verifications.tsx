import { useInfiniteQuery, type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams, Link } from 'wouter';
import { Check, X } from 'lucide-react';
import type { RequestStatus, VerificationRequest } from '../../../contract/verification.ts';
import * as verification from '../../../contract/verification.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { errorText, api, toastError } from '../../data/api.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { More } from '../../features/moderation/more.tsx';
import { NameRequests } from '../../features/moderation/name-requests.tsx';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ListItem } from '../../ui/layout/list-item.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { infiniteQueryFor, type Key } from '../../data/query.ts';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { TimeAgo } from '../../ui/text/time-ago.tsx';

const texts = words.moderation.verifications;

interface RequestCardProps {
  request: VerificationRequest;
  /** Administrators cannot decide their own requests. */
  isOwn: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** A verification request, with its decision or the buttons to decide. */
function RequestCard({ request, isOwn, onApprove, onReject }: RequestCardProps) {
  const { user, personalStatement, linkedInProfile, instagramHandle, submittedAt, status, notes } = request;
  const name = displayName(user);
  return (
    <ListItem className="card rq">
      <div className="row">
        <PersonAvatar person={user} />
        <span className="grow min-w-0">
          <b className="b block wrap-anywhere">{name}</b>
        </span>
        <span className="small dim">
          <span className="vh">{texts.asked} </span>
          <TimeAgo iso={submittedAt} />
        </span>
      </div>
      <p className="people said">
        <span className="vh">{texts.statement}: </span>
        {personalStatement}
      </p>
      {linkedInProfile === null ? null : (
        <p className="small wrap-anywhere">
          <span className="mut">{texts.linkedIn}: </span>
          <a className="link il" href={linkedInProfile} target="_blank" rel="noreferrer noopener">
            {linkedInProfile}
          </a>
        </p>
      )}
      {instagramHandle === null ? null : (
        <p className="small wrap-anywhere">
          <span className="mut">{texts.instagram}: </span>
          {instagramHandle}
        </p>
      )}
      {notes === null ? null : (
        <p className="small said">
          <span className="mut">{texts.note}: </span>
          {notes}
        </p>
      )}
      {status === 'pending' && isOwn ? <p className="small mut">{messages.verificationOwn}</p> : null}
      {status === 'pending' && !isOwn ? (
        <div className="row wrap g8">
          <Button size="sm" icon={Check} aria-label={texts.approveName({ name })} onClick={onApprove}>
            {texts.approve}
          </Button>
          <Button kind="quiet" size="sm" icon={X} aria-label={texts.rejectName({ name })} onClick={onReject}>
            {texts.reject}
          </Button>
        </div>
      ) : null}
    </ListItem>
  );
}

type Pages = InfiniteData<Output<typeof verification.list>, string | null>;

const verificationsKey: Key = ['/api', 'admin', 'verifications'];

/** Requests of one status. Always refetched, because other administrators decide at the same time. */
const verificationsOf = (status: RequestStatus) => ({
  ...infiniteQueryFor(verification.list, (place) => ({ status, ...place })),
  staleTime: 0,
});

interface Decision {
  request: VerificationRequest;
  status: 'approved' | 'rejected';
  notes?: string;
}

const withoutRequest = (pages: Pages | undefined, id: string): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  };

/** Decides a request optimistically: it leaves the queue, and returns if the server refuses. */
const useDecide = (onRefused: (decision: Decision) => void) => {
  const client = useQueryClient();
  const { queryKey } = verificationsOf('pending');
  return useMutation({
    mutationFn: ({ request, status, notes }: Decision) =>
      api(verification.decide, { id: request.id, status, ...(notes !== undefined && { notes }) }),
    onMutate: async ({ request }) => {
      await client.cancelQueries({ queryKey: verificationsKey });
      const before = client.getQueryData<Pages>(queryKey);
      client.setQueryData<Pages>(queryKey, (pages) => withoutRequest(pages, request.id));
      return { before };
    },
    onSuccess: (_, { request, status }) =>
      toast({ title: texts[status]({ name: displayName(request.user) }) }),
    onError: (error, decision, kept) => {
      if (kept) client.setQueryData(queryKey, kept.before);
      toastError(error, words.controls.error);
      onRefused(decision);
    },
    onSettled: () => client.invalidateQueries({ queryKey: verificationsKey }),
  });
};

const vouchesTexts = words.moderation.doubtfulVouches;

/** Lists verified members for whom somebody vouched who has been banned since. Nothing is shown without any. */
function DoubtfulVouches() {
  const list = useInfiniteQuery({
    ...infiniteQueryFor(verification.doubtfulVouches, (place) => place),
    staleTime: 0,
  });
  const vouches = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error) return <p role="alert">{errorText(list.error)}</p>;
  if (vouches.length === 0) return null;
  return (
    <section aria-labelledby="doubtful-vouches" className="mb-5.5">
      <h2 id="doubtful-vouches" className="text-h3">
        {vouchesTexts.title}
      </h2>
      <p className="mut mt-1.5">{vouchesTexts.text}</p>
      <ul className="list mt-1.5">
        {vouches.map(({ user, vouchedBy }) => (
          <li key={user.id} className="row py-2">
            <PersonAvatar person={user} />
            <span className="grow min-w-0 wrap-anywhere">
              <Link href={profilePath(user)} className="b block">
                {displayName(user)}
              </Link>
              <span className="small mut">{vouchesTexts.by({ name: displayName(vouchedBy) })}</span>
            </span>
          </li>
        ))}
      </ul>
      <More query={list} />
    </section>
  );
}

const RejectDialog = lazyComponent(() => import('../../features/moderation/reject-dialog.tsx'));

const choices: readonly RequestStatus[] = ['pending', 'approved', 'rejected'];
const tabs = choices.map((value) => ({ value, label: texts.statuses[value] }));

/** Verification requests: waiting ones, oldest first, and decided ones. */
export default function AdminVerificationsPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const status = choices.find((choice) => choice === params.get('status')) ?? 'pending';
  const list = useInfiniteQuery({ ...verificationsOf(status), enabled: user?.isAdmin === true });
  const [rejecting, setRejecting] = useState<{ request: VerificationRequest; notes: string } | null>(null);
  // Keep the typed note if the server refuses the decision. Another one may be in the making.
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const decide = useDecide(({ request, notes }) => {
    if (notes === undefined) return;
    setRefused((now) => new Map(now).set(request.id, notes));
    setRejecting((now) => now ?? { request, notes });
  });
  const requests = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminArea path="/admin/verifications">
      <Tabs
        label={words.controls.status}
        tabs={tabs}
        value={status}
        bleed
        onChange={(next) => setParams(next === 'pending' ? {} : { status: next }, { replace: true })}
      >
        <div className="max-w-160 pt-3">
          {status === 'pending' && user?.isAdmin ? <NameRequests of="all" /> : null}
          {status === 'approved' && user?.isAdmin ? <DoubtfulVouches /> : null}
          {list.isPending ? <Loading words={texts.loading} /> : null}
          {list.error ? <p role="alert">{errorText(list.error, texts.failed)}</p> : null}
          {list.data && requests.length === 0 && !list.hasNextPage ? (
            <div className="card">
              <EmptyState title={texts.empty[status]} text={texts.emptyText[status]} />
            </div>
          ) : null}
          {requests.length > 0 ? (
            <ul className="stack g12">
              {requests.map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  isOwn={request.user.id === user?.id}
                  onApprove={() => decide.mutate({ request, status: 'approved' })}
                  onReject={() => setRejecting({ request, notes: refused.get(request.id) ?? '' })}
                />
              ))}
            </ul>
          ) : null}
          <More query={list} />
        </div>
      </Tabs>
      {rejecting ? (
        <RejectDialog
          {...rejecting}
          onClose={() => setRejecting(null)}
          onReject={(notes) => {
            setRejecting(null);
            decide.mutate({ request: rejecting.request, status: 'rejected', notes });
          }}
        />
      ) : null}
    </AdminArea>
  );
}
