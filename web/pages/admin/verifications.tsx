import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { RequestStatus, VerificationRequest } from '../../../contract/verification.ts';
import { errorText } from '../../data/api.ts';
import { AdminArea } from '../../features/moderation/admin-area.tsx';
import { DoubtfulVouches } from '../../features/moderation/doubtful-vouches.tsx';
import { More } from '../../features/moderation/more.tsx';
import { NameRequests } from '../../features/moderation/name-requests.tsx';
import { RequestCard } from '../../features/moderation/request-card.tsx';
import { useDecide, verificationsOf } from '../../features/moderation/verifications.ts';
import { useSession } from '../../app/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

const texts = words.moderation.verifications;

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
  // Keep the typed note if the server refuses the decision.
  const decide = useDecide(({ request, notes }) => {
    if (notes !== undefined) setRejecting({ request, notes });
  });
  const requests = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <AdminArea path="/admin/verifications">
      <Tabs
        label={texts.status}
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
                  onReject={() => setRejecting({ request, notes: '' })}
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
