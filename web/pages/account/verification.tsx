import { useEffect, useState, type ReactNode } from 'react';
import { BadgeCheck, CircleX, Clock, type LucideIcon, UserRoundSearch } from 'lucide-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useMayVouch } from '../../features/members/may-vouch.ts';
import { NameRequests } from '../../features/moderation/name-requests.tsx';
import { RequestForm } from '../../features/verification/request-form.tsx';
import '../../features/verification/verification.css';
import { go } from '../../app/navigation.ts';
import { useUser } from '../../app/session.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { fullDate } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { Badge } from '../../ui/people/badge.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';

type Status = keyof typeof words.verification.states;

const looks: Readonly<
  Record<Status, { icon: LucideIcon; mark: string; badge: 'warn' | 'info' | 'ok' | 'bad' }>
> = {
  none: { icon: UserRoundSearch, mark: 'vi', badge: 'warn' },
  pending: { icon: Clock, mark: 'vi info', badge: 'info' },
  approved: { icon: BadgeCheck, mark: 'vi ok', badge: 'ok' },
  rejected: { icon: CircleX, mark: 'vi bad', badge: 'bad' },
};

/** Shows the state of the member's verification. */
function StatusCard({ status, children }: { status: Status; children: ReactNode }) {
  const { icon: Icon, mark, badge } = looks[status];
  const texts = words.verification.states[status];
  return (
    <section className="card pad vs" aria-labelledby="verification-state">
      <span className={mark} aria-hidden="true">
        <Ring shape="round" variant={1} />
        <Icon />
      </span>
      <div className="grow">
        <div className="row wrap g8">
          <h2 id="verification-state">{texts.title}</h2>
          <Badge tone={badge}>{texts.badge}</Badge>
        </div>
        {children}
      </div>
    </section>
  );
}

const texts = words.verification;

/** Where a member stands, and the form that asks an administrator to look. */
export default function VerificationPage() {
  const me = useUser();
  const mayVouch = useMayVouch();
  // A member who arrives verified is redirected; one who is verified while waiting sees the news.
  const [cameVerified] = useState(me.isVerified);
  const elsewhere = me.isAdmin ? '/admin/verifications' : mayVouch === false ? '/' : null;
  useEffect(() => {
    if (cameVerified && elsewhere) go(elsewhere, { replace: true });
  }, [cameVerified, elsewhere]);
  if (cameVerified && (elsewhere !== null || mayVouch === null))
    return <main id="main" className="min-h-screen" />;
  if (cameVerified) {
    return (
      <RailPage title={texts.vouched.title} intro={texts.vouched.intro}>
        <NameRequests of="vouched">
          <div className="card">
            <EmptyState title={texts.vouched.none} text={texts.vouched.noneText} />
          </div>
        </NameRequests>
      </RailPage>
    );
  }
  const status = me.verificationStatus;
  return (
    <RailPage title={texts.title} intro={texts.intro}>
      <StatusCard status={status}>
        {status === 'none' ? <p>{texts.states.none.text}</p> : null}
        {status === 'approved' ? (
          <>
            <p role="status">{texts.states.approved.text}</p>
            <ButtonLink href="/create-post" className="mt-3.5">
              {texts.states.approved.next}
            </ButtonLink>
          </>
        ) : null}
        {status === 'pending' ? <Pending since={me.verificationSubmittedAt} /> : null}
        {status === 'rejected' ? <Rejected notes={me.verificationNotes} /> : null}
      </StatusCard>
      {status === 'rejected' ? <h2 className="mt-7">{texts.form.again}</h2> : null}
      {status === 'none' || status === 'rejected' ? <RequestForm again={status === 'rejected'} /> : null}
    </RailPage>
  );
}

function Pending({ since }: { since: string | null }) {
  const { submitted, text, note } = texts.states.pending;
  return (
    <div role="status">
      <p>
        {since === null ? null : (
          <>
            {submitted} <b className="b text-ink">{fullDate(since)}</b>.{' '}
          </>
        )}
        {text}
      </p>
      <p className="small">{note}</p>
    </div>
  );
}

function Rejected({ notes }: { notes: string | null }) {
  const { wrote, silent } = texts.states.rejected;
  if (!notes) return <p>{silent}</p>;
  return (
    <>
      <p>{wrote}</p>
      <blockquote className="people">{notes}</blockquote>
    </>
  );
}
