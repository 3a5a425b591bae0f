import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { placeOf } from '../../features/circles/place.ts';
import { LanguageLinks } from '../../features/site/language-links.tsx';
import { type Credentials, SignInForm } from '../../features/auth/sign-in-form.tsx';
import { go } from '../../app/navigation.ts';
import { rememberReturn, deviceOf } from '../../app/device.ts';
import { userKey } from '../../app/session.tsx';
import { api } from '../../data/api.ts';
import { place } from '../../../contract/system.ts';
import { messages } from '../../../contract/errors/errors.ts';
import { stepUrl } from '../../features/system/steps.ts';
import { forget, recall, keep } from '../../data/browser-storage.ts';
import { useTitle } from '../../app/not-found.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SplitPage, type SplitPicture } from '../../ui/layout/split-page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { withIcons } from '../../features/site/guide-icons.ts';
import { CircleDot } from '../../ui/people/badge.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { around, element } from '../../words/around.ts';
import { usePreview } from '../../features/invitations/preview.ts';

const welcomeTexts = words.auth.welcome;

// The preview has no colour, so use the default.
const defaultColor = '#3B82F6';

interface WelcomeProps {
  code: string;
  /** Called when the pointer or the focus is near the button, to preload the next page. */
  onNear: () => void;
  onJoin: () => void;
  onSignIn: () => void;
}

/** Greets somebody who came with an invitation, before the registration form. */
function Welcome({ code, onNear, onJoin, onSignIn }: WelcomeProps) {
  useTitle(words.pageTitles.welcome);
  const preview = usePreview(code);
  if (preview.isPending && !preview.invalid) return <Loading words={welcomeTexts.loading} />;
  const circle = preview.data?.circleName ?? null;
  const name = preview.senderFirstName;
  const [before, after] = around(
    name === null
      ? welcomeTexts.fromNobody
      : circle === null
        ? welcomeTexts.toProduct({ name })
        : welcomeTexts.toCircle({ name, circle: element }),
  );
  return (
    <>
      <div className="pt-2">
        <CircleDot color={defaultColor} size="x" />
      </div>
      {preview.data?.placeName ? <p className="small mut mt-3.5">{preview.data.placeName}</p> : null}
      <h1 className="mt-3.5">
        {before}
        {name === null || circle === null ? null : <span className="cname">{circle}</span>}
        {after}
      </h1>
      {preview.data?.message ? (
        <blockquote className="people quote">{preview.data.message}</blockquote>
      ) : null}
      {preview.data?.isOnFrame ? <p className="mt-3.5">{words.invitations.join.isOnFrame}</p> : null}
      {preview.invalid ? (
        <div className="my-4">
          <Alert tone="warn" role="alert">
            {messages.inviteInvalid}
          </Alert>
        </div>
      ) : null}
      <div className="mt-5">
        <Button size="lg" full onPointerEnter={onNear} onFocus={onNear} onClick={onJoin}>
          {welcomeTexts.join}
        </Button>
      </div>
      <p className="small mut mt-3.5">
        {welcomeTexts.member}{' '}
        <button type="button" className="link" onClick={onSignIn}>
          {welcomeTexts.signIn}
        </button>
      </p>
    </>
  );
}

const promptTexts = words.auth.bookmark;

/** Shown after the first sign-in: how to keep Circle on the home screen. Either button dismisses it permanently. */
function BookmarkPrompt({ onDone }: { onDone: () => void }) {
  useTitle(words.pageTitles.bookmark);
  const device = deviceOf(navigator);
  const done = () => {
    keep('bookmarkPrompt', 'true');
    onDone();
  };
  return (
    <main id="main">
      <div className="page bookmark">
        <h1>{promptTexts.title}</h1>
        <p className="mut mt-1.5 mb-3.5">
          {device === 'desktop' ? promptTexts.textDesktop : promptTexts.text}
        </p>
        <Steps steps={withIcons(device, promptTexts.steps[device])} />
        <Button size="lg" full className="mt-4" onClick={done}>
          {promptTexts.done}
        </Button>
        <Button kind="ghost" full className="mt-1" onClick={done}>
          {promptTexts.later}
        </Button>
      </div>
    </main>
  );
}

const texts = words.auth;

const SignUpForm = lazyComponent(() => import('../../features/auth/sign-up-form.tsx'));

type Step = 'welcome' | 'signIn' | 'signUp';

const pictures: Readonly<Record<Step, SplitPicture>> = {
  welcome: { src: '/img/ridge.webp', position: '20% 50%', ring: [24, 78, 33, 19] },
  signIn: { src: '/img/party.webp', ring: [8, 46, 84, 42] },
  signUp: { src: '/img/kite.webp', ring: [51, 3, 38, 42] },
};

const firstStep = (path: string, code: string): Step => {
  if (code !== '') return 'welcome';
  return path === '/signup' || path === '/register' ? 'signUp' : 'signIn';
};

/** Leads the first administrator through setting up this place. */
const leadToFirstRun = async () => {
  try {
    const { isSetUp } = await api(place, {});
    if (!isSetUp) rememberReturn(stepUrl(1));
  } catch (error) {
    // Where they must set up a second factor first. They find the steps on the System page.
    console.warn(error);
  }
};

/** Leads a new member to the circle to which they were invited. */
const leadToCircle = async () => {
  try {
    const joined = (await api(circles.list, {})).find(({ isOwner, kind }) => !isOwner && kind === 'shared');
    if (joined) rememberReturn(`${placeOf(joined.id)}&joined=1`);
  } catch (error) {
    console.warn(error);
  }
};

/** Sign-in and sign-up, and what comes before and after the first time. */
export default function AuthPage() {
  const client = useQueryClient();
  const [path] = useLocation();
  const [search] = useSearchParams();
  const code = (search.get('invite') ?? '').toUpperCase();
  const [step, setStep] = useState(() => firstStep(path, code));
  const [registered, setRegistered] = useState<Credentials | null>(null);
  const [prompted, setPrompted] = useState<CurrentUser | null>(null);
  useTitle(step === 'signUp' ? words.pageTitles.signUp : words.pageTitles.signIn);

  // With a user in the session the router leaves this page: to the invitation in hand, the page that was asked for,
  // or the start page.
  const enter = async (user: CurrentUser) => {
    const { followLanguage } = await import('../../app/open-in-language.ts');
    await followLanguage(user);
    client.setQueryData(userKey, user);
  };
  const signedIn = async (user: CurrentUser) => {
    // The session that this one took the place of has ended with it.
    forget('owedSignOut');
    if (registered !== null && user.isAdmin) await leadToFirstRun();
    else if (registered !== null) await leadToCircle();
    // Show the bookmark prompt first; setting the user would leave this page.
    if (registered !== null && recall('bookmarkPrompt') === null) setPrompted(user);
    else await enter(user);
  };

  const proceed = (credentials: Credentials) => {
    setRegistered(credentials);
    setStep('signIn');
    // Registering has accepted the invitation: it is no longer in hand.
    go('/auth', { replace: true });
  };

  if (prompted !== null) return <BookmarkPrompt onDone={() => void enter(prompted)} />;
  if (step === 'welcome') {
    return (
      <SplitPage picture={pictures.welcome}>
        <Welcome
          code={code}
          onNear={SignUpForm.preload}
          onJoin={() => setStep('signUp')}
          onSignIn={() => setStep('signIn')}
        />
        <LanguageLinks />
      </SplitPage>
    );
  }
  const { title, intro } = step === 'signIn' ? texts.signIn : texts.signUp;
  const isFirst = registered !== null && step === 'signIn';
  return (
    <SplitPage picture={pictures[step]}>
      <h1>{isFirst ? texts.registered.title : title}</h1>
      {isFirst ? (
        <div className="mt-3 mb-4">
          <Alert tone="ok" role="status">
            {texts.registered.notice}
          </Alert>
        </div>
      ) : (
        <p className="mut mb-3.5">{intro}</p>
      )}
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { value: 'signIn', label: texts.tabs.signIn },
          { value: 'signUp', label: texts.tabs.signUp },
        ]}
        value={step}
        onChange={setStep}
      >
        {step === 'signIn' ? (
          <SignInForm start={registered ?? { email: '', password: '' }} onSignedIn={signedIn} />
        ) : (
          <SignUpForm inviteCode={code} onRegistered={proceed} />
        )}
      </Tabs>
      <LanguageLinks />
    </SplitPage>
  );
}
