import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as circles from '../../../../contract/circles.ts';
import * as posts from '../../../../contract/posts.ts';
import { ApiError } from '../../../data/api.ts';
import { upload } from '../../../data/upload.ts';
import { go } from '../../../app/navigation.ts';
import { queryKey } from '../../../data/query.ts';
import { useIdempotencyKeys } from '../../../data/idempotency-key.ts';
import { loseSession, userKey } from '../../../app/session.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { words } from '../../../words/words.ts';
import type { TakenPhoto } from './taken-photo.ts';

/** The title that marks a daily photo. */
const content = 'Daily photo share';

export interface DailyAudience {
  circleIds: readonly string[];
  withoutLetters: boolean;
  /** Ids of the members who are left out. */
  hiddenFrom: readonly string[];
  /** Whether the day on which the photo was taken stays. */
  keepsDays: boolean;
}

const formOf = (
  { file, name, takenOn }: TakenPhoto,
  { circleIds, withoutLetters, hiddenFrom, keepsDays }: DailyAudience,
): FormData => {
  const form = new FormData();
  form.append('content', content);
  form.append('circleIds', JSON.stringify(circleIds));
  if (withoutLetters) form.append('withoutLetters', 'true');
  if (hiddenFrom.length > 0) form.append('hiddenFrom', JSON.stringify(hiddenFrom));
  if (!keepsDays) form.append('keepsDays', 'false');
  else if (takenOn !== null) form.append('takenOn', takenOn);
  form.append('image', file, name);
  return form;
};

const wordsFor = (error: ApiError): string => {
  if (error.status >= 500) return words.dailyPhoto.failed;
  if (error.status === 404) return words.compose.circles.gone;
  return error.issues[0]?.message ?? error.text ?? words.dailyPhoto.failed;
};

/** Shares the daily photo. The page keeps it until the server has it; the server remembers its audience. */
export const useShareDaily = () => {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const [progress, setProgress] = useState<number | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const running = useRef<AbortController>(null);
  const explain = (error: unknown) => {
    // Shown beside the button, where it stays visible.
    if (!(error instanceof ApiError)) return setUnanswered(true);
    if (error.status === 401) return loseSession(client, error, 'login');
    if (error.status === 404) void client.invalidateQueries({ queryKey: queryKey(circles.list, {}) });
    if (error.status === 403) void client.invalidateQueries({ queryKey: userKey });
    toast({ title: words.compose.failed, text: wordsFor(error), tone: 'destructive' });
  };
  const share = async (photo: TakenPhoto, audience: DailyAudience) => {
    const stop = new AbortController();
    running.current = stop;
    setUnanswered(false);
    setProgress(0);
    try {
      const idempotencyKey = keys.of(JSON.stringify([photo.preview, audience]));
      await upload(posts.create, formOf(photo, audience), setProgress, {
        signal: stop.signal,
        idempotencyKey,
      });
      toast({ title: words.compose.done });
      void refreshPosts(client);
      void client.invalidateQueries({ queryKey: userKey });
      go('/');
    } catch (error) {
      if (!stop.signal.aborted) explain(error);
    }
    setProgress(null);
  };
  return {
    progress,
    unanswered,
    share,
    cancel: () => running.current?.abort(),
    /** The draft changed after a request that got no answer. */
    change: () => setUnanswered(false),
  };
};
