import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import * as invitations from '../../../contract/invitations.ts';
import { api, errorText } from '../../data/api.ts';
import { InvitationForm } from '../../features/invitations/invitation-form.tsx';
import { ShowCode } from '../../features/invitations/show-code.tsx';
import { OpenInvitations } from '../../features/invitations/open-invitations.tsx';
import { openInvitationsKey } from '../../features/invitations/withdraw.ts';
import { RecentInvitations, useRecentInvitations } from '../../features/invitations/recent-invitations.tsx';
import { queryFor } from '../../data/query.ts';
import { useTitle } from '../../app/page-title.ts';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { words } from '../../words/words.ts';

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
