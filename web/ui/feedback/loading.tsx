import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tryAgain, useOnline } from '../../offline/connection.ts';
import { words } from '../../words/words.ts';
import { Button } from '../form/button.tsx';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

interface LoadingProps {
  words: string;
  /** Skeletons to show in the place of the spinner. */
  children?: ReactNode;
}

/** Replaces an answer that is loading. Offline it says that nothing will load, and offers to try again. */
export function Loading({ words: text, children }: LoadingProps) {
  const client = useQueryClient();
  if (!useOnline()) {
    return (
      <div role="status" className="stack g8 items-start">
        <p className="mut">{words.shell.notLoaded}</p>
        <Button kind="quiet" size="sm" onClick={() => tryAgain(client)}>
          {words.ui.tryAgain}
        </Button>
      </div>
    );
  }
  if (!children) return <Spinner words={text} />;
  return (
    <div role="status">
      <VisuallyHidden>{text}</VisuallyHidden>
      {children}
    </div>
  );
}
