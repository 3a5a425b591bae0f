import { useUser } from '../../app/session.tsx';
import { ImportView } from '../../features/imports/import-view.tsx';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';

const texts = words.imports;

/** Where photos are brought from elsewhere; only for members whose identity was verified. */
export default function ImportPage() {
  const me = useUser();
  return (
    <main id="main">
      <div className="page">
        <BackLink href="/my-account/data" label={words.hub.data} />
        <h1 className="mb-2">{texts.title}</h1>
        <p className="mut mb-4">{texts.intro}</p>
        {me.isVerified ? <ImportView /> : <VerifyFirst />}
      </div>
    </main>
  );
}
