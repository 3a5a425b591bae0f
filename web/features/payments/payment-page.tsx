import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as site from '../../../contract/site.ts';
import { queryFor } from '../../data/query.ts';
import { rememberReturn } from '../../app/device.ts';
import { useSession } from '../../app/session.tsx';
import { Alert, Problem } from '../../ui/feedback/alert.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { errorText } from '../../data/api.ts';
import { words } from '../../words/words.ts';
import type { Provider } from './square.ts';

const texts = words.payments;

/** Tells signed-out visitors why to sign in; the sign-in returns here. */
function SignedOut({ text }: { text: string }) {
  const [path] = useLocation();
  const search = useSearch();
  return (
    <main id="main">
      <div className="page">
        <span className="pay-closed" aria-hidden="true">
          <Ring shape="round" variant={0} />
          <LockKeyhole />
        </span>
        <h1>{text}</h1>
        <div
          className="mt-5"
          onClickCapture={() => rememberReturn(search === '' ? path : `${path}?${search}`)}
        >
          <ButtonLink href="/auth">{texts.signIn}</ButtonLink>
        </div>
      </div>
    </main>
  );
}

interface PaymentPageProps {
  title: string;
  intro?: string;
  signedOut: string;
  /** Called with null if payments are not set up. */
  children: (provider: Provider | null) => ReactNode;
}

/** The frame of both payment pages: checks who may pay, and whether payments are set up. */
export function PaymentPage({ title, intro, signedOut, children }: PaymentPageProps) {
  const { user } = useSession();
  const config = useQuery(queryFor(site.config, {}));
  if (user === null) return <SignedOut text={signedOut} />;
  const { enabled, applicationId, locationId, scriptUrl } = config.data?.payments ?? {};
  const provider =
    enabled && applicationId && locationId && scriptUrl ? { applicationId, locationId, scriptUrl } : null;
  return (
    <RailPage form back={{ href: '/my-account', label: words.controls.back }} title={title} intro={intro}>
      {config.isPending ? <Loading words={words.controls.loading} /> : null}
      <Problem text={config.isError ? errorText(config.error) : null} />
      {config.isSuccess && provider === null ? (
        <div className="mb-4">
          <Alert tone="warn">{texts.off}</Alert>
        </div>
      ) : null}
      {config.isSuccess ? children(provider) : null}
    </RailPage>
  );
}
