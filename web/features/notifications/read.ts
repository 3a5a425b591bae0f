import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as notifications from '../../../contract/notifications.ts';
import { api, wordsOf } from '../../api.ts';
import type { Key } from '../../query.ts';
import { toast } from '../../ui/toast.ts';
import { words } from '../../words/words.ts';

const notificationsKey: Key = ['/api', 'notifications'];

const useRead = <T>(mutationFn: (input: T) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: notificationsKey }),
    onError: (error) =>
      toast({ title: words.notifications.error, text: wordsOf(error), tone: 'destructive' }),
  });
};

export const useMarkRead = () => useRead((id: string) => api(notifications.markRead, { id }));

export const useMarkAllRead = () => useRead<void>(() => api(notifications.markAllRead, {}));
