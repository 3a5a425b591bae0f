import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as invitations from '../../../contract/invitations.ts';
import { api, toastError } from '../../data/api.ts';
import { queryKey } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations.open;

export const openInvitationsKey = queryKey(invitations.mine, {});

/** Withdraws an open invitation of the member's, by its id. */
export const useWithdraw = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(invitations.withdraw, { id }),
    onSuccess: () => {
      toast({ title: texts.withdrawn });
      return client.invalidateQueries({ queryKey: openInvitationsKey });
    },
    onError: (error) => toastError(error, texts.failed),
  });
};
