import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { messages } from '../../../contract/errors/errors.ts';
import * as invitations from '../../../contract/invitations.ts';
import { api, errorText } from '../../data/api.ts';
import '../../features/invitations/join.css';
import { Letter } from '../../features/invitations/letter.tsx';
import { OwnInvitation } from '../../features/invitations/own-invitation.tsx';
import { usePreview } from '../../features/invitations/preview.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { go } from '../../app/navigation.ts';
import { rememberReturn } from '../../app/return-page.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ButtonLink } from '../../ui/form/links.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations.join;
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
  if (preview.error) return <Dead title={texts.unreadable} advice={texts.unreadableAdvice} />;
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
    onError: (error) =>
      toast({ title: texts.failed, text: errorText(error, texts.failedText), tone: 'destructive' }),
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
