import { forget, keep, recall } from '../data/browser-storage.ts';
import { toast, type ToastMessage, toastStore } from '../ui/overlay/toast.ts';

/** Milliseconds after which a toast is no longer worth showing in the next document. */
const staleAfterMs = 30_000;

let isKept = false;

/** Keeps a toast for the document that is loaded next. */
export const keepToast = ({ title, text, tone }: Pick<ToastMessage, 'title' | 'text' | 'tone'>): void => {
  isKept = true;
  keep('toast', JSON.stringify({ title, text, tone, keptAt: Date.now() }));
};

/** Keeps the toast that is shown when another document replaces this one, unless a caller kept one. */
export const keepToastsAcrossDocuments = (): void => {
  addEventListener('pagehide', () => {
    const shown = toastStore.get();
    if (shown !== null && !isKept) keepToast(shown);
  });
};

const read = (kept: string): ToastMessage | null => {
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value !== 'object' || value === null || !('title' in value)) return null;
    const { title } = value;
    const keptAt = Number(Reflect.get(value, 'keptAt'));
    if (typeof title !== 'string' || !(Math.abs(Date.now() - keptAt) < staleAfterMs)) return null;
    const text = 'text' in value && typeof value.text === 'string' ? value.text : undefined;
    const tone: unknown = Reflect.get(value, 'tone');
    return { title, text, tone: tone === 'success' || tone === 'destructive' ? tone : undefined };
  } catch {
    // Somebody else's text under our name: nothing to show.
    return null;
  }
};

/** Shows the toast of the document before this one. */
export const showKeptToast = (): void => {
  const kept = recall('toast');
  if (kept === null) return;
  forget('toast');
  const message = read(kept);
  if (message) toast(message);
};
