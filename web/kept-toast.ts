import { forget, keep, recall } from './stores.ts';
import { toast, type ToastMessage } from './ui/toast.ts';

/** Keeps a message for the document that is loaded next. */
export const keepToast = ({ title, text, tone }: Pick<ToastMessage, 'title' | 'text' | 'tone'>): void =>
  keep('toast', JSON.stringify({ title, text, tone }));

const read = (kept: string): ToastMessage | null => {
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value !== 'object' || value === null || !('title' in value)) return null;
    const { title } = value;
    if (typeof title !== 'string') return null;
    const text = 'text' in value && typeof value.text === 'string' ? value.text : undefined;
    return { title, text, tone: 'tone' in value && value.tone === 'success' ? 'success' : undefined };
  } catch {
    // Somebody else's text under our name: nothing to show.
    return null;
  }
};

/** Shows the message that the document before this one has left. */
export const showKeptToast = (): void => {
  const kept = recall('toast');
  if (kept === null) return;
  forget('toast');
  const message = read(kept);
  if (message) toast(message);
};
