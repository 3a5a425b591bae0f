import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as questions from '../../../contract/questions.ts';
import { api, toastError } from '../../data/api.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { userKey } from '../../app/session.tsx';
import { words } from '../../words/words.ts';

const waiting = queryFor(questions.waiting, {});

/** The questions that wait for the member, newest first, as the server has them now. */
export const useFetchWaiting = () => {
  const client = useQueryClient();
  return async () => (await client.query({ ...waiting, staleTime: 0 })).items;
};

/** The choices below a question. */
export type Next = 'none' | 'another' | 'stop';

/** Ends a question to the member. Resolves with those that still wait. */
export const useDecline = () => {
  const client = useQueryClient();
  const fetchWaiting = useFetchWaiting();
  return useMutation({
    mutationFn: async ({ id, next }: { id: string; next: Next }) => {
      await api(questions.remove, { id, next });
      return fetchWaiting();
    },
    onSuccess: (_, { next }) => {
      void client.invalidateQueries({ queryKey: ['/api', 'notifications'] });
      if (next === 'stop') void client.invalidateQueries({ queryKey: userKey });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: queryKey(questions.waiting, {}) });
      toastError(error, words.questions.removeFailed);
    },
  });
};
