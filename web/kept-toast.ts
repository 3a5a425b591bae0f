import { forget, keep, recall } from './stores.ts';
import { toast, type ToastMessage, toastStore } from './ui/toast.ts';

/** Milliseconds after which a toast is no longer worth showing in the next document. */
const staleAfterMs = 10_000;

/** Keeps the toast that is shown for the document that replaces this one. */
export const keepToastsAcrossDocuments = (): void => {
  addEventListener('pagehide', () => {
    const shown = toastStore.get();
    if (shown === null) return;
    const { title, text, tone } = shown;
    keep('toast', JSON.stringify({ title, text, tone, keptAt: Date.now() }));
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
