import { Component, type ReactNode, useEffect } from 'react';
import { ApiError } from '../data/api.ts';
import { freshErrorId } from '../data/error-id.ts';
import { Button } from '../ui/form/button.tsx';
import { ErrorId } from '../ui/feedback/error-id.tsx';
import { words } from '../words/words.ts';

interface Props {
  /** A changed value gives the page another chance, such as the path. */
  at: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  errorId: string | null;
  at: string;
}

/** The code of a page or dialog could not be fetched, in the words of Chromium and Firefox, Safari, and Vite. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script|preload CSS/.test(error.message);

/** Keeps the bars in place when a page breaks, and says what happened. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, errorId: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown) {
    return { error, errorId: error instanceof ApiError ? error.errorId : freshErrorId() };
  }

  static getDerivedStateFromProps(props: Props, state: State) {
    return props.at === state.at ? null : { error: null, errorId: null, at: props.at };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    const { error, errorId } = this.state;
    if (error === null) return this.props.children;
    if (!navigator.onLine && isMissingCode(error)) return <Unreached />;
    return (
      <main id="main">
        <div className="page stack g12 items-start">
          <h1>{words.trouble.title}</h1>
          <p className="mut">{words.trouble.text}</p>
          <code className="code">{error instanceof Error ? error.message : JSON.stringify(error)}</code>
          {errorId === null ? null : <ErrorId id={errorId} />}
          <Button onClick={() => location.reload()}>{words.trouble.reload}</Button>
        </div>
      </main>
    );
  }
}

/** Stands in the place of a page whose code could not be fetched offline, until the connection is back. */
function Unreached() {
  useEffect(() => {
    // Another import would not do: Vite does not fetch a stylesheet again that failed once.
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <main id="main">
      <div className="page stack g12 items-start" role="status">
        <h1>{words.frame.notYet}</h1>
        <p className="mut">{words.frame.opensLater}</p>
      </div>
    </main>
  );
}
