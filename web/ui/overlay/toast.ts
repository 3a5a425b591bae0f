import { freshErrorId, splitErrorId } from '../../data/error-id.ts';

/** One message at a time: a new one takes the place of the one that is shown. */
export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone?: 'success' | 'warning' | 'destructive' | undefined;
  /** One thing to do about it, such as taking it back; the message then stays longer. */
  action?: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  /** How to do it by keyboard, read out with the message. */
  hint: string;
  onPress: () => void;
}

export interface ShownToast extends ToastMessage {
  /** When it came, by `performance.now()`. */
  at: number;
  /** Increases with each toast, so that two toasts with the same words stay distinct. */
  number: number;
  /** The id of the cause in the server's log. */
  errorId: string | null;
}

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

const show = (next: ShownToast | null) => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Shows a message for some seconds; from anywhere, also outside components. */
export const toast = (message: ToastMessage): void => {
  count += 1;
  // Callers often pass their own text; the failed call stored its error id a moment ago.
  const { text, id } = splitErrorId(message.text ?? '');
  const errorId = message.tone === 'destructive' ? (id ?? freshErrorId()) : null;
  show({
    ...message,
    text: message.text === undefined ? undefined : text,
    number: count,
    at: performance.now(),
    errorId,
  });
};

export const dismissToast = (number: number): void => {
  if (shown?.number === number) show(null);
};

/** For the component that shows it (`useSyncExternalStore`). */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): ShownToast | null => shown,
};
