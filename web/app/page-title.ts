import { useEffect } from 'react';
import { words } from '../words/words.ts';

/** The title of a page as browsers show it. */
export const fullTitle = (title: string): string =>
  title === words.product ? title : `${title} · ${words.product}`;

/** The document's title while this component is shown; null leaves it as it is. */
export const useTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) document.title = fullTitle(title);
  }, [title]);
};
