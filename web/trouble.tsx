import { Component, type ReactNode } from 'react';
import { ApiError } from './api.ts';
import { freshErrorId } from './error-id.ts';
import { Button } from './ui/button.tsx';
import { ErrorId } from './ui/error-id.tsx';
import { words } from './words/words.ts';

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
export class Trouble extends Component<Props, State> {
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
