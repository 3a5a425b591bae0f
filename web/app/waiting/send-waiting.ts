// Loads only while a draft waits for a connection.
import type { QueryClient } from '@tanstack/react-query';
import { errorText } from '../../data/api.ts';
import { userKey } from '../session.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { words } from '../../words/words.ts';
import { changeNewAlbum } from '../../features/albums/new-album.ts';
import { newAlbumOf, uploadAgain } from '../../features/albums/album-uploads.ts';
import { sendWaitingAlbum } from '../../features/albums/send-album.ts';
import { changeDaily, clearDaily, dailyNow, findDaily } from '../../features/posts/daily/daily-draft.ts';
import { sendDaily } from '../../features/posts/daily/send-daily.ts';
import {
  changeDraft,
  clearDraft,
  draftNow,
  openDraft,
  photoArrived,
} from '../../features/posts/composer/draft.ts';
import { sendPhotos } from '../../features/posts/composer/photo-uploads.ts';
import { canStillArrive, photosSettled } from '../../features/posts/composer/upload-states.ts';
import { sendDraft } from '../../features/posts/composer/send-draft.ts';
import { hasToDecide, sendEdits } from '../../features/posts/composer/send-edits.ts';

const texts = words.compose;

const explain = (client: QueryClient, error: unknown): void => {
  if (!hasToDecide(client, error)) return;
  // The server deletes an unshared photo after a day; this browser still has the file.
  if (error.issues.some(({ path }) => path === 'photoIds')) {
    for (const { key } of draftNow().photos) photoArrived(key, null);
  }
  changeDraft({ waiting: false });
  const gone = draftNow().named.length > 0 ? words.mentions.gone : texts.circles.gone;
  const text = error.status === 404 ? gone : errorText(error);
  toast({ title: texts.waiting.failed, text, tone: 'destructive' });
};

const sendMoment = async (client: QueryClient, signal: AbortSignal): Promise<void> => {
  if (!draftNow().waiting) return;
  try {
    sendPhotos(client, { again: true });
    const isWhole = await photosSettled(signal);
    const moment = draftNow();
    if (signal.aborted || !moment.waiting) return;
    if (!isWhole) {
      // The server refused a photo, so the member has to decide.
      if (!canStillArrive()) {
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

const sendDailyPhoto = async (client: QueryClient, userId: string, signal: AbortSignal): Promise<void> => {
  const daily = await findDaily(userId);
  if (!daily?.waiting) return;
  try {
    await sendDaily(daily, daily.circleIds, { onProgress: () => {}, signal });
    if (dailyNow() === daily) clearDaily();
    toast({ title: texts.done });
    void refreshPosts(client);
    void client.invalidateQueries({ queryKey: userKey });
  } catch (error) {
    if (signal.aborted || !hasToDecide(client, error)) return;
    changeDaily({ waiting: false });
    const text = error.status === 404 ? texts.circles.gone : errorText(error);
    toast({ title: texts.waiting.failed, text, tone: 'destructive' });
  }
};

const makeAlbum = async (client: QueryClient, userId: string, signal: AbortSignal): Promise<void> => {
  const explainAlbum = (text: string) => {
    changeNewAlbum(userId, { waiting: false });
    toast({ title: words.albums.failed, text, tone: 'destructive' });
  };
  try {
    if (!(await sendWaitingAlbum(client, userId, signal))) explainAlbum(texts.photos.missing);
  } catch (error) {
    if (signal.aborted || !hasToDecide(client, error)) return;
    if (error.issues.some(({ path }) => path === 'photoIds')) uploadAgain(client, newAlbumOf(userId));
    explainAlbum(error.status === 404 ? texts.circles.gone : errorText(error));
  }
};

/** Sends the waiting draft, daily photo, album and edits once there is a connection, from one tab only; returns how to stop. */
export const startSending = (client: QueryClient, userId: string): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let running = false;
  const start = async () => {
    if (running || signal.aborted) return;
    running = true;
    openDraft(userId);
    const sendNow = async () => {
      if (!navigator.onLine) return;
      await sendEdits(client, userId, signal);
      await sendMoment(client, signal);
      await sendDailyPhoto(client, userId, signal);
      await makeAlbum(client, userId, signal);
    };
    try {
      // Without https there are no locks; the idempotency key alone prevents duplicates.
      if ('locks' in navigator) {
        await navigator.locks.request('circle-waiting', { signal }, sendNow);
      } else await sendNow();
    } catch (error) {
      // This tab was stopped while another tab had the lock.
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
