import { useEffect } from 'react';
import { words } from '../words/words.ts';

/** The document's title while this component is shown; null leaves it as it is. */
export const useTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) document.title = title === words.product ? title : `${title} · ${words.product}`;
  }, [title]);
};
