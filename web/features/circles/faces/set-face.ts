import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as circles from '../../../../contract/circles.ts';
import { api, toastError } from '../../../data/api.ts';
import { words } from '../../../words/words.ts';
import { showCircle } from '../cache.ts';

/** Shows the member's profile to everyone in the circle, or only their name. */
export const useSetFace = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shown: boolean) => api(circles.setFace, { id, shown }),
    // Requests run one after the other, so that the last choice wins.
    scope: { id: `face ${id}` },
    onSuccess: (changed) => showCircle(client, changed),
    onError: (error) => toastError(error, words.circles.faces.failed),
  });
};
