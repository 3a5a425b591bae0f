import { Loading } from '../ui/feedback/loading.tsx';
import { errorText } from './api.ts';

interface WaitingProps {
  query: { isPending: boolean; error: unknown; data?: unknown };
  loading: string;
  failed: string;
}

/** Stands for an answer that has not come: it is loading, or why it could not be loaded. */
export function Waiting({ query: { isPending, error, data }, loading, failed }: WaitingProps) {
  if (isPending) return <Loading words={loading} />;
  return error && !data ? <p role="alert">{errorText(error, failed)}</p> : null;
}
