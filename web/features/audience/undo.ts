import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import * as posts from '../../../contract/posts.ts';
import { api, toastError } from '../../data/api.ts';
import { useIdempotencyKeys } from '../../data/idempotency-key.ts';
import { changeCached } from '../../data/cached-posts.ts';
import { withPost } from '../../data/refresh-posts.ts';
import { words } from '../../words/words.ts';

/**
 * Undoes that a moment leaves people out, within a minute.
 * @param receiptId the receipt of taking it back from them; null while they are not left out
 */
export const useUndo = (id: string, receiptId: string | null, onUndone: () => void) => {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  const [isTooLate, setTooLate] = useState(false);
  useEffect(() => {
    if (receiptId === null) return;
    const timer = setTimeout(() => setTooLate(true), limits.undoHiddenMs);
    return () => clearTimeout(timer);
  }, [receiptId]);
  const undo = useMutation({
    mutationFn: (undone: string) =>
      api(posts.undoHiddenFrom, { id, receiptId: undone }, { idempotencyKey: keys.of(undone) }),
    onSuccess: (post) => {
      changeCached(client, (data) => withPost(data, post));
      void client.invalidateQueries({ queryKey: ['/api', 'posts', id] });
      onUndone();
    },
    onError: (error) => toastError(error, words.takingBack.didNotWork),
  });
  return {
    undo: () => {
      if (receiptId !== null) undo.mutate(receiptId);
    },
    isUndoing: undo.isPending,
    canUndo: receiptId !== null && !isTooLate,
  };
};
