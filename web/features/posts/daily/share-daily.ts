import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as circles from '../../../../contract/circles.ts';
import { ApiError } from '../../../data/api.ts';
import { go } from '../../../app/navigation.ts';
import { queryKey } from '../../../data/query.ts';
import { loseSession, userKey } from '../../../app/session.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { refreshPosts } from '../../../data/refresh-posts.ts';
import { words } from '../../../words/words.ts';
import { changeDaily, clearDaily, type DailyDraft, dailyNow } from './daily-draft.ts';
import { sendDaily } from './send-daily.ts';

const wordsFor = (error: ApiError): string => {
  if (error.status >= 500) return words.dailyPhoto.failed;
  if (error.status === 404) return words.compose.circles.gone;
  return error.issues[0]?.message ?? error.text ?? words.dailyPhoto.failed;
};

/** Shares the daily photo. This browser keeps it until the server has it; the server remembers its audience. */
export const useShareDaily = () => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [unanswered, setUnanswered] = useState<DailyDraft | null>(null);
  const running = useRef<AbortController>(null);
  const explain = (error: unknown) => {
    // Shown beside the button, where it stays visible.
    if (!(error instanceof ApiError)) return setUnanswered(dailyNow());
    if (error.status === 401) return loseSession(client, error, 'login');
    if (error.status === 404) void client.invalidateQueries({ queryKey: queryKey(circles.list, {}) });
    if (error.status === 403) void client.invalidateQueries({ queryKey: userKey });
    toast({ title: words.compose.failed, text: wordsFor(error), tone: 'destructive' });
  };
  const share = async (draft: DailyDraft, circleIds: readonly string[]) => {
    if (!navigator.onLine) {
      changeDaily({ circleIds, waiting: true });
      return go('/');
    }
    const stop = new AbortController();
    running.current = stop;
    setUnanswered(null);
    setProgress(0);
    try {
      await sendDaily(draft, circleIds, { onProgress: setProgress, signal: stop.signal });
      clearDaily();
      toast({ title: words.compose.done });
      void refreshPosts(client);
      void client.invalidateQueries({ queryKey: userKey });
      go('/');
    } catch (error) {
      if (!stop.signal.aborted) explain(error);
    }
    setProgress(null);
  };
  return { progress, unanswered, share, cancel: () => running.current?.abort() };
};
