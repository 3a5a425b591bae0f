import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tryAgain, useOnline } from '../connection.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface LoadingProps {
  words: string;
  /** Skeletons to show in the place of the spinner. */
  children?: ReactNode;
}

/** What stands in the place of an answer of the server. Offline it says that there will be none, and can try again. */
export function Loading({ words: text, children }: LoadingProps) {
  const client = useQueryClient();
  if (!useOnline()) {
    return (
      <div role="status" className="stack g8 items-start">
        <p className="mut">{words.frame.notLoaded}</p>
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
