import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { messages } from '../../../contract/errors/errors.ts';
import * as invitations from '../../../contract/invitations.ts';
import { api, toastError } from '../../data/api.ts';
import '../../features/invitations/join.css';
import { usePreview } from '../../features/invitations/preview.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { go } from '../../app/navigation.ts';
import { rememberReturn } from '../../app/device.ts';
import { useSession } from '../../app/session.tsx';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { around, element } from '../../words/around.ts';
import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { InviteLink } from '../../features/invitations/invite-link.tsx';
import { useWithdraw } from '../../features/invitations/withdraw.ts';

const invitationTexts = words.invitations.own;

/** The page for members who open the link of an invitation that they sent themselves. */
function OwnInvitation({ id, code }: { id: string; code: string }) {
  const withdraw = useWithdraw();
  return (
    <main id="main" className="join">
      <h1>{invitationTexts.title}</h1>
      <p className="mut mt-2.5 mb-5.5">{invitationTexts.text}</p>
      <UnreachableNote />
      <InviteLink url={`${location.origin}/join/${code}`}>
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => go('/send-invitations') })}
        >
          {words.controls.withdraw}
        </Button>
      </InviteLink>
    </main>
  );
}

const texts = words.invitations.join;

// The preview has no colour, so use the default.
const defaultColor = '#3B82F6';

interface LetterProps {
  senderName: string | null;
  /** The circle's name; null for private circles and for an invitation to Circle itself. */
  circleName: string | null;
  message: string | null;
}

/** The invitation's sender, circle and message. */
function Letter({ senderName, circleName, message }: LetterProps) {
  const [before, after] = around(texts.invites({ name: senderName, circle: element }));
  return (
    <>
      <div className="jr" style={{ '--c': defaultColor }} aria-hidden="true">
        <TaperedRing />
        <Avatar src={null} name={senderName ?? ''} size="xl" />
      </div>
      <p className="mut">{before}</p>
      <h1 className="cname">{circleName ?? words.product}</h1>
      {after === '' ? null : <p className="mut">{after}</p>}
      {message ? (
        <div className="letter people">
          {message}
          {senderName === null ? null : <div className="cap mut mt-3.5 font-ui">{senderName}</div>}
        </div>
      ) : (
        <div className="h-5" />
      )}
    </>
  );
}

const leaveAfterMs = 2_000;

/** An invitation: its preview for everyone; a member accepts it here, a visitor goes on to the sign-up with it. */
export default function JoinPage() {
  const { code: inPath } = useParams<{ code?: string }>();
  const [search] = useSearchParams();
  const code = (inPath ?? search.get('code') ?? '').toUpperCase();
  const { user } = useSession();
  return user === null && isInvitationId(code) ? <SignInFirst /> : <Invitation code={code} />;
}

/** By its id, which notifications lead to, an invitation opens for whom it is addressed to alone. */
const isInvitationId = (code: string): boolean => /^[\dA-F]{32}$/.test(code);

function SignInFirst() {
  useEffect(() => {
    rememberReturn(location.pathname + location.search);
    go('/auth', { replace: true });
  }, []);
  return <Reading />;
}

function Invitation({ code }: { code: string }) {
  const session = useSession();
  const preview = usePreview(code);
  const visitor = session.user === null;
  const found = preview.data !== undefined;

  useEffect(() => {
    if (visitor && found) go(`/auth?invite=${encodeURIComponent(code)}`, { replace: true });
  }, [visitor, found, code]);

  if (preview.invalid) return <Dead title={messages.inviteInvalid} advice={texts.invalidAdvice} />;
  if (preview.error) return <Dead title={texts.unreadable} advice={words.controls.unreachable} />;
  if (!found || session.user === null) return <Reading />;
  if (preview.data.ownId !== null) return <OwnInvitation id={preview.data.ownId} code={code} />;
  return (
    <main id="main" className="join">
      <Letter
        senderName={preview.senderName}
        circleName={preview.data.circleName}
        message={preview.data.message}
      />
      <Accept code={code} />
      <p className="small mut mt-3.5">
        {texts.signedInAs({ name: displayName(session.user) })}{' '}
        {texts.effect({ name: preview.data.circleName === null ? null : preview.senderFirstName })}
        {preview.data.isOnFrame ? ` ${texts.isOnFrame}` : null}
      </p>
    </main>
  );
}

function Reading() {
  return (
    <main id="main" className="join">
      <Loading words={texts.loading} />
    </main>
  );
}

function Accept({ code }: { code: string }) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => api(invitations.accept, { code }),
    onSuccess: ({ circle }) => {
      toast({ title: texts.joined, text: circle ? texts.joinedText({ circle: circle.name }) : undefined });
      for (const part of ['circles', 'posts', 'notifications', 'user']) {
        void client.invalidateQueries({ queryKey: ['/api', part] });
      }
    },
    onError: (error) => toastError(error, texts.failed, texts.failedText),
  });
  const joined = accept.isSuccess;
  useEffect(() => {
    if (!joined) return;
    const timer = setTimeout(() => go('/'), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [joined]);
  return (
    <Button
      size="lg"
      full
      busy={accept.isPending || joined}
      busyText={texts.busy}
      onClick={() => accept.mutate()}
    >
      {texts.access}
    </Button>
  );
}

function Dead({ title, advice }: { title: string; advice: string }) {
  return (
    <main id="main" className="join">
      <div className="jr" style={{ '--c': '#888888' }} aria-hidden="true">
        <TaperedRing variant={2} />
      </div>
      <h1>{title}</h1>
      <p className="mut mt-2.5 mb-5.5">{advice}</p>
      <ButtonLink href="/" kind="quiet" size="lg">
        {texts.home}
      </ButtonLink>
    </main>
  );
}
