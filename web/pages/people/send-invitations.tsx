import { useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Check, X } from 'lucide-react';
import * as circles from '../../../contract/circles.ts';
import * as invitations from '../../../contract/invitations.ts';
import { api, errorText } from '../../data/api.ts';
import { InvitationForm } from '../../features/invitations/invitation-form.tsx';
import { ShowCode, OpenInvitations } from '../../features/invitations/open-invitations.tsx';
import { openInvitationsKey } from '../../features/invitations/withdraw.ts';
import { queryFor } from '../../data/query.ts';
import { useTitle } from '../../app/not-found.tsx';
import { CircleDot, Badge } from '../../ui/people/badge.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

const invitationsTexts = words.invitations.recent;

interface Try {
  number: number;
  email: string;
  /** Why the invitation could not be made; null if it was. */
  error: unknown;
  isUnmailed: boolean;
}

const recentKey = ['recent-invitations'] as const;

/** Invitations of this session, newest first. Signing out clears them. */
const useRecentInvitations = () => {
  const client = useQueryClient();
  const { data: tries = [] } = useQuery<readonly Try[]>({
    queryKey: recentKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const add = (email: string, error: unknown, isUnmailed: boolean): void => {
    client.setQueryData<readonly Try[]>(recentKey, (before = []) => [
      { number: before.length, email, error, isUnmailed },
      ...before,
    ]);
  };
  return { tries, add };
};

/** Lists these invitations, each with whether it was mailed, or why not. */
function RecentInvitations({ tries }: { tries: readonly Try[] }) {
  return (
    <section aria-labelledby="recent" className="mt-8">
      <h2 id="recent" className="text-h3">
        {invitationsTexts.title}
      </h2>
      <p className="hint">{invitationsTexts.note}</p>
      <ul className="list mt-1.5">
        {tries.map(({ number, email, error, isUnmailed }) => (
          <li key={number} className="row between py-3">
            <span className="grow">
              <span className="trunc block">{email}</span>
              {error === null ? null : (
                <span className="small text-danger-text">
                  {errorText(error, words.invitations.failedText)}
                </span>
              )}
            </span>
            {isUnmailed ? (
              <Badge>{words.invitations.unmailed.badge}</Badge>
            ) : (
              <Badge tone={error === null ? 'ok' : 'bad'} icon={error === null ? Check : X}>
                {error === null ? invitationsTexts.sent : invitationsTexts.failed}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const texts = words.invitations;

/** With a circle: invites to it. Without: invites to Circle, and lists what was sent in this session. */
export default function SendInvitationsPage() {
  const [search] = useSearchParams();
  const circleId = search.get('circleId');
  return circleId ? <ToCircle id={circleId} /> : <ToProduct />;
}

function ToProduct() {
  const client = useQueryClient();
  const { tries, add } = useRecentInvitations();
  return (
    <RailPage
      back={{ href: '/', label: words.controls.back }}
      title={texts.beta.title}
      intro={texts.beta.intro}
      form
    >
      <InvitationForm
        send={(input, idempotencyKey) => api(invitations.sendInvite, input, { idempotencyKey })}
        effect={texts.effect.none}
        onTried={(email, error, isUnmailed) => {
          add(email, error, isUnmailed);
          if (error === null) void client.invalidateQueries({ queryKey: openInvitationsKey });
        }}
      />
      {tries.length > 0 ? <RecentInvitations tries={tries} /> : null}
      <ShowCode />
      <OpenInvitations />
    </RailPage>
  );
}

function ToCircle({ id }: { id: string }) {
  const client = useQueryClient();
  const { data: circle, isPending, error } = useQuery(queryFor(circles.get, { id }));
  useTitle(circle ? `${texts.toCircle.title} ${circle.name}` : null);
  const name = circle?.name ?? '';
  const back = circle
    ? { href: `/circle-management?id=${id}`, label: texts.toCircle.back({ name }) }
    : { href: '/circles', label: words.circles.manage.back };
  return (
    <RailPage
      back={back}
      title={
        <>
          {texts.toCircle.title} <span className="cname">{name}</span>
        </>
      }
      mark={circle ? <CircleDot color={circle.color} /> : null}
      form
    >
      {isPending ? <Loading words={words.circles.manage.loading} /> : null}
      {error ? (
        <p role="alert">
          {words.circles.manage.fetchFailed}. {errorText(error)}
        </p>
      ) : null}
      {circle ? (
        <InvitationForm
          send={(input, idempotencyKey) =>
            api(invitations.inviteToCircle, { id, ...input }, { idempotencyKey })
          }
          effect={
            circle.kind === 'shared'
              ? texts.effect.shared({ name, earlier: circle.showsEarlierPosts })
              : texts.effect.private({ earlier: circle.showsEarlierPosts })
          }
          onTried={(_, failure) => {
            if (failure === null) void client.invalidateQueries({ queryKey: openInvitationsKey });
          }}
        />
      ) : null}
      {circle ? <ShowCode circleId={circle.id} /> : null}
    </RailPage>
  );
}
