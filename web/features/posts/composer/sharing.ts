import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as circles from '../../../../contract/circles.ts';
import { messages } from '../../../../contract/errors/errors.ts';
import { ApiError, errorText } from '../../../data/api.ts';
import { go } from '../../../app/navigation.ts';
import { queryKey } from '../../../data/query.ts';
import { loseSession, userKey } from '../../../app/session.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { words } from '../../../words/words.ts';
import { type Problems, problemsIn } from './check-draft.ts';
import { changeDraft, clearDraft, type Draft, draftNow, photoArrived } from './draft.ts';
import { photosPrepared } from './preparing.ts';
import { sendPhotos } from './photo-uploads.ts';
import { isChoosing, photosSettled } from './upload-states.ts';
import { sendDraft } from './send-draft.ts';

const texts = words.compose;

/** The state and the actions of sending the draft. */
export interface Sharing {
  sending: boolean;
  problems: Problems;
  setProblems: (problems: Problems) => void;
  /** The draft whose request got no answer, until it is changed or sent again. */
  unanswered: Draft | null;
  /** Resolves with the problems by part of the page, once the page accepts changes again. */
  share: (circleIds: readonly string[]) => Promise<Problems>;
  cancel: () => void;
}

const photosArrived = (client: QueryClient, signal: AbortSignal): Promise<boolean> => {
  sendPhotos(client, { again: true });
  return photosSettled(signal);
};

/** Shares the draft. The draft stays complete until the server has confirmed the moment. */
export const useSharing = (): Sharing => {
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [unanswered, setUnanswered] = useState<Draft | null>(null);
  const running = useRef<AbortController>(null);
  const explain = (error: unknown): Problems => {
    if (error instanceof ApiError && error.status === 401) {
      loseSession(client, error, 'login');
      return {};
    }
    // Shown beside the button, where it stays visible.
    if (!(error instanceof ApiError)) return {};
    const lostCircle = error.status === 404;
    const gone = draftNow().named.length > 0 ? words.mentions.gone : texts.circles.gone;
    const found = lostCircle ? { circles: gone } : problemsIn(error);
    // The server deletes an unshared photo after a day. Files that the page still has are uploaded again.
    if (error.issues.some(({ path }) => path === 'photoIds')) {
      for (const { key } of draftNow().photos) photoArrived(key, null);
    }
    if (lostCircle) void client.invalidateQueries({ queryKey: queryKey(circles.list, {}) });
    // A 403 may mean that the verification was just revoked; refetch the user so that the page says so.
    if (error.status === 403) void client.invalidateQueries({ queryKey: userKey });
    const text = lostCircle ? gone : errorText(error, messages.uploadBroken);
    toast({ title: texts.failed, text, tone: 'destructive' });
    return found;
  };
  const share = async (circleIds: readonly string[]) => {
    const stop = new AbortController();
    running.current = stop;
    setProblems({});
    setUnanswered(null);
    setSending(true);
    let found: Problems = {};
    let lost: Draft | null = null;
    try {
      if (!(await photosPrepared(stop.signal))) {
        // The reasons stand beside the photos.
        found = { photos: texts.photos.refusedSome };
      } else if (!navigator.onLine) {
        changeDraft({ circleIds, waiting: true });
        go('/');
      } else if (!(await photosArrived(client, stop.signal))) {
        found = { photos: isChoosing() ? texts.photos.partFirst : texts.photos.missing };
      } else {
        lost = draftNow();
        await sendDraft(lost, circleIds, stop.signal);
        lost = null;
        clearDraft();
        toast({ title: texts.done });
        void refreshPosts(client);
        go('/');
      }
    } catch (error) {
      if (stop.signal.aborted || error instanceof ApiError) lost = null;
      if (!stop.signal.aborted) found = explain(error);
    }
    // Synchronously, so that the caller can focus fields that were disabled until now.
    flushSync(() => {
      setSending(false);
      setProblems(found);
      setUnanswered(lost);
    });
    return found;
  };
  return { sending, problems, setProblems, unanswered, share, cancel: () => running.current?.abort() };
};
