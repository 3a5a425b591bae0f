import { useEffect } from 'react';
import type { TitleName } from './routes.tsx';
import { Shell } from './shell.tsx';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { type Words, words } from '../words/words.ts';

/** The title of a page as browsers show it. */
export const fullTitle = (title: string): string =>
  title === words.product ? title : `${title} · ${words.product}`;

/** The document's title while this component is shown; null leaves it as it is. */
export const useTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) document.title = fullTitle(title);
  }, [title]);
};

let known: Words['pageTitles'] | null = null;

const loadTitles = async (): Promise<Words['pageTitles']> =>
  (known ??= (await import('./page-titles.ts')).pageTitles);

/** `useTitle` by the name of a title. Its page is not drawn before the titles are there. */
export const usePageTitle = (name: TitleName | null): void => {
  useEffect(() => {
    if (name === null) return;
    if (known) {
      document.title = fullTitle(known[name]);
      return;
    }
    let isOver = false;
    loadTitles().then(
      (titles) => {
        if (!isOver) document.title = fullTitle(titles[name]);
      },
      (error: unknown) => console.warn(error),
    );
    return () => {
      isOver = true;
    };
  }, [name]);
};

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'));

interface NotFoundProps {
  path: string;
  signedIn: boolean;
}

/** The page for unknown URLs, and for objects that are deleted or not for this member. */
export function NothingHere({ path, signedIn }: NotFoundProps) {
  usePageTitle('notFound');
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
