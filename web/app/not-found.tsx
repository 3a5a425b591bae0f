import { Shell } from './shell.tsx';
import { useTitle } from './page-title.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { words } from '../words/words.ts';

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'));

interface NotFoundProps {
  path: string;
  signedIn: boolean;
}

/** The page for unknown URLs, and for objects that are deleted or not for this member. */
export function NothingHere({ path, signedIn }: NotFoundProps) {
  useTitle(words.titles.notFound);
  return (
    <NotFoundPage path={path} signedIn={signedIn} fallback={<main id="main" className="min-h-screen" />} />
  );
}

/** The screen of any path that is not in the route map. */
export function NotFound({ path, signedIn }: NotFoundProps) {
  return (
    <Shell kind={signedIn ? 'app' : 'plain'}>
      <NothingHere path={path} signedIn={signedIn} />
    </Shell>
  );
}
