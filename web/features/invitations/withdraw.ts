import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as invitations from '../../../contract/invitations.ts';
import { api, toastError } from '../../data/api.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.invitations.open;

/** Begins the keys of the member's open invitations, and of those to a circle. */
export const openInvitationsKey = ['/api', 'invites'] as const;

/** Withdraws an open invitation, by its id. */
export const useWithdraw = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(invitations.withdraw, { id }),
    onSuccess: () => toast({ title: texts.withdrawn }),
    onError: (error) => toastError(error, texts.failed),
    // Also after an error: it may be gone.
    onSettled: () => client.invalidateQueries({ queryKey: openInvitationsKey }),
  });
};
