// Separate from not-found.tsx: loads when an address leads nowhere.
import { ButtonLink } from '../ui/form/button.tsx';
import { TaperedRing } from '../ui/pencil/tapered-ring.tsx';
import { words } from '../words/words.ts';

const texts = words.notFound;

export default function NotFoundPage({ path, signedIn }: { path: string; signedIn: boolean }) {
  return (
    <main id="main">
      <div className="page">
        <div className="nf" aria-hidden="true">
          <TaperedRing variant={1} />
        </div>
        <h1>{texts.title}</h1>
        <p className="mut mt-2 mb-1.5">{texts.lookedFor}</p>
        <p>
          <code className="code">{path}</code>
        </p>
        <div className="row wrap mt-6">
          <ButtonLink href={signedIn ? '/' : '/auth'} size="lg">
            {signedIn ? texts.home : texts.signIn}
          </ButtonLink>
          {signedIn ? (
            <ButtonLink href="/all-profiles" kind="quiet" size="lg">
              {texts.profiles}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </main>
  );
}
