import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import type { CurrentUser } from '../../../contract/shapes.ts';
import { placeOf } from '../../features/circles/place.ts';
import { BookmarkPrompt } from '../../features/site/bookmark-prompt.tsx';
import { LanguageLinks } from '../../features/site/language-links.tsx';
import { type Credentials, SignInForm } from '../../features/auth/sign-in-form.tsx';
import { Welcome } from '../../features/auth/welcome.tsx';
import { go } from '../../app/navigation.ts';
import { rememberReturn } from '../../app/return-page.ts';
import { userKey } from '../../app/session.tsx';
import { api } from '../../data/api.ts';
import { place } from '../../../contract/system.ts';
import { stepUrl } from '../../features/system/steps.ts';
import { forget, recall } from '../../data/browser-storage.ts';
import { useTitle } from '../../app/page-title.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SplitPage, type SplitPicture } from '../../ui/layout/split-page.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { words } from '../../words/words.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { lazyComponent } from '../../ui/hooks/lazy-component.tsx';

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

/** Leads a new member to the circle to which they were invited. @returns its name */
const leadToCircle = async (): Promise<string | null> => {
  try {
    const joined = (await api(circles.list, {})).find(({ isOwner, kind }) => !isOwner && kind === 'shared');
    if (!joined) return null;
    rememberReturn(placeOf(joined.id));
    return joined.name;
  } catch (error) {
    console.warn(error);
    return null;
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
  const joined = useRef<string | null>(null);
  useTitle(step === 'signUp' ? words.titles.signUp : words.titles.signIn);

  // With a user in the session the router leaves this page: to the invitation in hand, the page that was asked for,
  // or the start page.
  const enter = async (user: CurrentUser) => {
    const { followLanguage } = await import('../../app/open-in-language.ts');
    await followLanguage(user);
    client.setQueryData(userKey, user);
    if (joined.current !== null) toast({ title: texts.registered.joined({ circle: joined.current }) });
  };
  const signedIn = async (user: CurrentUser) => {
    // The session that this one took the place of has ended with it.
    forget('owedSignOut');
    if (registered !== null && user.isAdmin) await leadToFirstRun();
    else if (registered !== null) joined.current = await leadToCircle();
    // Show the bookmark prompt first; setting the user would leave this page.
    if (registered !== null && recall('bookmarkPrompt') === null) setPrompted(user);
    else void enter(user);
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
          <SignInForm
            start={registered ?? { email: '', password: '' }}
            onSignedIn={(user) => void signedIn(user)}
          />
        ) : (
          <SignUpForm inviteCode={code} onRegistered={proceed} />
        )}
      </Tabs>
      <LanguageLinks />
    </SplitPage>
  );
}
