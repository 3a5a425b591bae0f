import { Component, type ReactNode, useEffect } from 'react';
import { ApiError } from '../data/api.ts';
import { freshErrorId } from '../data/error-id.ts';
import { Button } from '../ui/form/button.tsx';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { words } from '../words/words.ts';
import { isMissingCode, isReloading } from './start/missing-code.ts';

/** Fetched once the first page has loaded. Where it cannot be, the boundary says that code is missing. */
export const BrokenPage = lazyComponent(() => import('./broken-page.tsx'));

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
    if (isMissingCode(error)) return navigator.onLine ? <Outdated /> : <Unreached />;
    return <BrokenPage error={error} errorId={errorId} />;
  }
}

/** Stands in the place of a page whose code is gone, as after an update, until the page is loaded again. */
function Outdated() {
  return isReloading() ? (
    <main id="main" aria-busy="true" />
  ) : (
    <main id="main">
      <div className="page stack g12 items-start" role="alert">
        <h1>{words.trouble.gone}</h1>
        <p className="mut">{words.trouble.goneText}</p>
        <Button onClick={() => location.reload()}>{words.trouble.reload}</Button>
      </div>
    </main>
  );
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
        <h1>{words.shell.notYet}</h1>
        <p className="mut">{words.shell.opensLater}</p>
      </div>
    </main>
  );
}
