import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as notifications from '../../../contract/notifications.ts';
import { ApiError, api, toastError } from '../../data/api.ts';
import { words } from '../../words/words.ts';
import { notificationsKey } from './key.ts';

const useRead = <T>(mutationFn: (input: T) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
    onError: (error) => {
      // The notification's object was deleted; the list will show that in a moment.
      if (error instanceof ApiError && error.status === 404) return;
      toastError(error, words.controls.error);
    },
  });
};

/** Marks all notifications of an entry. */
export const useMarkRead = () =>
  useRead((ids: readonly string[]) => Promise.all(ids.map((id) => api(notifications.markRead, { id }))));

export const useMarkAllRead = () => useRead<void>(() => api(notifications.markAllRead, {}));

export const useRemove = () =>
  useRead((ids: readonly string[]) => Promise.all(ids.map((id) => api(notifications.remove, { id }))));
