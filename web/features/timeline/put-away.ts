import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '../../../contract/timeline.ts';
import { api, toastError } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.thisDay;

export interface Target {
  scope: calls.NotAgainScope;
  id: string;
  /** The words that confirm it. */
  said: string;
}

const useRefresh = () => {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [queryKey(calls.thisDay, {}), queryKey(calls.listPutAway, {})].map((key) =>
        client.invalidateQueries({ queryKey: key }),
      ),
    );
};

const sayFailed = (error: unknown) => toastError(error, words.controls.didNotWork);

/** Brings something back that was put away. */
export const useBringBack = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ scope, id }: Pick<Target, 'scope' | 'id'>) => api(calls.bringBack, { scope, id }),
    onError: sayFailed,
    onSettled: refresh,
  });
};

/** Puts something away from This day, and offers to undo it. */
export const usePutAway = () => {
  const refresh = useRefresh();
  const back = useBringBack();
  return useMutation({
    mutationFn: ({ scope, id }: Target) => api(calls.putAway, { scope, id }),
    onSuccess: (_, target) =>
      toast({
        title: target.said,
        text: texts.awayText,
        action: { label: words.controls.undo, hint: texts.undoHint, onPress: () => back.mutate(target) },
      }),
    onError: sayFailed,
    onSettled: refresh,
  });
};
