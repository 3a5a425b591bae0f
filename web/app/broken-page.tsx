import { ErrorId } from '../ui/feedback/error-id.tsx';
import { Button } from '../ui/form/button.tsx';
import { words } from '../words/words.ts';

interface BrokenPageProps {
  error: unknown;
  errorId: string | null;
}

/** Stands in the place of a page that broke. */
export default function BrokenPage({ error, errorId }: BrokenPageProps) {
  return (
    <main id="main">
      <div className="page stack g12 items-start">
        <h1>{words.pageBroken.title}</h1>
        <p className="mut">{words.pageBroken.text}</p>
        <code className="code">{error instanceof Error ? error.message : JSON.stringify(error)}</code>
        {errorId === null ? null : <ErrorId id={errorId} />}
        <Button onClick={() => location.reload()}>{words.trouble.reload}</Button>
      </div>
    </main>
  );
}
