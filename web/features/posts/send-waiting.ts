import type { QueryClient } from '@tanstack/react-query';
import { ApiError, wordsOf } from '../../api.ts';
import { loseSession } from '../../session.tsx';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';
import { refreshPosts } from './cache.ts';
import { changeDraft, clearDraft, draftNow, openDraft, photoArrived } from './draft.ts';
import { mayArrive, photosSettled, sendPhotos } from './photo-uploads.ts';
import { sendDraft } from './send-draft.ts';

const texts = words.compose;

const explain = (client: QueryClient, error: unknown): void => {
  // Without a word of the server it goes on waiting, as it does while the server is in trouble.
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) return console.warn(error);
  // It waits for its member to come back.
  if (error.status === 401) return loseSession(client, error, 'login');
  // A photo is kept by the server for a day until it is shared. This browser still has it.
  if (error.issues.some(({ path }) => path === 'photoIds')) {
    for (const { key } of draftNow().photos) photoArrived(key, null);
  }
  changeDraft({ waiting: false });
  const text = error.status === 404 ? texts.circles.gone : wordsOf(error);
  toast({ title: texts.waiting.failed, text, tone: 'destructive' });
};

const sendNow = async (client: QueryClient, signal: AbortSignal): Promise<void> => {
  if (!navigator.onLine || !draftNow().waiting) return;
  try {
    sendPhotos(client, { again: true });
    const isWhole = await photosSettled(signal);
    const moment = draftNow();
    if (signal.aborted || !moment.waiting) return;
    if (!isWhole) {
      // The server wants one of them not at all: only its member can say how it goes on.
      if (!mayArrive()) {
        changeDraft({ waiting: false });
        toast({ title: texts.waiting.failed, text: texts.photos.missing, tone: 'destructive' });
      }
      return;
    }
    await sendDraft(moment, moment.circleIds, signal);
    if (draftNow() === moment) clearDraft();
    toast({ title: texts.done });
    void refreshPosts(client);
  } catch (error) {
    if (!signal.aborted) explain(client, error);
  }
};

/** Sends what waits as soon as that can be, from one tab alone; answers how to stop. */
export const startSending = (client: QueryClient, userId: string): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let running = false;
  const start = async () => {
    if (running || signal.aborted) return;
    running = true;
    openDraft(userId);
    try {
      // Pages without https have no locks; there the server's memory of the key alone keeps it from being made twice.
      if ('locks' in navigator) {
        await navigator.locks.request('circle-waiting', { signal }, () => sendNow(client, signal));
      } else await sendNow(client, signal);
    } catch (error) {
      // Stopped while another tab had the lock.
      if (error !== signal.reason) console.error(error);
    } finally {
      running = false;
    }
  };
  const again = () => void start();
  addEventListener('online', again, { signal });
  document.addEventListener('visibilitychange', again, { signal });
  again();
  return () => stop.abort();
};
